// Runs of agents: a budget for the calls that name a run, and the list of these calls.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface Run {
  seq: number;
  id: string;
  /** The key that opened it; null: a signed-in user. */
  keyId: string | null;
  budget: MicroCredits;
  spent: MicroCredits;
  held: MicroCredits;
  calls: number;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

export interface RunCall {
  seq: number;
  module: string;
  model: string;
  keyId: string | null;
  customerId: string | null;
  requestId: string | null;
  jobId: string | null;
  promptTokens: number;
  completionTokens: number;
  credits: MicroCredits;
  createdAt: Date;
}

interface PageOf {
  limit: number;
  beforeSeq?: number | undefined;
}

const COLUMNS = sql`seq, id, key_id as "keyId", budget, spent, held, calls, created_at as "createdAt", last_used_at as "lastUsedAt",
  expires_at as "expiresAt"`;

/** Newest first. */
export async function listRuns(queries: Queries, owner: Owner, { limit, beforeSeq }: PageOf): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select ${COLUMNS} from runs
    where ${ownedBy(owner)} ${beforeSeq === undefined ? sql`` : sql`and seq < ${beforeSeq}`}
    order by seq desc limit ${limit}`.execute(queries);
  return rows;
}

export async function findRun(queries: Queries, owner: Owner, id: string): Promise<Run | undefined> {
  const { rows } = await sql<Run>`select ${COLUMNS} from runs where ${ownedBy(owner)} and id = ${id}`.execute(queries);
  return rows[0];
}

/** Newest first. */
export async function listRunCalls(
  queries: Queries,
  { id, ...owner }: Owner & { id: string },
  { limit, beforeSeq }: PageOf,
): Promise<RunCall[]> {
  const { rows } = await sql<RunCall>`
    select seq, module, model, key_id as "keyId", customer_id as "customerId", request_id as "requestId", job_id as "jobId",
      prompt_tokens as "promptTokens", completion_tokens as "completionTokens", credits, created_at as "createdAt"
    from run_calls
    where ${ownedBy(owner)} and run_id = ${id} ${beforeSeq === undefined ? sql`` : sql`and seq < ${beforeSeq}`}
    order by seq desc limit ${limit}`.execute(queries);
  return rows;
}

export async function setRunBudget(
  queries: Queries,
  { id, ...owner }: Owner & { id: string },
  budget: MicroCredits,
): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    update runs set budget = ${budget} where ${ownedBy(owner)} and id = ${id} returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

/** From now on it accepts no calls; running calls are charged when they end. */
export async function closeRun(queries: Queries, { id, ...owner }: Owner & { id: string }): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    update runs set expires_at = least(expires_at, now()) where ${ownedBy(owner)} and id = ${id}
    returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

const BATCH = 500;
const KEPT_DAYS = 30;

/** Runs that ended long ago, with the list of their calls; the ledger keeps the charges. */
export async function deleteOldRuns(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from runs where ctid = any(array(
      select ctid from runs where expires_at < now() - ${KEPT_DAYS} * interval '1 day' and held = 0 limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}
