// Jobs as their accounts see them: created, found, listed, counted. job-leases.ts has the workers' side.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { GuardPolicy } from '../core/guards/policy.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';

export type JobState = 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';

export interface OrderCost {
  upstream: string;
  cost: MicroCredits | null;
  /** Whoever cancels an order that an upstream has pays all of it; absent in older jobs. */
  isOwed?: boolean;
}

export interface JobRow {
  seq: number;
  id: string;
  accountId: string;
  environment: Environment;
  kind: string;
  /** Its queue: 'main', 'quick' for jobs expected to be short, or 'batch'. */
  queue: string;
  state: JobState;
  payload: unknown;
  result: unknown;
  error: { code: string; message: string } | null;
  progress: number;
  stage: string;
  extra: Record<string, unknown> | null;
  size: number;
  version: number;
  holdId: string | null;
  held: MicroCredits;
  cost: MicroCredits | null;
  description: string;
  requestId: string | null;
  /** The lists that limit its models; null: none. */
  modelLists: readonly (readonly string[])[] | null;
  /** What an upstream bills for the order, whether or not its result arrives; null if none may serve it. */
  orderCost: OrderCost | null;
  /** When an upstream that bills got the order; null: none has it. */
  orderedAt: Date | null;
  /** Its key or plan keeps nothing. */
  keepsNothing: boolean;
  /** The guards of its call; null: none. */
  guards: GuardPolicy | null;
  attempt: number;
  worker: string | null;
  machine: string | null;
  createdAt: Date;
  startedAt: Date | null;
  /** Start of the current or last attempt. */
  runAt: Date | null;
  completedAt: Date | null;
}

export const JOB_COLUMNS = sql`seq, id, account_id as "accountId", environment, kind, queue, state, payload, result, error, progress, stage,
  extra, size, version, hold_id as "holdId", held, cost, description, request_id as "requestId", model_lists as "modelLists", order_cost as "orderCost", ordered_at as "orderedAt", keeps_nothing as "keepsNothing", guards, attempt, worker, machine,
  created_at as "createdAt", started_at as "startedAt", run_at as "runAt", completed_at as "completedAt"`;

export interface NewJob extends Owner {
  id: string;
  kind: string;
  queue: string;
  payload: unknown;
  size: number;
  description: string;
  requestId: string | null;
  modelLists: readonly (readonly string[])[] | null;
  orderCost: JobRow['orderCost'];
  keepsNothing: boolean;
  guards: GuardPolicy | null;
}

/** Counts a new job in its account's queue; returns how many of its jobs now wait. */
export async function addToAccountQueue(
  trx: Transaction,
  owner: Owner & { queue: string },
  maxRunning: number,
): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    insert into job_lanes as lane (account_id, environment, queue, max_running, waiting)
    values (${owner.accountId}, ${owner.environment}, ${owner.queue}, ${maxRunning}, 1)
    on conflict (account_id, environment, queue) do update set waiting = lane.waiting + 1, max_running = excluded.max_running
    returning waiting`.execute(trx);
  return rows[0]?.waiting ?? 0;
}

export async function insertJob(
  trx: Transaction,
  job: NewJob,
  hold: { id: string; amount: MicroCredits },
): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    insert into jobs (id, account_id, environment, kind, queue, payload, size, hold_id, held, description, request_id, model_lists, order_cost, keeps_nothing, guards)
    values (${job.id}, ${job.accountId}, ${job.environment}, ${job.kind}, ${job.queue}, ${toJson('jobs.payload', job.payload)}, ${job.size},
      ${hold.id}, ${hold.amount}, ${job.description}, ${job.requestId}, ${toJson('jobs.model_lists', job.modelLists)}, ${toJson('jobs.order_cost', job.orderCost)}, ${job.keepsNothing}, ${toJson('jobs.guards', job.guards)}::jsonb)
    returning ${JOB_COLUMNS}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('the job was not stored');
  return row;
}

export async function findJob(queries: Queries, owner: Owner, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`select ${JOB_COLUMNS} from jobs where id = ${id} and ${ownedBy(owner)}`.execute(
    queries,
  );
  return rows[0];
}

/** Waiting and running jobs of all accounts. */
export interface OpenJobs {
  kind: string;
  waiting: number;
  running: number;
  /** Since the oldest waiting job was created; null: none waits. */
  oldestSeconds: number | null;
}

/** Of each kind that has any. */
export async function countOpenJobs(queries: Queries): Promise<OpenJobs[]> {
  const { rows } = await sql<OpenJobs>`
    select kind, count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state = 'running') as running,
      extract(epoch from now() - min(created_at) filter (where state = 'waiting'))::float8 as "oldestSeconds"
    from jobs where state in ('waiting', 'running') group by kind`.execute(queries);
  return rows;
}

/** The unfinished jobs that one request created. */
export async function listJobsOfRequest(queries: Queries, owner: Owner, requestId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs where ${ownedBy(owner)} and request_id = ${requestId} and state in ('waiting', 'running')`.execute(
    queries,
  );
  return rows.map(({ id }) => id);
}

export interface JobFilter extends Owner {
  limit: number;
  beforeSeq?: number;
  /** The last job's id on the previous page. */
  after?: string;
  /** Newest first by default. */
  order?: 'asc' | 'desc';
  kinds?: readonly string[];
  states?: readonly JobState[];
}

export async function listJobs(queries: Queries, filter: JobFilter): Promise<JobRow[]> {
  const isOldestFirst = filter.order === 'asc';
  const beyond = isOldestFirst ? sql`>` : sql`<`;
  const { rows } = await sql<JobRow>`
    select ${JOB_COLUMNS} from jobs where ${ownedBy(filter)}
      ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
      ${filter.after === undefined ? sql`` : sql`and seq ${beyond} (select seq from jobs where id = ${filter.after} and ${ownedBy(filter)})`}
      ${filter.kinds === undefined ? sql`` : sql`and kind = any(${filter.kinds}::text[])`}
      ${filter.states === undefined ? sql`` : sql`and state = any(${filter.states}::text[])`}
    order by seq ${isOldestFirst ? sql`asc` : sql`desc`} limit ${filter.limit}`.execute(queries);
  return rows;
}

/** Deletes a job only if it has ended. */
export async function deleteJob(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from jobs where id = ${id} and ${ownedBy(owner)} and state in ('completed', 'failed', 'cancelled') and not holds_slot
    returning id`.execute(queries);
  return rows.length > 0;
}

export interface QueuePlace {
  /**
   * Its position among its account's unfinished jobs in the same environment and queue, from 1; running jobs come
   * first.
   */
  position: number;
  /** How many waiting jobs of other queues come before it. */
  othersAhead: number;
  /** How many jobs of this queue may run at once. */
  maxRunning: number;
}

/**
 * The accounts' queues take turns: the k-th job of a queue comes after k jobs of each queue served before it and k − 1
 * jobs of each queue served after it.
 */
export async function findQueuePlace(
  queries: Queries,
  job: Pick<JobRow, 'seq' | 'accountId' | 'environment' | 'queue'>,
): Promise<QueuePlace> {
  const { rows } = await sql<QueuePlace>`
    with mine as (
      select lane.*, (select count(*) from jobs where ${ownedBy(job)} and queue = ${job.queue} and state = 'waiting' and seq <= ${job.seq}) as k
      from job_lanes lane where ${ownedBy(job)} and queue = ${job.queue}
    )
    select greatest(1, mine.k + mine.running)::integer as position, mine.max_running as "maxRunning",
      coalesce(sum(least(other.waiting,
        case when (other.served_at, other.account_id, other.environment) < (mine.served_at, mine.account_id, mine.environment)
          then mine.k else mine.k - 1 end)), 0)::integer as "othersAhead"
    from mine left join job_lanes other
      on other.waiting > 0 and other.queue = mine.queue and (other.account_id, other.environment) <> (mine.account_id, mine.environment)
    group by mine.k, mine.running, mine.max_running`.execute(queries);
  return rows[0] ?? { position: 1, othersAhead: 0, maxRunning: 1 };
}

/** Waiting or running jobs of one kind. */
export interface QueuedWork {
  kind: string;
  state: 'waiting' | 'running';
  jobs: number;
  /** The sum of their sizes; for a running job only the remaining part. */
  size: number;
}

/** The jobs before this one in the same queue. */
export async function listOwnWorkAhead(
  queries: Queries,
  job: Pick<JobRow, 'seq' | 'accountId' | 'environment' | 'queue'>,
): Promise<QueuedWork[]> {
  const { rows } = await sql<QueuedWork>`
    select kind, 'waiting' as state, count(*)::integer as jobs, sum(size)::float8 as size
    from jobs where state = 'waiting' and ${ownedBy(job)} and queue = ${job.queue} and seq < ${job.seq} group by kind
    union all
    select kind, 'running', count(*)::integer, sum(size * (1 - progress))::float8
    from jobs where holds_slot and state = 'running' and ${ownedBy(job)} and queue = ${job.queue} group by kind`.execute(
    queries,
  );
  return rows;
}

/** The jobs of all accounts in one queue. Two queries, because each has its own index. */
export async function listAllWork(queries: Queries, queue: string): Promise<QueuedWork[]> {
  const { rows } = await sql<QueuedWork>`
    select kind, 'waiting' as state, count(*)::integer as jobs, sum(size)::float8 as size
    from jobs where state = 'waiting' and queue = ${queue} group by kind
    union all
    select kind, 'running', count(*)::integer, sum(size * (1 - progress))::float8
    from jobs where holds_slot and state = 'running' and queue = ${queue} group by kind`.execute(queries);
  return rows;
}

export interface MeasuredRun {
  size: number;
  runMs: number;
  machine: string;
}

export async function listMeasuredRuns(queries: Queries, kind: string, limit: number): Promise<MeasuredRun[]> {
  const { rows } = await sql<MeasuredRun>`
    select size, extract(epoch from completed_at - run_at)::float8 * 1000 as "runMs", coalesce(machine, '') as machine
    from jobs where kind = ${kind} and state = 'completed' and run_at is not null and completed_at is not null
    order by completed_at desc limit ${limit}`.execute(queries);
  return rows;
}

/** How many jobs all workers seen in the last 15 seconds can run at once. */
export async function countSlots(queries: Queries): Promise<number> {
  const { rows } = await sql<{ slots: number }>`
    select coalesce(sum(slots), 0)::integer as slots from workers where seen_at > now() - interval '15 seconds'`.execute(
    queries,
  );
  return rows[0]?.slots ?? 0;
}
