// Statements of the money: each is one commit, exact, and safe to run from many nodes at once.
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';

export interface HoldRequest {
  id: string;
  accountId: string;
  environment: Environment;
  amount: MicroCredits;
  /** The least that will do; below it the hold is refused. */
  minimum: MicroCredits;
  keyId: string | null;
  keyMonthlyCap: MicroCredits | null;
  module: string;
  model: string;
  requestId: string | null;
  jobId: string | null;
  ttlSeconds: number;
}

export const KEY_CAP_REACHED = -2;

/** Inside the caller's own transaction: the amount that was held, or -1 for not enough credits, or KEY_CAP_REACHED. */
export async function holdOne(queries: Queries, request: HoldRequest): Promise<number> {
  const [id, accountId, environment, amount, minimum, keyId, cap, module, model, requestId, jobId, ttl] =
    valuesOf(request);
  const { rows } = await sql<{ granted: number }>`select hold_one(
    ${id}, ${accountId}, ${environment}, ${amount}, ${minimum}, ${keyId}, ${cap}, ${module}, ${model}, ${requestId}, ${jobId}, ${ttl}
  ) as granted`.execute(queries);
  return rows[0]?.granted ?? -1;
}

/**
 * The same for many, without waiting for the disk. Losing such a hold in a crash is harmless: its call was never answered,
 * and a settlement that follows it reaches the disk together with everything before it.
 */
export async function holdMany(pool: Pool, requests: readonly HoldRequest[]): Promise<number[]> {
  const [only] = requests;
  if (only && requests.length === 1) {
    const { rows } = await pool.query<{ granted: number }>({
      name: 'hold_one',
      text: `select ${UNSYNCED}, hold_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as granted`,
      values: [...valuesOf(only)],
    });
    return rows.map(({ granted }) => granted);
  }
  const { rows } = await pool.query<{ granted: number[] }>({
    name: 'hold_batch',
    text: `select ${UNSYNCED}, hold_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)::float8[] as granted`,
    values: columnsOf(requests.map(valuesOf)),
  });
  return rows[0]?.granted ?? [];
}

const UNSYNCED = "set_config('synchronous_commit', 'off', true)";

/** In the order of the functions' parameters. */
function valuesOf(request: HoldRequest) {
  const { id, accountId, environment, amount, minimum, keyId, keyMonthlyCap, module, model } = request;
  const { requestId, jobId, ttlSeconds } = request;
  const cap = keyMonthlyCap ?? -1;
  return [
    id,
    accountId,
    environment,
    amount,
    minimum,
    keyId,
    cap,
    module,
    model,
    requestId,
    jobId,
    ttlSeconds,
  ] as const;
}

function columnsOf(rows: readonly (readonly unknown[])[]): unknown[][] {
  return (rows[0] ?? []).map((_value, column) => rows.map((row) => row[column]));
}

export interface UsageCount {
  promptTokens?: number;
  completionTokens?: number;
  images?: number;
  milliseconds?: number;
}

export interface Settlement {
  holdId: string;
  /** 0 releases. */
  cost: MicroCredits;
  description: string;
  /** Whether the use is counted in the statistics: not for calls that failed. */
  counted: boolean;
  usage: UsageCount;
}

export interface Settled {
  holdId: string;
  charged: MicroCredits;
  available: MicroCredits;
}

/** Inside the caller's own transaction; undefined when the hold ended already. */
export async function settleOne(queries: Queries, settlement: Settlement): Promise<Settled | undefined> {
  const [holdId, cost, entryId, description, counted, prompt, completion, images, ms] = endOf(settlement);
  const { rows } = await sql<Settled>`select hold_id as "holdId", charged, available from settle_one(
    ${holdId}, ${cost}, ${entryId}, ${description}, ${counted}, ${prompt}, ${completion}, ${images}, ${ms})`.execute(
    queries,
  );
  return rows[0];
}

/** The same for many, in one commit that is on disk when it returns. Holds that ended already are missing from the answer. */
export async function settleMany(pool: Pool, settlements: readonly Settlement[]): Promise<Settled[]> {
  const [only] = settlements;
  const isOne = only && settlements.length === 1;
  const { rows } = await pool.query<Settled>({
    name: isOne ? 'settle_one' : 'settle_batch',
    text: `select hold_id as "holdId", charged, available from ${isOne ? 'settle_one' : 'settle_batch'}($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: isOne ? [...endOf(only)] : columnsOf(settlements.map(endOf)),
  });
  return rows;
}

/** In the order of the functions' parameters. */
function endOf({ holdId, cost, description, counted, usage }: Settlement) {
  const { promptTokens = 0, completionTokens = 0, images = 0, milliseconds = 0 } = usage;
  return [
    holdId,
    cost,
    newId('txn'),
    description,
    counted,
    promptTokens,
    completionTokens,
    images,
    milliseconds,
  ] as const;
}

export type EntryType = 'purchase' | 'grant' | 'usage' | 'refund' | 'adjustment';

export interface Entry {
  /** Made up where the caller has no use for it. */
  id?: string;
  accountId: string;
  environment: Environment;
  type: EntryType;
  amount: MicroCredits;
  contra: 'revenue' | 'payments' | 'grants' | 'adjustments';
  paymentId?: string;
  requestId?: string;
  description: string;
}

/** The new balance, or undefined when a debit would reach below what is held. */
export async function postEntry(queries: Queries, entry: Entry): Promise<MicroCredits | undefined> {
  const { rows } = await sql<{ balance: number | null }>`select post_entry(
    ${entry.id ?? newId('txn')}, ${entry.accountId}, ${entry.environment}, ${entry.type}, ${entry.amount}, ${entry.contra},
    ${entry.paymentId ?? null}, ${entry.requestId ?? null}, ${entry.description}) as balance`.execute(queries);
  return rows[0]?.balance ?? undefined;
}

export interface BalanceRow {
  balance: MicroCredits;
  held: MicroCredits;
}

export async function readBalance(queries: Queries, accountId: string, environment: Environment): Promise<BalanceRow> {
  const { rows } = await sql<BalanceRow>`
    select balance, held from balances where account_id = ${accountId} and environment = ${environment}`.execute(
    queries,
  );
  return rows[0] ?? { balance: 0, held: 0 };
}

/** True for the one caller who finds out that the credits ran out. */
export async function markDepleted(queries: Queries, accountId: string, environment: Environment): Promise<boolean> {
  const { rows } = await sql`
    update balances set depleted_at = now()
    where account_id = ${accountId} and environment = ${environment} and depleted_at is null
    returning account_id`.execute(queries);
  return rows.length > 0;
}

const SWEEP_ROWS = 500;

/** Frees holds whose time is over: their node died before it could. One statement, so that none is extended in between. */
export async function releaseExpired(queries: Queries): Promise<number> {
  const { rows } = await sql<{ released: number }>`
    select count(*) as released
    from (
      select coalesce(array_agg(id), '{}') as ids, count(*)::integer as many
      from (select id from holds where expires_at < now() order by expires_at limit ${SWEEP_ROWS} for update skip locked) expired
    ) found,
    lateral settle_batch(
      ids, array_fill(0::bigint, array[many]), ids, array_fill('hold expired'::text, array[many]), array_fill(false, array[many]),
      array_fill(0::bigint, array[many]), array_fill(0::bigint, array[many]), array_fill(0::bigint, array[many]), array_fill(0::bigint, array[many]))`.execute(
    queries,
  );
  return rows[0]?.released ?? 0;
}

export async function extendHold(queries: Queries, holdId: string, ttlSeconds: number): Promise<boolean> {
  const { rows } = await sql`
    update holds set expires_at = now() + ${ttlSeconds} * interval '1 second' where id = ${holdId} returning id`.execute(
    queries,
  );
  return rows.length > 0;
}

/** Gives back what a request was charged whose answer never reached anybody. */
export async function refundRequest(
  queries: Queries,
  owner: { accountId: string; environment: Environment },
  requestId: string,
): Promise<void> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from ledger
    where account_id = ${owner.accountId} and environment = ${owner.environment} and request_id = ${requestId}
      and created_at > now() - interval '25 hours'`.execute(queries);
  const charged = rows[0]?.amount ?? 0;
  if (charged >= 0) return;
  await postEntry(queries, {
    ...owner,
    type: 'refund',
    amount: -charged,
    contra: 'revenue',
    requestId,
    description: 'the call was interrupted before its answer was stored',
  });
}
