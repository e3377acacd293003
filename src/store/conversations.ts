// Conversations on the server: their messages in order, and the summaries that replace old messages.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { type JsonColumns, toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';
import { storableText } from './storable-text.ts';

export interface ConversationRow {
  id: string;
  title: string;
  model: string;
  messagesCount: number;
  createdAt: Date;
  updatedAt: Date;
}

type StoredMessage = JsonColumns['conversation_messages.message'];

export interface CondensationRow {
  /** How many messages, from the start, this summary replaces. */
  messages: number;
  text: string;
  model: string;
  createdAt: Date;
}

const COLUMNS = sql`id, title, model, messages_count as "messagesCount", created_at as "createdAt", updated_at as "updatedAt"`;

export async function findConversation(
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    select ${COLUMNS} from conversations
    where id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0];
}

/** Most recently used first; `before` is the last row of the previous page. */
export async function listConversations(
  queries: Queries,
  owner: Owner,
  page: { limit: number; before?: { updatedAt: Date; id: string } },
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select ${COLUMNS} from conversations
    where ${ownedBy(owner)}
      ${page.before ? sql`and (updated_at, id) < (${page.before.updatedAt}, ${page.before.id})` : sql``}
    order by updated_at desc, id desc limit ${page.limit}`.execute(queries);
  return rows;
}

export async function readMessages(queries: Queries, conversationId: string, from = 0): Promise<StoredMessage[]> {
  const { rows } = await sql<{ message: StoredMessage }>`
    select message from conversation_messages
    where conversation_id = ${conversationId} and position >= ${from} order by position`.execute(queries);
  return rows.map(({ message }) => message);
}

/** Creates the conversation if it is new. Concurrent calls append one after the other, so that no message is lost. */
export async function appendMessages(
  queries: Queries,
  conversation: Owner & { id: string; title: string; model: string },
  messages: readonly StoredMessage[],
): Promise<void> {
  const { id, accountId, environment, title, model } = conversation;
  await sql`
    with grown as (
      insert into conversations (id, account_id, environment, title, model, messages_count)
      values (${id}, ${accountId}, ${environment}, ${title}, ${model}, ${messages.length})
      on conflict (id) do update set messages_count = conversations.messages_count + ${messages.length},
        model = excluded.model, updated_at = now()
      where conversations.account_id = ${accountId} and conversations.environment = ${environment}
      returning messages_count - ${messages.length} as start
    )
    insert into conversation_messages (conversation_id, position, message)
    select ${id}, grown.start + entry.place - 1, entry.message
    from grown, unnest(${messages.map((message) => toJson('conversation_messages.message', message))}::jsonb[])
      with ordinality as entry(message, place)`.execute(queries);
}

export async function readCondensations(queries: Queries, conversationId: string): Promise<CondensationRow[]> {
  const { rows } = await sql<CondensationRow>`
    select messages, text, model, created_at as "createdAt" from conversation_condensations
    where conversation_id = ${conversationId} order by messages`.execute(queries);
  return rows;
}

export async function addCondensation(
  queries: Queries,
  conversationId: string,
  condensation: Omit<CondensationRow, 'createdAt'>,
): Promise<void> {
  const { messages, text, model } = condensation;
  await sql`
    insert into conversation_condensations (conversation_id, messages, text, model)
    values (${conversationId}, ${messages}, ${storableText(text)}, ${model})
    on conflict (conversation_id, messages) do nothing`.execute(queries);
}

export async function deleteConversation(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from conversations where id = ${id} and ${ownedBy(owner)}
    returning id`.execute(queries);
  return rows.length > 0;
}
