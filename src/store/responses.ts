// Stored responses of the Responses API: a response may continue another one, and all of them expire.
import { sql } from 'kysely';
import type { AttachedRow, AttachedTable } from './attached-row.ts';
import type { Queries } from './database.ts';
import { type JsonColumns, toJson } from './json-columns.ts';
import type { Owner } from './owner.ts';
import { ofPlans, type RetentionRule } from './retention-rule.ts';

export interface StoredResponse {
  id: string;
  previousId: string | null;
  input: JsonColumns['responses.input'];
  response: JsonColumns['responses.response'];
}

/** A response to store. */
export interface NewResponse extends StoredResponse, Owner {
  /** The JSON of `response`. */
  written: string;
}

const BATCH = 1000;
const TABLE: AttachedTable = {
  name: 'responses',
  columns: {
    id: 'text',
    account_id: 'text',
    environment: 'text',
    previous_id: 'text',
    input: 'json',
    response: 'json',
    bytes: 'integer',
  },
};

/** A response is stored in the commit of its charge. */
export function responseRow(stored: NewResponse): AttachedRow {
  const { id, accountId, environment, previousId } = stored;
  const input = toJson('responses.input', stored.input) ?? '';
  const response = toJson('responses.response', stored.response, stored.written) ?? '';
  const bytes = Buffer.byteLength(input) + Buffer.byteLength(response);
  return { table: TABLE, values: [id, accountId, environment, previousId, input, response, bytes], bytes };
}

/** For a response that is not stored by the charge of its call. */
export async function insertResponse(queries: Queries, stored: NewResponse): Promise<void> {
  const { id, accountId, environment, previousId, written } = stored;
  const input = toJson('responses.input', stored.input) ?? '';
  const bytes = Buffer.byteLength(input) + Buffer.byteLength(written);
  await sql`
    insert into responses (id, account_id, environment, previous_id, input, response, bytes)
    values (${id}, ${accountId}, ${environment}, ${previousId}, ${toJson('responses.input', stored.input)},
      ${toJson('responses.response', stored.response, written)}, ${bytes})
    on conflict (id) do nothing`.execute(queries);
}

/** Without the inputs, which may be large. */
export async function findOutputs(
  queries: Queries,
  owner: Owner,
  ids: readonly string[],
): Promise<Pick<StoredResponse, 'id' | 'response'>[]> {
  const { rows } = await sql<Pick<StoredResponse, 'id' | 'response'>>`
    select id, response from responses
    where id = any(${ids}) and account_id = ${owner.accountId} and environment = ${owner.environment}`.execute(queries);
  return rows;
}

export async function findResponses(queries: Queries, owner: Owner, ids: readonly string[]): Promise<StoredResponse[]> {
  const { rows } = await sql<StoredResponse>`
    select id, previous_id as "previousId", input, response from responses
    where id = any(${ids}) and account_id = ${owner.accountId} and environment = ${owner.environment}`.execute(queries);
  return rows;
}

/** The response and its predecessors, oldest first, at most `most`. */
export async function readChain(
  queries: Queries,
  owner: Owner,
  { id, most }: { id: string; most: number },
): Promise<StoredResponse[]> {
  const { rows } = await sql<StoredResponse>`
    with recursive chain as (
      select id, previous_id, input, response, 1 as place from responses
      where id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}
      union all
      select r.id, r.previous_id, r.input, r.response, chain.place + 1 from responses r
      join chain on r.id = chain.previous_id
      where r.account_id = ${owner.accountId} and r.environment = ${owner.environment} and chain.place < ${most}
    )
    select id, previous_id as "previousId", input, response from chain order by place desc`.execute(queries);
  return rows;
}

export async function deleteResponse(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from responses
    where id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}`.execute(queries);
  return numAffectedRows > 0n;
}

/** Deletes responses past their retention; returns how many. */
export async function deleteOldResponses(queries: Queries, rule: RetentionRule): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from responses where ctid = any(array(
      select ctid from responses where created_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)}
      limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

/** How much an account may store in each environment. */
export interface ResponseQuota {
  most: number;
  bytesByPlan: ReadonlyMap<string, number>;
  /** The quota of a plan that is no longer in the price list. */
  otherBytes: number;
}

/** Deletes the oldest responses of accounts that store more than their quota, never the newest; returns how many. */
export async function deleteExcessResponses(queries: Queries, quota: ResponseQuota): Promise<number> {
  const { most, bytesByPlan, otherBytes } = quota;
  const { numAffectedRows = 0n } = await sql`
    delete from responses where id = any(array(
      select old.id from (
        select r.account_id, r.environment, coalesce(plan.bytes, ${otherBytes}::bigint) as most_bytes
        from responses r join accounts a on a.id = r.account_id
        left join unnest(${[...bytesByPlan.keys()]}::text[], ${[...bytesByPlan.values()]}::bigint[]) as plan(name, bytes)
          on plan.name = a.plan
        group by r.account_id, r.environment, plan.bytes
        having count(*) > ${most} or sum(r.bytes) > coalesce(plan.bytes, ${otherBytes}::bigint)
      ) as owner
      cross join lateral (
        select id from (
          select r.id, row_number() over newest as place, sum(r.bytes) over newest as bytes_up_to
          from responses r where r.account_id = owner.account_id and r.environment = owner.environment
          window newest as (order by r.created_at desc, r.id desc)
        ) as sized
        where place > ${most} or (bytes_up_to > owner.most_bytes and place > 1)
        order by place desc limit ${BATCH}
      ) as old))`.execute(queries);
  return Number(numAffectedRows);
}
