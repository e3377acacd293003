// Stored responses of the Responses API: each continues another one, and all of them have an end.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { type JsonColumns, toJson } from './json-columns.ts';
import type { Owner } from './owner.ts';

export interface StoredResponse {
  id: string;
  previousId: string | null;
  input: JsonColumns['responses.input'];
  response: JsonColumns['responses.response'];
}

const BATCH = 1000;

export async function insertResponse(queries: Queries, stored: StoredResponse & Owner): Promise<void> {
  const { id, accountId, environment, previousId, input, response } = stored;
  await sql`
    insert into responses (id, account_id, environment, previous_id, input, response)
    values (${id}, ${accountId}, ${environment}, ${previousId}, ${toJson('responses.input', input)},
      ${toJson('responses.response', response)})`.execute(queries);
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

/** The response and those before it, oldest first, at most so many. */
export async function readChain(queries: Queries, owner: Owner, id: string, most: number): Promise<StoredResponse[]> {
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
export async function deleteOldResponses(queries: Queries, keepDays: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from responses where ctid = any(array(
      select ctid from responses where created_at < now() - ${keepDays} * interval '1 day'
      limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

/** Deletes the oldest responses of accounts that store more than so many in one environment; returns how many. */
export async function deleteExcessResponses(queries: Queries, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from responses where id = any(array(
      select old.id from (
        select account_id, environment from responses group by account_id, environment having count(*) > ${most}
      ) as owner
      cross join lateral (
        select r.id from responses r where r.account_id = owner.account_id and r.environment = owner.environment
        order by r.created_at desc offset ${most} limit ${BATCH}
      ) as old))`.execute(queries);
  return Number(numAffectedRows);
}
