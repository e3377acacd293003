// The job queue as the operator sees it: the jobs of all accounts, without their contents.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';
import type { JobState } from './jobs.ts';
import type { Owner } from './owner.ts';

export interface JobLine extends Owner {
  seq: number;
  id: string;
  email: string;
  kind: string;
  state: JobState;
  stage: string;
  progress: number;
  attempt: number;
  machine: string | null;
  error: { code: string; message: string } | null;
  held: MicroCredits;
  cost: MicroCredits | null;
  createdAt: Date;
  startedAt: Date | null;
  completedAt: Date | null;
}

export const JOB_LINE_STATES = ['open', 'waiting', 'running', 'completed', 'failed', 'cancelled'] as const;

export interface JobLineFilter {
  limit: number;
  beforeSeq?: number;
  state?: (typeof JOB_LINE_STATES)[number];
  kind?: string;
  accountId?: string;
}

const COLUMNS = sql`j.seq, j.id, j.account_id as "accountId", j.environment, a.email, j.kind, j.state, j.stage, j.progress, j.attempt,
  j.machine, j.error, j.held, j.cost, j.created_at as "createdAt", j.started_at as "startedAt", j.completed_at as "completedAt"`;

const OPEN = sql`j.state in ('waiting', 'running')`;

// Literals instead of parameters: only then can the planner use the partial indexes.
const STATE_IS: Record<(typeof JOB_LINE_STATES)[number], typeof OPEN> = {
  open: OPEN,
  waiting: sql`${OPEN} and j.state = 'waiting'`,
  running: sql`${OPEN} and j.state = 'running'`,
  completed: sql`j.state = 'completed'`,
  failed: sql`j.state = 'failed'`,
  cancelled: sql`j.state = 'cancelled'`,
};

/** Newest first. */
export async function listJobLines(queries: Queries, filter: JobLineFilter): Promise<JobLine[]> {
  const { rows } = await sql<JobLine>`
    select ${COLUMNS} from jobs j join accounts a on a.id = j.account_id where true
      ${filter.state === undefined ? sql`` : sql`and ${STATE_IS[filter.state]}`}
      ${filter.beforeSeq === undefined ? sql`` : sql`and j.seq < ${filter.beforeSeq}`}
      ${filter.kind === undefined ? sql`` : sql`and j.kind = ${filter.kind}`}
      ${filter.accountId === undefined ? sql`` : sql`and j.account_id = ${filter.accountId}`}
    order by j.seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}

export async function findJobLine(queries: Queries, id: string): Promise<JobLine | undefined> {
  const { rows } = await sql<JobLine>`
    select ${COLUMNS} from jobs j join accounts a on a.id = j.account_id where j.id = ${id}`.execute(queries);
  return rows[0];
}

export interface KindCount {
  kind: string;
  waiting: number;
  running: number;
  oldestAt: Date;
}

export interface AccountCount {
  accountId: string;
  email: string;
  environment: Environment;
  waiting: number;
  running: number;
  oldestAt: Date;
}

export interface WorkerLine {
  id: string;
  machine: string;
  slots: number;
  seenAt: Date;
}

const BUSIEST_ACCOUNTS = 50;
const MAX_WORKERS = 500;

export async function readQueue(
  queries: Queries,
): Promise<{ kinds: KindCount[]; accounts: AccountCount[]; workers: WorkerLine[] }> {
  const counts = sql`count(*) filter (where j.state = 'waiting') as waiting, count(*) filter (where j.state = 'running') as running,
    min(j.created_at) as "oldestAt"`;
  const [kinds, accounts, workers] = await Promise.all([
    sql<KindCount>`select j.kind, ${counts} from jobs j where ${OPEN} group by j.kind order by j.kind`.execute(queries),
    sql<AccountCount>`
      select busy.*, a.email from (
        select j.account_id as "accountId", j.environment, ${counts} from jobs j where ${OPEN}
        group by j.account_id, j.environment order by count(*) desc, j.account_id, j.environment limit ${BUSIEST_ACCOUNTS}
      ) busy join accounts a on a.id = busy."accountId" order by waiting + running desc, a.id, busy.environment`.execute(
      queries,
    ),
    sql<WorkerLine>`
      select id, machine, slots, seen_at as "seenAt" from workers where seen_at > now() - interval '1 minute'
      order by machine, id limit ${MAX_WORKERS}`.execute(queries),
  ]);
  return { kinds: kinds.rows, accounts: accounts.rows, workers: workers.rows };
}

const SWEEP_ROWS = 500;

/** Open jobs of suspended accounts: from calls that were running at the suspension, or left by a node that died. */
export async function listJobsOfSuspended(
  queries: Queries,
  accountId?: string,
): Promise<{ id: string; accountId: string; environment: Environment }[]> {
  const { rows } = await sql<{ id: string; accountId: string; environment: Environment }>`
    select j.id, j.account_id as "accountId", j.environment from accounts a join jobs j on j.account_id = a.id
    where a.suspended_at is not null and ${OPEN} ${accountId === undefined ? sql`` : sql`and a.id = ${accountId}`}
    order by j.seq limit ${SWEEP_ROWS}`.execute(queries);
  return rows;
}
