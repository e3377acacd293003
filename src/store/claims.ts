// Statements of the charges that were noted in a journal first, and of the claims they are taken from.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { LeftNotes } from './charge-journal.ts';
import { callOf, type LeaseCharge } from './leases.ts';

interface Claim {
  id: string;
  accountId: string;
  environment: Environment;
}

/** As apply_charges reads it. */
export function noteOf(seq: number, charge: LeaseCharge): string {
  return `{"seq":${seq},${JSON.stringify(callOf(charge)).slice(1)}`;
}

/** On disk when it returns: what is noted must find its claim again, whatever happens. */
export async function extendClaim(
  pool: Pool,
  { id, accountId, environment }: Claim,
  wanted: MicroCredits,
  least: MicroCredits,
): Promise<{ got: MicroCredits; beside: MicroCredits }> {
  const { rows } = await pool.query<{ got: MicroCredits; beside: MicroCredits }>({
    name: 'extend_claim',
    text: 'select got, beside from extend_claim($1, $2, $3, $4, $5)',
    values: [id, accountId, environment, wanted, least],
  });
  return rows[0] ?? { got: 0, beside: 0 };
}

/** What the account has beside its claim then; undefined when there was none. */
export async function reduceClaim(
  pool: Pool,
  { id, accountId, environment }: Claim,
  unused: MicroCredits,
): Promise<MicroCredits | undefined> {
  const { rows } = await pool.query<{ beside: MicroCredits | null }>('select reduce_claim($1, $2, $3, $4) as beside', [
    id,
    accountId,
    environment,
    unused,
  ]);
  return rows[0]?.beside ?? undefined;
}

export const CLAIMS_WANTED = 'claims_wanted';
const ANSWER_MS = 300;
const LOOK_MS = 20;

/** Asks the process that has a claim on an account for its unused part; whether it gave any back in time. */
export async function askForClaim(pool: Pool, owner: Omit<Claim, 'id'>): Promise<boolean> {
  const { accountId, environment } = owner;
  const look = async () => {
    const { rows } = await pool.query<{ claimed: MicroCredits }>('select claimed($1, $2)', [accountId, environment]);
    return rows[0]?.claimed ?? 0;
  };
  const before = await look();
  if (before === 0) return false;
  await pool.query('select pg_notify($1, $2)', [CLAIMS_WANTED, `${accountId} ${environment}`]);
  const untilMs = Date.now() + ANSWER_MS;
  let now = before;
  while (now > 0 && Date.now() < untilMs) {
    await sleep(LOOK_MS);
    now = await look();
  }
  return now < before;
}

/** Who wants it, out of such a question. */
export function ownerWanting(payload: string): Omit<Claim, 'id'> {
  const [accountId = '', environment] = payload.split(' ');
  return { accountId, environment: environment === 'test' ? 'test' : 'live' };
}

export async function endClaims(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query('select end_claims($1)', [ids]);
}

/** On disk when it returns; what the account of each claim has beside it. Notes that the ledger has already are passed over. */
export async function applyCharges(
  pool: Pool,
  { journal, upto, notes }: LeftNotes,
): Promise<Map<string, MicroCredits>> {
  const { rows } = await pool.query<{ lease: string; beside: MicroCredits }>({
    name: 'apply_charges',
    text: 'select lease, beside from apply_charges($1, $2, $3)',
    values: [journal, upto, `[${notes}]`],
  });
  return new Map(rows.map(({ lease, beside }) => [lease, beside]));
}

const INTEGRITY = /^23/;

/** The database is there and does not want it: trying again changes nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && INTEGRITY.test(String(error.code));
}

/** The journals that this database has charges of: at most one, unless a start was cut off. */
export async function listJournals(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from charge_journals');
  return rows.map(({ id }) => id);
}

/** Puts a new journal in the place of all others, whose notes were applied, and frees their claims. */
export async function beginJournal(pool: Pool, id: string): Promise<void> {
  await endJournals(pool);
  await pool.query('insert into charge_journals (id) values ($1)', [id]);
}

export async function endJournals(pool: Pool): Promise<void> {
  await pool.query('with gone as (delete from charge_journals) select end_claims(null)');
}
