// Jobs as workers use them: claimed under a lease, renewed, ended once. Every transaction locks the account's row in job_lanes before the job's row.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from './database.ts';
import { JOB_COLUMNS, type JobRow } from './jobs.ts';
import { toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface Lease {
  worker: string;
  machine: string;
  seconds: number;
  /** The queues that the worker serves, account by account in turn. */
  queues: readonly string[];
}

/** One attempt of one job by one worker. A worker may change a job only while this attempt is the current one. */
export interface Attempt extends Owner {
  id: string;
  queue: string;
  worker: string | null;
  attempt: number;
}

export async function claimJobs(trx: Transaction, lease: Lease, wanted: number): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${JOB_COLUMNS} from claim_queued_jobs(${lease.worker}, ${lease.machine}, ${wanted}, ${lease.seconds}, ${lease.queues}::text[])`.execute(
    trx,
  );
  return rows;
}

/** Returns the ids that this worker still has to run. */
export async function renewLeases(queries: Queries, lease: Lease, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; state: string }>`
    update jobs set leased_until = now() + ${lease.seconds} * interval '1 second'
    where id = any(${ids}::text[]) and worker = ${lease.worker} and holds_slot
    returning id, state`.execute(queries);
  return new Set(rows.filter((row) => row.state === 'running').map((row) => row.id));
}

export async function announceWorker(
  queries: Queries,
  worker: { id: string; machine: string; slots: number },
): Promise<void> {
  await sql`
    insert into workers (id, machine, slots) values (${worker.id}, ${worker.machine}, ${worker.slots})
    on conflict (id) do update set seen_at = now(), slots = excluded.slots`.execute(queries);
}

export async function dismissWorker(queries: Queries, id: string): Promise<void> {
  await sql`delete from workers where id = ${id} or seen_at < now() - interval '1 day'`.execute(queries);
}

export interface Progress {
  fraction: number;
  stage: string;
  extra: Record<string, unknown> | null;
  /** Its cost so far; null if its price does not depend on usage. */
  spent: MicroCredits | null;
}

export async function saveProgress(queries: Queries, attempt: Attempt, progress: Progress): Promise<boolean> {
  const { rows } = await sql`
    update jobs set progress = ${progress.fraction}, stage = ${progress.stage}, version = version + 1,
      extra = ${toJson('jobs.extra', progress.extra)}, spent = ${progress.spent}
    where ${isOurs(attempt)} and state = 'running' returning id`.execute(queries);
  return rows.length > 0;
}

/** That an upstream has, or has refused, the order of a job; false if the attempt is no longer the current one. */
export async function noteOrderOf(queries: Queries, attempt: Attempt, isPlaced: boolean): Promise<boolean> {
  const { rows } = await sql`
    update jobs set ordered_at = case when ${isPlaced} then now() end
    where ${isOurs(attempt)} and state = 'running' returning id`.execute(queries);
  return rows.length > 0;
}

async function lockAccountQueue(trx: Transaction, owner: Owner): Promise<void> {
  await sql`select 1 from job_lanes where ${ownedBy(owner)} order by queue for update`.execute(trx);
}

async function changeAccountQueue(
  trx: Transaction,
  owner: Owner & { queue: string },
  change: { waiting: number; running: number },
): Promise<void> {
  await sql`update job_lanes set waiting = waiting + ${change.waiting}, running = running + ${change.running}
    where ${ownedBy(owner)} and queue = ${owner.queue}`.execute(trx);
}

export type Ending =
  | { state: 'completed'; result: unknown; cost: MicroCredits }
  | { state: 'failed'; error: { code: string; message: string }; cost: MicroCredits };

/** Locks the job for its ending; false if the attempt is no longer the current one. */
export async function lockAttempt(trx: Transaction, attempt: Attempt): Promise<boolean> {
  await lockAccountQueue(trx, attempt);
  const { rows } = await sql`select 1 from jobs where ${isOurs(attempt)} and state = 'running' for update`.execute(trx);
  return rows.length > 0;
}

/** Returns undefined if the attempt is no longer the current one: the job was cancelled or given to another worker. */
export async function endAttempt(trx: Transaction, attempt: Attempt, ending: Ending): Promise<JobRow | undefined> {
  await lockAccountQueue(trx, attempt);
  const outcome =
    ending.state === 'completed'
      ? sql`state = 'completed', stage = 'completed', progress = 1, result = ${toJson('jobs.result', ending.result)}, cost = ${ending.cost}`
      : sql`state = 'failed', stage = 'failed', error = ${toJson('jobs.error', ending.error)}, cost = ${ending.cost}`;
  const { rows } = await sql<JobRow>`
    update jobs set ${outcome}, extra = null, holds_slot = false, leased_until = null, version = version + 1,
      completed_at = clock_timestamp()
    where ${isOurs(attempt)} and state = 'running' returning ${JOB_COLUMNS}`.execute(trx);
  if (rows[0]) await changeAccountQueue(trx, attempt, { waiting: 0, running: -1 });
  return rows[0];
}

/** Frees the slot of a cancelled job whose engine has stopped. */
export async function freeSlot(trx: Transaction, attempt: Attempt): Promise<void> {
  await lockAccountQueue(trx, attempt);
  const { rows } = await sql`
    update jobs set holds_slot = false, leased_until = null
    where ${isOurs(attempt)} and state <> 'running' and holds_slot returning id`.execute(trx);
  if (rows.length > 0) await changeAccountQueue(trx, attempt, { waiting: 0, running: -1 });
}

/** Whether an upstream has the order of this attempt; called under the locks of its ending. */
export async function hasPlacedOrder(trx: Transaction, attempt: Attempt): Promise<boolean> {
  const { rows } = await sql`select 1 from jobs where ${isOurs(attempt)} and ordered_at is not null`.execute(trx);
  return rows.length > 0;
}

/** Returns the job to the head of its account's queue. A worker that stops gracefully does not use up an attempt. */
export async function returnToQueue(
  trx: Transaction,
  attempt: Attempt,
  how: { countsAttempt: boolean; keepsOrder: boolean },
): Promise<boolean> {
  await lockAccountQueue(trx, attempt);
  const { rows } = await sql`
    update jobs set state = 'waiting', stage = 'queued', progress = 0, extra = null, spent = null, worker = null, holds_slot = false,
      leased_until = null, version = version + 1, ordered_at = case when ${how.keepsOrder} then ordered_at end, attempt = attempt - ${how.countsAttempt ? 0 : 1}
    where ${isOurs(attempt)} and state = 'running' returning id`.execute(trx);
  if (rows.length > 0) await changeAccountQueue(trx, attempt, { waiting: 1, running: -1 });
  return rows.length > 0;
}

/**
 * A waiting job leaves its queue at once; a running job keeps its slot until its worker frees it. A job whose order an upstream has is
 * owed as a whole; otherwise a running job costs what it has spent, or the share of its price that its progress has used.
 */
export async function markCancelled(
  trx: Transaction,
  owner: Owner,
  { id, isFree }: { id: string; isFree: boolean },
): Promise<(JobRow & { wasWaiting: boolean }) | undefined> {
  await lockAccountQueue(trx, owner);
  const cost = isFree
    ? sql`0`
    : sql`case when ordered_at is not null and coalesce((order_cost->>'isOwed')::boolean, false) then held
        when "wasWaiting" then 0 else least(held, coalesce(spent, ceil(held * progress::numeric)::bigint)) end`;
  const { rows } = await sql<JobRow & { wasWaiting: boolean }>`
    update jobs set state = 'cancelled', stage = 'cancelled', extra = null, cost = ${cost}, version = jobs.version + 1,
      completed_at = clock_timestamp()
    from (select seq as old_seq, state = 'waiting' as "wasWaiting" from jobs where id = ${id} and ${ownedBy(owner)} for update) old
    where seq = old_seq and state in ('waiting', 'running')
    returning "wasWaiting", ${JOB_COLUMNS}`.execute(trx);
  if (rows[0]?.wasWaiting) await changeAccountQueue(trx, rows[0], { waiting: -1, running: 0 });
  return rows[0];
}

const SWEEP_ROWS = 100;

export async function listExpiredLeases(queries: Queries): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    select ${JOB_COLUMNS} from jobs where holds_slot and leased_until < now() order by leased_until limit ${SWEEP_ROWS}`.execute(
    queries,
  );
  return rows;
}

function isOurs(attempt: Attempt) {
  return sql`id = ${attempt.id} and worker = ${attempt.worker} and attempt = ${attempt.attempt}`;
}

/** Checks again under the locks: the worker may have renewed the lease since it was listed. */
export async function isExpired(trx: Transaction, attempt: Attempt): Promise<boolean> {
  await lockAccountQueue(trx, attempt);
  const { rows } = await sql`
    select 1 from jobs where ${isOurs(attempt)} and holds_slot and leased_until < now() for update`.execute(trx);
  return rows.length > 0;
}
