// An account's settings for low credits: automatic top-up and low-balance mail.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from './database.ts';

export interface BillingSettingsRow {
  topUpPackage: string | null;
  topUpBelow: MicroCredits | null;
  topUpsPerDay: number;
  lowBalanceBelow: MicroCredits | null;
  receiptMail: boolean;
}

export interface StoredBillingSettings extends BillingSettingsRow {
  /** Why and since when automatic top-up is paused; null: it is not. */
  topUpPausedAt: Date | null;
  topUpProblem: string | null;
}

export async function readBillingSettings(queries: Queries, accountId: string): Promise<StoredBillingSettings> {
  const { rows } = await sql<StoredBillingSettings>`
    select top_up_package as "topUpPackage", top_up_below as "topUpBelow", top_ups_per_day as "topUpsPerDay",
      top_up_paused_at as "topUpPausedAt", top_up_problem as "topUpProblem", low_balance_below as "lowBalanceBelow",
      receipt_mail as "receiptMail"
    from billing_settings where account_id = ${accountId}`.execute(queries);
  return (
    rows[0] ?? {
      topUpPackage: null,
      topUpBelow: null,
      topUpsPerDay: 3,
      topUpPausedAt: null,
      topUpProblem: null,
      lowBalanceBelow: null,
      receiptMail: true,
    }
  );
}

export async function writeBillingSettings(
  queries: Queries,
  accountId: string,
  settings: BillingSettingsRow & { isResumed: boolean },
): Promise<void> {
  await sql`
    insert into billing_settings (account_id, top_up_package, top_up_below, low_balance_below, receipt_mail, top_ups_per_day)
    values (${accountId}, ${settings.topUpPackage}, ${settings.topUpBelow}, ${settings.lowBalanceBelow}, ${settings.receiptMail}, ${settings.topUpsPerDay})
    on conflict (account_id) do update set top_up_package = excluded.top_up_package, top_up_below = excluded.top_up_below,
      low_balance_below = excluded.low_balance_below, low_balance_told_at = null, receipt_mail = excluded.receipt_mail,
      top_ups_per_day = excluded.top_ups_per_day,
      top_up_paused_at = case when ${settings.isResumed} then null else billing_settings.top_up_paused_at end,
      top_up_problem = case when ${settings.isResumed} then null else billing_settings.top_up_problem end`.execute(
    queries,
  );
}

export interface LowAccount {
  accountId: string;
  email: string;
  available: MicroCredits;
}

const AVAILABLE = sql`b.available`;

/**
 * Accounts below their low-balance threshold that have not been notified. Each is returned once until its balance
 * recovers.
 */
export async function takeLowAccounts(trx: Transaction): Promise<LowAccount[]> {
  await sql`
    update billing_settings s set low_balance_told_at = null from credits b
    where b.account_id = s.account_id and b.environment = 'live' and s.low_balance_told_at is not null and ${AVAILABLE} >= s.low_balance_below`.execute(
    trx,
  );
  const { rows } = await sql<LowAccount>`
    update billing_settings s set low_balance_told_at = now() from credits b, accounts a
    where b.account_id = s.account_id and a.id = s.account_id and b.environment = 'live' and s.low_balance_below is not null
      and s.low_balance_told_at is null and ${AVAILABLE} < s.low_balance_below
    returning s.account_id as "accountId", a.email, ${AVAILABLE} as available`.execute(trx);
  return rows;
}
