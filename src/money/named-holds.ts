// Holds of calls that name an end customer or a run: granted within the customer's caps and the run's budget, in one statement.
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Queries } from '../store/database.ts';
import { findRun } from '../store/runs.ts';
import { MAX_CUSTOMERS, MAX_RUNS, RUN_SPENT, refuseByRun } from './named-terms.ts';
import type { HoldRequest } from './statements.ts';

export interface NamedGrant {
  /** The value that hold_one returns, or one of the refusals below. */
  granted: number;
  /** Whether caps apply to the customer. */
  isCapped: boolean;
  /** The cap or budget that limited the hold below the requested amount; 0: none did. */
  limitedBy: number;
}

/** How long a run accepts calls after its first one. */
const RUN_SECONDS = 7 * 24 * 60 * 60;

/** Runs in the caller's transaction. */
export async function holdNamed(queries: Queries, request: HoldRequest): Promise<number> {
  const { rows } = await sql<{ granted: number | null }>`
    select granted from hold_named(${JSON.stringify([callOf(request)])})`.execute(queries);
  return rows[0]?.granted ?? -1;
}

/** The same for many calls, without waiting for the disk, like holdMany. */
export async function holdManyNamed(pool: Pool, requests: readonly HoldRequest[]): Promise<NamedGrant[]> {
  const { rows } = await pool.query<{ place: number; granted: number; is_capped: boolean; limited_by: number }>({
    name: 'hold_named',
    text: "select coalesce(place::integer, 0) as place, coalesce(granted, -1) as granted, coalesce(is_capped, true) as is_capped, coalesce(limited_by, 0) as limited_by, set_config('synchronous_commit', 'off', true) from hold_named($1)",
    values: [JSON.stringify(requests.map(callOf))],
  });
  const found = new Map(rows.map((row) => [row.place, row]));
  return requests.map((_, index) => {
    const row = found.get(index + 1);
    return { granted: row?.granted ?? -1, isCapped: row?.is_capped ?? true, limitedBy: row?.limited_by ?? 0 };
  });
}

/**
 * A call larger than its run's remaining budget is refused with both figures; a run with no budget left is refused like
 * any other.
 */
export async function refuseLargeCall(queries: Queries, request: HoldRequest, granted: number): Promise<void> {
  const id = request.named?.run?.id;
  if (granted !== RUN_SPENT || id === undefined) return;
  // Also finds a run that this call opened.
  const run = await findRun(queries, request, id);
  if (run) refuseByRun(run, request.minimum);
}

function callOf(request: HoldRequest): object {
  const { id, accountId, environment, amount, minimum, keyId, module, model, requestId, jobId, named } = request;
  return {
    ...{ hold: id, account: accountId, environment, amount, minimum, key: keyId, cap: request.keyMonthlyCap ?? -1 },
    ...{ module, model, request: requestId, job: jobId, ttl: request.ttlSeconds, more_caps: request.caps },
    ...{ member: request.memberSpender, member_cap: request.memberMonthlyCap ?? -1 },
    ...{ customer: named?.customer, run: named?.run?.id, run_budget: named?.run?.budget },
    ...{ customer_day_cap: named?.customerCaps.daily, customer_month_cap: named?.customerCaps.monthly },
    ...{ run_seconds: RUN_SECONDS, max_customers: MAX_CUSTOMERS, max_runs: MAX_RUNS },
  };
}
