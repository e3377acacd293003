// What upstreams may bill for an account's calls whose use they never told.
import type { Database } from '../../src/store/database.ts';

export async function estimatedCostOf({ pool }: Pick<Database, 'pool'>, accountId: string): Promise<number> {
  const { rows } = await pool.query<{ cost: number }>(
    `select coalesce(sum(estimated_cost), 0)::float8 as cost from (
       select estimated_cost from call_costs where account_id = $1
       union all select estimated_cost from cost_hourly where account_id = $1) booked`,
    [accountId],
  );
  return rows[0]?.cost ?? 0;
}
