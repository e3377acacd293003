// Conversations on the server: their messages in order, which branches share, and the summaries that replace old messages.
import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries, Transaction } from './database.ts';
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
  /** The conversation at the root of the branch; null if it is no branch. */
  rootId: string | null;
  /** The conversation it was branched from, and how many messages it began with. */
  parentId: string | null;
  branchedAt: number;
}

type StoredMessage = JsonColumns['stored_messages.message'];

export interface CondensationRow {
  /** How many messages, from the start, this summary replaces. */
  messages: number;
  text: string;
  model: string;
  createdAt: Date;
}

const COLUMNS = sql`id, title, model, messages_count as "messagesCount", created_at as "createdAt", updated_at as "updatedAt",
  root_id as "rootId", parent_id as "parentId", branched_at as "branchedAt"`;

/**
 * A search covers this many of the most recently used conversations, and this much text: message texts have no index.
 */
const SEARCHED = 1_000;
const SEARCHED_BYTES = 16 * 1024 * 1024;

/** An empty conversation takes space too. */
const ROW_BYTES = 500;

/** The size of all of an account's conversations in an environment. Shared messages are counted once. */
export async function sumConversationBytes(queries: Queries, owner: Owner): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes + ${ROW_BYTES}::integer), 0)::float8 as bytes from conversations where ${ownedBy(owner)}`.execute(
    queries,
  );
  return rows[0]?.bytes ?? 0;
}

/**
 * Makes writers that share a quota and messages wait for each other until their transactions end. Taken before any row
 * lock.
 */
export async function lockConversationQuota(trx: Transaction, owner: Owner): Promise<void> {
  await sql`select lock_conversations(${owner.accountId}, ${owner.environment})`.execute(trx);
}

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

/**
 * Most recently used first, without branches; `before` is the last row of the previous page, `like` a pattern for
 * titles and messages.
 */
export async function listConversations(
  queries: Queries,
  owner: Owner,
  page: { limit: number; before?: { updatedAt: Date; id: string }; like?: string },
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select ${COLUMNS} from ${page.like === undefined ? sql`conversations` : newest(owner)} as c
    where ${ownedBy(owner)} and root_id is null
      ${page.like === undefined ? sql`` : sql`and (title ilike ${page.like} or ${hasSaid(page.like)})`}
      ${page.before ? sql`and (updated_at, id) < (${page.before.updatedAt}, ${page.before.id})` : sql``}
    order by updated_at desc, id desc limit ${page.limit}`.execute(queries);
  return rows;
}

/** The most recently used families, until the bound on text is reached. */
function newest(owner: Owner): RawBuilder<unknown> {
  return sql`(select * from (
    select recent.*, sum(family.bytes) over (order by updated_at desc, id desc) - family.bytes as before
    from (select * from conversations where ${ownedBy(owner)} and root_id is null
      order by updated_at desc, id desc limit ${SEARCHED}) as recent,
    lateral (select recent.bytes + coalesce(sum(branch.bytes), 0) as bytes from conversations branch where branch.root_id = recent.id) as family
  ) as placed where before < ${SEARCHED_BYTES})`;
}

function hasSaid(like: string): RawBuilder<unknown> {
  return sql`exists (select 1 from stored_messages m join conversations f on f.id = m.conversation_id
    where (f.id = c.id or f.root_id = c.id) and m.message->>'content' ilike ${like})`;
}

/** The root conversation of this one's family, and all of its branches. */
export async function listBranches(queries: Queries, owner: Owner, rootId: string): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    select ${COLUMNS} from conversations
    where ${ownedBy(owner)} and (id = ${rootId} or root_id = ${rootId}) order by created_at, id`.execute(queries);
  return rows;
}

/**
 * A new conversation inherits the first messages of another. Undefined if the family has too many branches. The caller
 * must hold the quota's lock; otherwise the messages could be removed meanwhile.
 */
export async function branchConversation(
  trx: Transaction,
  source: ConversationRow & Owner,
  branch: { id: string; messages: number; most: number },
): Promise<ConversationRow | undefined> {
  const root = source.rootId ?? source.id;
  const { id, messages, most } = branch;
  // Locking the root keeps concurrent calls from both passing the count.
  await sql`select 1 from conversations where id = ${root} for update`.execute(trx);
  const { rows } = await sql<ConversationRow>`
    with made as (
      insert into conversations (id, account_id, environment, title, model, messages_count, root_id, parent_id, branched_at,
        shares_messages)
      select ${id}, ${source.accountId}, ${source.environment}, ${source.title}, ${source.model}, ${messages}, ${root}, ${source.id}, ${messages},
        true
      where (select count(*) from conversations where root_id = ${root}) < ${most}
      returning *
    ), stored as (
      select range_agg(int4range(position, position + 1)) as positions from stored_messages
      where conversation_id = ${source.id} and position < ${messages}
    ), inherited as (
      insert into inherited_messages (conversation_id, source_id, positions)
      select made.id, ${source.id}, stored.positions from made, stored where stored.positions is not null
      union all
      select made.id, i.source_id, i.positions * int4multirange(int4range(0, ${messages})) from made, inherited_messages i
      where i.conversation_id = ${source.id} and i.positions && int4range(0, ${messages})
    ), condensed as (
      insert into conversation_condensations (conversation_id, messages, text, model)
      select made.id, d.messages, d.text, d.model from made, conversation_condensations d
      where d.conversation_id = ${source.id} and d.messages <= ${messages}
    )
    select ${COLUMNS} from made`.execute(trx);
  return rows[0];
}

/** Branches created by the last release hold copies. Returns how many of them share their messages now. */
export async function shareCopiedMessages(queries: Queries, atOnce: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where root_id is not null and not shares_messages
    order by created_at, id limit ${atOnce}`.execute(queries);
  for (const { id } of rows) await sql`select share_copied_messages(${id})`.execute(queries);
  return rows.length;
}

export async function renameConversation(
  queries: Queries,
  owner: Owner,
  conversation: { id: string; title: string },
): Promise<ConversationRow | undefined> {
  const { rows } = await sql<ConversationRow>`
    update conversations set title = ${storableText(conversation.title)}
    where id = ${conversation.id} and ${ownedBy(owner)} returning ${COLUMNS}`.execute(queries);
  return rows[0];
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
      returning messages_count - ${messages.length} as start, root_id
    ), used as (
      -- What is said in a branch brings its whole family to the top of the list.
      update conversations set updated_at = now() where id = (select root_id from grown)
    )
    insert into stored_messages (conversation_id, position, message)
    select ${id}, grown.start + entry.place - 1, entry.message
    from grown, unnest(${messages.map((message) => toJson('stored_messages.message', message))}::jsonb[])
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

/** Also deletes its branches, if it is the root of its family. Otherwise its branches keep what they inherited. */
export async function deleteConversation(database: Database, owner: Owner, id: string): Promise<boolean> {
  return database.transaction(async (trx) => {
    await lockConversationQuota(trx, owner);
    const { rows } = await sql`
      delete from conversations where id = ${id} and ${ownedBy(owner)}
      returning id`.execute(trx);
    return rows.length > 0;
  });
}
