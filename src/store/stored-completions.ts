// Stored chat completions: listed, read, labelled and deleted by their account. All of them expire.
import { sql } from 'kysely';
import type { AttachedRow, AttachedTable } from './attached-row.ts';
import type { Queries } from './database.ts';
import { type JsonColumns, toJson } from './json-columns.ts';
import type { Owner } from './owner.ts';
import type { ResponseQuota } from './responses.ts';
import { ofPlans, type RetentionRule } from './retention-rule.ts';

export interface CompletionRow {
  id: string;
  completion: JsonColumns['stored_completions.completion'];
  metadata: JsonColumns['stored_completions.metadata'];
}

export interface NewCompletion extends CompletionRow, Owner {
  model: string;
  messages: JsonColumns['stored_completions.messages'];
}

export interface CompletionPage {
  limit: number;
  order: 'asc' | 'desc';
  after: string | undefined;
  model: string | undefined;
  /** Only completions with all of these. */
  metadata: Readonly<Record<string, string>>;
}

const BATCH = 1_000;
const TABLE: AttachedTable = {
  name: 'stored_completions',
  columns: {
    id: 'text',
    account_id: 'text',
    environment: 'text',
    model: 'text',
    messages: 'json',
    completion: 'json',
    metadata: 'json',
    bytes: 'integer',
  },
};

/** A completion is stored in the commit of its charge. */
export function completionRow({ id, accountId, environment, model, ...stored }: NewCompletion): AttachedRow {
  const messages = toJson('stored_completions.messages', stored.messages) ?? '';
  const completion = toJson('stored_completions.completion', stored.completion) ?? '';
  const metadata = toJson('stored_completions.metadata', stored.metadata) ?? '';
  const bytes = Buffer.byteLength(messages) + Buffer.byteLength(completion);
  return { table: TABLE, values: [id, accountId, environment, model, messages, completion, metadata, bytes], bytes };
}

export async function findCompletion(queries: Queries, owner: Owner, id: string): Promise<CompletionRow | undefined> {
  const { rows } = await sql<CompletionRow>`
    select id, completion, metadata from stored_completions
    where id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}`.execute(queries);
  return rows[0];
}

export async function readCompletionMessages(
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<JsonColumns['stored_completions.messages'] | undefined> {
  const { rows } = await sql<{ messages: JsonColumns['stored_completions.messages'] }>`
    select messages from stored_completions
    where id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}`.execute(queries);
  return rows[0]?.messages;
}

/** One row more than the limit if another page follows. */
export async function listCompletions(queries: Queries, owner: Owner, page: CompletionPage): Promise<CompletionRow[]> {
  const { limit, order, after, model, metadata } = page;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  const { rows } = await sql<CompletionRow>`
    select id, completion, metadata from stored_completions
    where account_id = ${owner.accountId} and environment = ${owner.environment}
      ${model === undefined ? sql`` : sql`and model = ${model}`}
      ${Object.keys(metadata).length === 0 ? sql`` : sql`and metadata::jsonb @> ${JSON.stringify(metadata)}::jsonb`}
      ${
        after === undefined
          ? sql``
          : sql`and (created_at, id) ${beyond} (select created_at, id from stored_completions
              where id = ${after} and account_id = ${owner.accountId} and environment = ${owner.environment})`
      }
    order by created_at ${direction}, id ${direction} limit ${limit + 1}`.execute(queries);
  return rows;
}

export async function labelCompletion(
  queries: Queries,
  owner: Owner,
  labelled: Pick<CompletionRow, 'id' | 'metadata'>,
): Promise<CompletionRow | undefined> {
  const { rows } = await sql<CompletionRow>`
    update stored_completions set metadata = ${toJson('stored_completions.metadata', labelled.metadata)}
    where id = ${labelled.id} and account_id = ${owner.accountId} and environment = ${owner.environment}
    returning id, completion, metadata`.execute(queries);
  return rows[0];
}

export async function deleteCompletion(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from stored_completions
    where id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}`.execute(queries);
  return numAffectedRows > 0n;
}

/** Deletes completions past their retention; returns how many. */
export async function deleteOldCompletions(queries: Queries, rule: RetentionRule): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from stored_completions where ctid = any(array(
      select ctid from stored_completions where created_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)}
      limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

/** Deletes the oldest completions of accounts that store more than their quota, never the newest; returns how many. */
export async function deleteExcessCompletions(queries: Queries, quota: ResponseQuota): Promise<number> {
  const { most, bytesByPlan, otherBytes } = quota;
  const { numAffectedRows = 0n } = await sql`
    delete from stored_completions where id = any(array(
      select sized.id from (
        select c.id, row_number() over newest as place, sum(c.bytes) over newest as bytes_up_to,
          coalesce(plan.bytes, ${otherBytes}::bigint) as most_bytes
        from stored_completions c join accounts a on a.id = c.account_id
        left join unnest(${[...bytesByPlan.keys()]}::text[], ${[...bytesByPlan.values()]}::bigint[]) as plan(name, bytes)
          on plan.name = a.plan
        window newest as (partition by c.account_id, c.environment order by c.created_at desc, c.id desc)
      ) as sized
      where place > ${most} or (bytes_up_to > most_bytes and place > 1)
      limit ${BATCH}))`.execute(queries);
  return Number(numAffectedRows);
}
