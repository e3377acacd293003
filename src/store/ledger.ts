// Statements of the money: each is one commit, exact, and safe to run from many nodes at once.
import { type RawBuilder, sql } from 'kysely';
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

/** For each request the amount that was held, or -1 for not enough credits, or KEY_CAP_REACHED. */
export function holdAll(queries: Queries, requests: readonly HoldRequest[]): Promise<number[]> {
  return runHolds(queries, requests, sql``);
}

/**
 * The same without waiting for the disk. Losing such a hold in a crash is harmless: its call was never answered, and a
 * settlement that follows it reaches the disk together with everything before it.
 */
export function holdAllUnsynced(queries: Queries, requests: readonly HoldRequest[]): Promise<number[]> {
  return runHolds(queries, requests, sql`set_config('synchronous_commit', 'off', true),`);
}

async function runHolds(
  queries: Queries,
  requests: readonly HoldRequest[],
  setting: RawBuilder<unknown>,
): Promise<number[]> {
  const [only] = requests;
  if (only && requests.length === 1) {
    const { rows } = await sql<{ granted: number }>`select ${setting} hold_one(
      ${only.id}, ${only.accountId}, ${only.environment}, ${only.amount}, ${only.minimum}, ${only.keyId}, ${only.keyMonthlyCap ?? -1},
      ${only.module}, ${only.model}, ${only.requestId}, ${only.jobId}, ${only.ttlSeconds}) as granted`.execute(queries);
    return rows.map(({ granted }) => granted);
  }
  const { rows } = await sql<{ granted: number[] }>`select ${setting} hold_batch(
    ${requests.map((request) => request.id)}::text[], ${requests.map((request) => request.accountId)}::text[],
    ${requests.map((request) => request.environment)}::text[], ${requests.map((request) => request.amount)}::bigint[],
    ${requests.map((request) => request.minimum)}::bigint[], ${requests.map((request) => request.keyId)}::text[],
    ${requests.map((request) => request.keyMonthlyCap ?? -1)}::bigint[], ${requests.map((request) => request.module)}::text[],
    ${requests.map((request) => request.model)}::text[], ${requests.map((request) => request.requestId)}::text[],
    ${requests.map((request) => request.jobId)}::text[], ${requests.map((request) => request.ttlSeconds)}::integer[]
  )::float8[] as granted`.execute(queries);
  return rows[0]?.granted ?? [];
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

/** Holds that ended already are missing from the answer. */
export function settleAll(queries: Queries, settlements: readonly Settlement[]): Promise<Settled[]> {
  return runSettlements(queries, settlements, sql`true`);
}

/**
 * The same without waiting for the disk, so that the next batch need not wait for the rows of this one. Nobody may be told
 * of it before `flushLedger` has returned.
 */
export function settleAllUnsynced(queries: Queries, settlements: readonly Settlement[]): Promise<Settled[]> {
  return runSettlements(queries, settlements, sql`set_config('synchronous_commit', 'off', true) is not null`);
}

async function runSettlements(
  queries: Queries,
  settlements: readonly Settlement[],
  setting: RawBuilder<unknown>,
): Promise<Settled[]> {
  const [only] = settlements;
  const call = only && settlements.length === 1 ? settleOne(only) : settleBatch(settlements);
  const { rows } =
    await sql<Settled>`select hold_id as "holdId", charged, available from ${call} where ${setting}`.execute(queries);
  return rows;
}

function settleOne({ holdId, cost, description, counted, usage }: Settlement): RawBuilder<unknown> {
  const { promptTokens = 0, completionTokens = 0, images = 0, milliseconds = 0 } = usage;
  return sql`settle_one(${holdId}, ${cost}, ${newId('txn')}, ${description}, ${counted}, ${promptTokens}, ${completionTokens}, ${images}, ${milliseconds})`;
}

function settleBatch(settlements: readonly Settlement[]): RawBuilder<unknown> {
  return sql`settle_batch(
    ${settlements.map((one) => one.holdId)}::text[], ${settlements.map((one) => one.cost)}::bigint[],
    ${settlements.map(() => newId('txn'))}::text[], ${settlements.map((one) => one.description)}::text[],
    ${settlements.map((one) => one.counted)}::boolean[],
    ${settlements.map((one) => one.usage.promptTokens ?? 0)}::bigint[], ${settlements.map((one) => one.usage.completionTokens ?? 0)}::bigint[],
    ${settlements.map((one) => one.usage.images ?? 0)}::bigint[], ${settlements.map((one) => one.usage.milliseconds ?? 0)}::bigint[])`;
}

/** Once it returns, everything committed before it is on the disk: a commit writes out all of the log up to itself. */
export async function flushLedger(queries: Queries): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'atelier', '')`.execute(queries);
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

/** Frees holds whose time is over: their node died before it could. */
export async function releaseExpired(queries: Queries): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from holds where expires_at < now() order by expires_at limit ${SWEEP_ROWS} for update skip locked`.execute(
    queries,
  );
  if (rows.length === 0) return 0;
  const released = await settleAll(
    queries,
    rows.map(({ id }) => ({ holdId: id, cost: 0, description: 'hold expired', counted: false, usage: {} })),
  );
  return released.length;
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
