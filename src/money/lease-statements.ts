// Statements of the leases: parts of a balance that a node has set aside, so that it can grant holds in memory.
import type { Pool } from 'pg';
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { UsageCount } from './ledger.ts';

export interface LeaseRequest {
  id: string;
  isNew: boolean;
  accountId: string;
  environment: Environment;
  wanted: MicroCredits;
}

/** A node that died holds its leases no longer than this. */
const LEASE_SECONDS = 120;

export const LEASE_TAKEN_BACK = -1;

/** How much was added: perhaps less than was wanted, perhaps nothing, or LEASE_TAKEN_BACK. Losing it in a crash harms nobody. */
export async function extendLease(pool: Pool, request: LeaseRequest): Promise<MicroCredits> {
  const { id, isNew, accountId, environment, wanted } = request;
  const { rows } = await pool.query<{ got: number }>({
    name: 'extend_lease',
    text: "select set_config('synchronous_commit', 'off', true), extend_lease($1, $2, $3, $4, $5, $6) as got",
    values: [id, isNew, accountId, environment, wanted, LEASE_SECONDS],
  });
  return rows[0]?.got ?? 0;
}

export interface LeaseCharge {
  leaseId: string;
  accountId: string;
  environment: Environment;
  cost: MicroCredits;
  keyId: string | null;
  module: string;
  model: string;
  requestId: string | null;
  description: string;
  usage: UsageCount;
}

/** What the account of each charge has left; undefined: its lease was taken back and nothing was charged. On disk when it returns. */
export async function chargeLeases(pool: Pool, charges: readonly LeaseCharge[]): Promise<(MicroCredits | undefined)[]> {
  const [only] = charges;
  if (only && charges.length === 1) return [await chargeOne(pool, only)];
  const { rows } = await pool.query<{ lease: string; available: number }>({
    name: 'charge_leases',
    text: 'select lease, available from charge_leases($1)',
    values: [JSON.stringify(charges.map(callOf))],
  });
  const byLease = new Map(rows.map(({ lease, available }) => [lease, available]));
  return charges.map(({ leaseId }) => byLease.get(leaseId));
}

async function chargeOne(pool: Pool, charge: LeaseCharge): Promise<MicroCredits | undefined> {
  const { rows } = await pool.query<{ available: number | null }>({
    name: 'charge_lease',
    text: 'select charge_lease($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as available',
    values: Object.values(callOf(charge)),
  });
  return rows[0]?.available ?? undefined;
}

/** In the order of the function's parameters. */
function callOf(charge: LeaseCharge) {
  const { usage } = charge;
  return {
    lease: charge.leaseId,
    cost: charge.cost,
    entry_id: newId('txn'),
    account_id: charge.accountId,
    environment: charge.environment,
    key_id: charge.keyId,
    module: charge.module,
    model: charge.model,
    request_id: charge.requestId,
    description: charge.description,
    prompt_tokens: usage.promptTokens ?? 0,
    completion_tokens: usage.completionTokens ?? 0,
    images: usage.images ?? 0,
    milliseconds: usage.milliseconds ?? 0,
  };
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

/** Frees what nodes that died had set aside. */
export async function endExpiredLeases(pool: Pool): Promise<void> {
  await pool.query(
    'select end_leases(array(select id from leases where expires_at < now() order by expires_at limit $1))',
    [SWEEP_ROWS],
  );
}
