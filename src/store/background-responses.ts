// Responses that are answered without a connection, from their order to the moment when their answer is stored, and their events.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import type { JobState } from './jobs.ts';
import { type JsonColumns, toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';
import { insertResponse, type NewResponse } from './responses.ts';

export interface NewBackground extends Owner {
  id: string;
  keyId: string | null;
  /** The member whose session ordered it; null if a key did. */
  memberId: string | null;
  customerId: string | null;
  runId: string | null;
  requestId: string;
  isStreamed: boolean;
  body: JsonColumns['background_responses.body'];
}

export interface BackgroundRow extends NewBackground {
  createdAt: Date;
}

/** With what became of its job; null once the job was deleted. */
export interface BackgroundState extends BackgroundRow {
  jobState: JobState | null;
  jobError: JsonColumns['jobs.error'] | null;
}

export interface WrittenEvents {
  /** Sequence numbers. */
  first: number;
  last: number;
  frames: string;
}

const BATCH = 1_000;
const KEPT = sql`interval '1 day'`;
const EVENTS_KEPT = sql`interval '2 hours'`;
const COLUMNS = sql`b.id, b.account_id as "accountId", b.environment, b.key_id as "keyId", b.member_id as "memberId", b.customer_id as "customerId",
  b.run_id as "runId", b.request_id as "requestId", b.is_streamed as "isStreamed", b.body, b.created_at as "createdAt"`;

export async function insertBackground(trx: Transaction, row: NewBackground): Promise<void> {
  await sql`
    insert into background_responses (id, account_id, environment, key_id, member_id, customer_id, run_id, request_id, is_streamed, body)
    values (${row.id}, ${row.accountId}, ${row.environment}, ${row.keyId}, ${row.memberId}, ${row.customerId}, ${row.runId}, ${row.requestId},
      ${row.isStreamed}, ${toJson('background_responses.body', row.body)})`.execute(trx);
}

export async function findBackground(queries: Queries, owner: Owner, id: string): Promise<BackgroundState | undefined> {
  const { rows } = await sql<BackgroundState>`
    select ${COLUMNS}, j.state as "jobState", j.error as "jobError"
    from background_responses b left join jobs j on j.id = b.id
    where b.id = ${id} and b.account_id = ${owner.accountId} and b.environment = ${owner.environment}`.execute(queries);
  return rows[0];
}

/** Whether this attempt is still the one that runs the job. */
export async function lockRun(trx: Transaction, { id, attempt }: { id: string; attempt: number }): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from jobs where id = ${id} and attempt = ${attempt} and state = 'running' for update`.execute(trx);
  return rows.length > 0;
}

/** Stores what became of it among the responses; false if that has happened before. */
export async function endBackground(
  trx: Transaction,
  { id, stored }: { id: string; stored: NewResponse | undefined },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from background_responses where id = ${id}`.execute(trx);
  if (numAffectedRows > 0n && stored) await insertResponse(trx, stored);
  return numAffectedRows > 0n;
}

export async function deleteBackground(trx: Queries, owner: Owner, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from background_responses where id = ${id} and ${ownedBy(owner)}`.execute(trx);
  return numAffectedRows > 0n;
}

export async function insertEvents(queries: Queries, id: string, events: WrittenEvents): Promise<void> {
  await sql`
    insert into background_events (response_id, first, last, frames)
    values (${id}, ${events.first}, ${events.last}, ${events.frames})`.execute(queries);
}

/** Those after a sequence number, oldest first. */
export async function listEvents(
  queries: Queries,
  { id, after, limit }: { id: string; after: number; limit: number },
): Promise<WrittenEvents[]> {
  const { rows } = await sql<WrittenEvents>`
    select first, last, frames from background_events where response_id = ${id} and last > ${after}
    order by first limit ${limit}`.execute(queries);
  return rows;
}

export async function deleteEvents(queries: Queries, id: string): Promise<void> {
  await sql`delete from background_events where response_id = ${id}`.execute(queries);
}

/** Orders whose job ended without an answer a day ago, or is gone. */
export async function deleteOldBackground(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from background_responses where ctid = any(array(
      select b.ctid from background_responses b left join jobs j on j.id = b.id
      where b.created_at < now() - ${KEPT} and (j.id is null or j.state not in ('waiting', 'running'))
      limit ${BATCH} for update of b skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

export async function deleteOldEvents(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from background_events where ctid = any(array(
      select ctid from background_events where created_at < now() - ${EVENTS_KEPT}
      limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

export async function findJobState(queries: Queries, id: string): Promise<JobState | undefined> {
  const { rows } = await sql<{ state: JobState }>`select state from jobs where id = ${id}`.execute(queries);
  return rows[0]?.state;
}
