// Settings of an account for low credits: automatic top-up and low-balance mail.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from './database.ts';

export interface BillingSettingsRow {
  topUpPackage: string | null;
  topUpBelow: MicroCredits | null;
  lowBalanceBelow: MicroCredits | null;
  receiptMail: boolean;
}

export async function readBillingSettings(queries: Queries, accountId: string): Promise<BillingSettingsRow> {
  const { rows } = await sql<BillingSettingsRow>`
    select top_up_package as "topUpPackage", top_up_below as "topUpBelow", low_balance_below as "lowBalanceBelow",
      receipt_mail as "receiptMail"
    from billing_settings where account_id = ${accountId}`.execute(queries);
  return rows[0] ?? { topUpPackage: null, topUpBelow: null, lowBalanceBelow: null, receiptMail: true };
}

export async function writeBillingSettings(
  queries: Queries,
  accountId: string,
  settings: BillingSettingsRow,
): Promise<void> {
  await sql`
    insert into billing_settings (account_id, top_up_package, top_up_below, low_balance_below, receipt_mail)
    values (${accountId}, ${settings.topUpPackage}, ${settings.topUpBelow}, ${settings.lowBalanceBelow}, ${settings.receiptMail})
    on conflict (account_id) do update set top_up_package = excluded.top_up_package, top_up_below = excluded.top_up_below,
      low_balance_below = excluded.low_balance_below, low_balance_told_at = null, receipt_mail = excluded.receipt_mail`.execute(
    queries,
  );
}

export interface LowAccount {
  accountId: string;
  email: string;
  available: MicroCredits;
}

const AVAILABLE = sql`b.available`;

/** Accounts below their low-balance threshold that were not notified yet. Each is returned once until its balance has recovered. */
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

export interface DueTopUp {
  accountId: string;
  package: string;
  /** The test card of the account's subscription at the built-in gateway. */
  card: string | null;
}

/** Accounts to top up now: below their threshold, and without a top-up in the last ten minutes. */
export async function takeDueTopUps(trx: Transaction): Promise<DueTopUp[]> {
  const { rows } = await sql<DueTopUp>`
    update billing_settings s set top_up_started_at = now() from credits b
    where b.account_id = s.account_id and b.environment = 'live' and s.top_up_package is not null and ${AVAILABLE} < s.top_up_below
      and (s.top_up_started_at is null or s.top_up_started_at < now() - interval '10 minutes')
    returning s.account_id as "accountId", s.top_up_package as package,
      (select card from subscriptions u where u.account_id = s.account_id and u.environment = 'live' and u.gateway = 'builtin' and u.status = 'active') as card`.execute(
    trx,
  );
  return rows;
}
