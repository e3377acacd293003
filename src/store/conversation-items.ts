// Conversations that customers write themselves: created with metadata and messages, and changed message by message.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { type JsonColumns, toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';

type StoredMessage = JsonColumns['stored_messages.message'];
type Metadata = JsonColumns['conversations.metadata'];

export interface OpenConversation {
  id: string;
  metadata: Metadata | null;
  messagesCount: number;
  createdAt: Date;
}

export interface PlacedMessage {
  position: number;
  message: StoredMessage;
}

const COLUMNS = sql`id, metadata, messages_count as "messagesCount", created_at as "createdAt"`;

export async function insertConversation(
  queries: Queries,
  owner: Owner,
  made: { id: string; title: string; model: string; metadata: Metadata },
): Promise<OpenConversation> {
  const { rows } = await sql<OpenConversation>`
    insert into conversations (id, account_id, environment, title, model, metadata)
    values (${made.id}, ${owner.accountId}, ${owner.environment}, ${made.title}, ${made.model},
      ${toJson('conversations.metadata', made.metadata)})
    returning ${COLUMNS}`.execute(queries);
  const [row] = rows;
  if (!row) throw new Error('an inserted conversation was not returned');
  return row;
}

export async function findOpenConversation(
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<OpenConversation | undefined> {
  const { rows } = await sql<OpenConversation>`
    select ${COLUMNS} from conversations where id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0];
}

export async function labelConversation(
  queries: Queries,
  owner: Owner,
  labelled: { id: string; metadata: Metadata },
): Promise<OpenConversation | undefined> {
  const { rows } = await sql<OpenConversation>`
    update conversations set metadata = ${toJson('conversations.metadata', labelled.metadata)}
    where id = ${labelled.id} and ${ownedBy(owner)} returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

/** The size of what the account added to its conversations outside paid calls, and how many conversations it has. */
export async function sumSentConversations(
  queries: Queries,
  owner: Owner,
): Promise<{ bytes: number; conversations: number }> {
  const { rows } = await sql<{ bytes: number; conversations: number }>`
    select coalesce(sum(sent_bytes), 0)::bigint as bytes, count(*)::integer as conversations
    from conversations where ${ownedBy(owner)}`.execute(queries);
  return rows[0] ?? { bytes: 0, conversations: 0 };
}

/** Returns the position of the first; undefined if the conversation is gone or would exceed `most` messages. */
export async function putMessages(
  queries: Queries,
  owner: Owner,
  put: { id: string; messages: readonly StoredMessage[]; bytes: number; most: number },
): Promise<number | undefined> {
  const { id, messages, bytes, most } = put;
  const { rows } = await sql<{ start: number }>`
    with grown as (
      update conversations set messages_count = messages_count + ${messages.length}, updated_at = now(),
        sent_bytes = sent_bytes + ${bytes}
      where id = ${id} and ${ownedBy(owner)} and messages_count + ${messages.length} <= ${most}
      returning messages_count - ${messages.length} as start
    ), added as (
      insert into stored_messages (conversation_id, position, message)
      select ${id}, grown.start + entry.place - 1, entry.message
      from grown, unnest(${messages.map((message) => toJson('stored_messages.message', message))}::jsonb[])
        with ordinality as entry(message, place)
    )
    select start from grown`.execute(queries);
  return rows[0]?.start;
}

export async function readPlaced(queries: Queries, conversationId: string, from = 0): Promise<PlacedMessage[]> {
  const { rows } = await sql<PlacedMessage>`
    select position, message from conversation_messages
    where conversation_id = ${conversationId} and position >= ${from} order by position`.execute(queries);
  return rows;
}

/** The messages of one page; it ends with the first message that exceeds this. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

export interface PlacedPage {
  rows: PlacedMessage[];
  /** More follow: the limit or the bytes of a page were reached. */
  hasMore: boolean;
}

/** A page of messages in either order, starting at the given position, read one by one until it is full. */
export async function pagePlaced(
  queries: Queries,
  conversationId: string,
  page: { from: number | undefined; order: 'asc' | 'desc'; limit: number },
): Promise<PlacedPage> {
  const { from, order, limit } = page;
  const isRising = order === 'asc';
  const ordered = isRising ? sql`order by position asc` : sql`order by position desc`;
  const start = from === undefined ? sql`` : sql`and position ${isRising ? sql`>=` : sql`<=`} ${from}`;
  const { rows } = await sql<PlacedMessage & { hasMore: boolean }>`
    with recursive page as (
      (select position, message, octet_length(message::text)::bigint as bytes, 1 as place from conversation_messages
       where conversation_id = ${conversationId} ${start} ${ordered} limit 1)
      union all
      select next.position, next.message, page.bytes + octet_length(next.message::text), page.place + 1
      from page cross join lateral (
        select position, message from conversation_messages
        where conversation_id = ${conversationId} and position ${isRising ? sql`>` : sql`<`} page.position
        ${ordered} limit 1
      ) as next
      where page.place < ${limit}::integer and page.bytes < ${MAX_PAGE_BYTES}::bigint
    )
    select position, message, exists (
      select 1 from conversation_messages m where m.conversation_id = ${conversationId}
        and m.position ${isRising ? sql`> (select max(position) from page)` : sql`< (select min(position) from page)`}
    ) as "hasMore" from page order by place`.execute(queries);
  return {
    rows: rows.map(({ position, message }) => ({ position, message })),
    hasMore: rows[0]?.hasMore ?? false,
  };
}

export async function findPlaced(
  queries: Queries,
  conversationId: string,
  position: number,
): Promise<PlacedMessage | undefined> {
  const { rows } = await sql<PlacedMessage>`
    select position, message from conversation_messages
    where conversation_id = ${conversationId} and position = ${position}`.execute(queries);
  return rows[0];
}

/**
 * The position of a removed message (null) stays empty: the others keep their positions, and with them their ids.
 * Branches keep what they inherited.
 */
export async function replacePlaced(
  queries: Queries,
  conversationId: string,
  { position, message }: { position: number; message: StoredMessage | null },
): Promise<void> {
  const json = message === null ? null : toJson('stored_messages.message', message);
  await sql`select replace_message(${conversationId}, ${position}, ${json}::jsonb)`.execute(queries);
}
