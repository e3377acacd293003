// SQL statements of leases: parts of a balance that a node reserves, so that it can grant holds in memory.
import type { Pool } from 'pg';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';

export interface LeaseRequest {
  id: string;
  isNew: boolean;
  accountId: string;
  environment: Environment;
  wanted: MicroCredits;
}

/** The leases of a dead node expire after this time. */
const LEASE_SECONDS = 120;

export const LEASE_TAKEN_BACK = -1;

/** Returns the added amount, which may be less than requested or 0, or LEASE_TAKEN_BACK. Losing it in a crash is harmless. */
export async function extendLease(pool: Pool, request: LeaseRequest): Promise<MicroCredits> {
  const { id, isNew, accountId, environment, wanted } = request;
  const { rows } = await pool.query<{ got: number | null }>({
    name: 'extend_lease',
    text: "select set_config('synchronous_commit', 'off', true), extend_lease($1, $2, $3, $4, $5, $6) as got",
    values: [id, isNew, accountId, environment, wanted, LEASE_SECONDS],
  });
  return rows[0]?.got ?? 0;
}

export async function keepLeases(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query("update leases set expires_at = now() + $2 * interval '1 second' where id = any($1)", [
    ids,
    LEASE_SECONDS,
  ]);
}

export async function endLeases(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query('select end_leases($1)', [ids]);
}

const SWEEP_ROWS = 500;

/** Frees the leases of dead nodes. */
export async function endExpiredLeases(pool: Pool): Promise<void> {
  await pool.query(
    'select end_leases(array(select id from leases where expires_at < now() order by expires_at limit $1))',
    [SWEEP_ROWS],
  );
}
