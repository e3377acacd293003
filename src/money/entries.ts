// Credit movements outside of calls (purchases, grants, refunds, adjustments) and balances.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { noteDepletion } from './depletion.ts';
import { releaseHoldsOfRequest } from './statements.ts';

export type EntryType =
  | 'purchase'
  | 'grant'
  | 'usage'
  | 'refund'
  | 'adjustment'
  | 'redemption'
  | 'coupon'
  | 'referral'
  | 'expiry';

export interface Entry {
  /** Generated if omitted. */
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

/** Returns the new balance, or undefined if a debit exceeds the credits that are not held. */
export async function postEntry(trx: Transaction, entry: Entry): Promise<MicroCredits | undefined> {
  const { accountId, environment, amount, paymentId = null, requestId = null } = entry;
  const { rows } = await sql<{ balance: number | null }>`select post_entry(
    ${entry.id ?? newId('txn')}, ${accountId}, ${environment}, ${entry.type}, ${amount}, ${entry.contra},
    ${paymentId}, ${requestId}, ${entry.description}) as balance`.execute(trx);
  const balance = rows[0]?.balance ?? undefined;
  if (amount < 0 && balance !== undefined) await noteDepletion(trx, { accountId, environment, requestId }, 'empty');
  return balance;
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

/** A new account has an empty balance in each environment. */
export async function openBalances(trx: Transaction, accountId: string): Promise<void> {
  await sql`insert into balances (account_id, environment) values (${accountId}, 'live'), (${accountId}, 'test')`.execute(
    trx,
  );
}

/**
 * Undoes a request whose response never reached the client: releases its open holds, so that no note of them is charged
 * later, and refunds its charges.
 */
export async function refundRequest(
  trx: Transaction,
  owner: { accountId: string; environment: Environment },
  requestId: string,
): Promise<void> {
  await releaseHoldsOfRequest(trx, owner, requestId);
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from ledger
    where account_id = ${owner.accountId} and environment = ${owner.environment} and request_id = ${requestId}
      and created_at > now() - interval '25 hours'`.execute(trx);
  const charged = rows[0]?.amount ?? 0;
  if (charged >= 0) return;
  await postEntry(trx, {
    ...owner,
    type: 'refund',
    amount: -charged,
    contra: 'revenue',
    requestId,
    description: 'the call was interrupted before its answer was stored',
  });
}
