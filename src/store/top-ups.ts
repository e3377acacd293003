// Automatic top-ups: due, in progress, and ended.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';

export interface DueTopUp {
  accountId: string;
  package: string;
  /** The test card of the account's subscription at the built-in gateway. */
  card: string | null;
}

/** Whether the settings `d` require a purchase now, given the credits `b` of account `a`. */
const IS_WANTED = sql`(d.top_up_package is not null and d.top_up_paused_at is null and b.available < d.top_up_below and a.suspended_at is null)`;

/**
 * Accounts to top up now: below their threshold, not paused or suspended, with no top-up in progress or started in the
 * last ten minutes, and below their daily limit. Also locks the account, which a refund locks before it pauses the
 * settings.
 */
export async function takeDueTopUps(trx: Transaction, limit: number): Promise<DueTopUp[]> {
  const { rows } = await sql<DueTopUp>`
    update billing_settings s set top_up_started_at = now() from (
      select d.account_id from billing_settings d join credits b on b.account_id = d.account_id and b.environment = 'live' join accounts a on a.id = d.account_id
      where ${IS_WANTED}
        and (d.top_up_started_at is null or d.top_up_started_at < now() - interval '10 minutes')
        and not exists (select from top_ups t where t.account_id = d.account_id and t.state = 'started')
        and (select count(*) from top_ups t where t.account_id = d.account_id and t.started_at > now() - interval '1 day') < d.top_ups_per_day
      order by d.account_id limit ${limit} for update of d skip locked for key share of a skip locked) due
    where s.account_id = due.account_id and s.top_up_package is not null
    returning s.account_id as "accountId", s.top_up_package as package,
      (select card from subscriptions u where u.account_id = s.account_id and u.environment = 'live' and u.gateway = 'builtin' and u.status = 'active' limit 1) as card`.execute(
    trx,
  );
  return rows;
}

export interface TopUp {
  id: string;
  accountId: string;
  gateway: string;
  /** Minor units, with tax. */
  amount: number;
  tax: number;
  currency: string;
  credits: number;
  description: string;
  state: 'started' | 'paid' | 'failed';
  /** The charge, chosen once: a retry must be the same call. */
  card: string | null;
  /** Stripe's tax calculation. */
  calculation: string | null;
  startedAt: Date;
}

const COLUMNS = sql`id, account_id as "accountId", gateway, amount, tax, currency, credits, description, state, card, calculation,
  started_at as "startedAt"`;

export type NewTopUp = Pick<TopUp, 'id' | 'accountId' | 'gateway' | 'amount' | 'currency' | 'credits' | 'description'>;

export async function insertTopUp(trx: Transaction, of: NewTopUp): Promise<void> {
  await sql`
    insert into top_ups (id, account_id, gateway, amount, currency, credits, description)
    values (${of.id}, ${of.accountId}, ${of.gateway}, ${of.amount}, ${of.currency}, ${of.credits}, ${of.description})`.execute(
    trx,
  );
}

export interface OpenTopUp extends TopUp {
  /** Whether the account still wants it. */
  isWanted: boolean;
}

/** Claims top-ups in progress that were not checked in the last two minutes; other nodes skip them. */
export async function claimOpenTopUps(queries: Queries, gateway: string, limit: number): Promise<OpenTopUp[]> {
  const { rows } = await sql<OpenTopUp>`
    update top_ups set asked_at = now() where id in (
      select id from top_ups where state = 'started' and gateway = ${gateway}
        and (asked_at is null or asked_at < now() - interval '2 minutes')
      order by started_at limit ${limit} for update skip locked)
    returning ${COLUMNS}, exists (
      select from billing_settings d join credits b on b.account_id = d.account_id and b.environment = 'live' join accounts a on a.id = d.account_id
      where d.account_id = top_ups.account_id and ${IS_WANTED}) as "isWanted"`.execute(queries);
  return rows;
}

/**
 * Stores how it will be charged, before the charge, and returns the stored method: another node may have chosen first.
 */
export async function chooseCharge(
  queries: Queries,
  id: string,
  charge: Pick<TopUp, 'card' | 'calculation' | 'amount' | 'tax'>,
): Promise<TopUp | undefined> {
  await sql`
    update top_ups set card = ${charge.card}, calculation = ${charge.calculation}, amount = ${charge.amount}, tax = ${charge.tax}
    where id = ${id} and card is null`.execute(queries);
  return findTopUp(queries, id);
}

export async function findTopUp(queries: Queries, id: string): Promise<TopUp | undefined> {
  const { rows } = await sql<TopUp>`select ${COLUMNS} from top_ups where id = ${id}`.execute(queries);
  return rows[0];
}

export async function endTopUp(trx: Transaction, id: string, state: 'paid' | 'failed'): Promise<TopUp | undefined> {
  const from = state === 'paid' ? sql`state <> 'paid'` : sql`state = 'started'`;
  const { rows } = await sql<TopUp>`
    update top_ups set state = ${state} where id = ${id} and ${from} returning ${COLUMNS}`.execute(trx);
  return rows[0];
}

/** Automatic top-up buys nothing until the account turns it on again. False if it is off or already paused. */
export async function pauseTopUps(trx: Transaction, accountId: string, problem: string): Promise<boolean> {
  const { rows } = await sql`
    update billing_settings set top_up_paused_at = now(), top_up_problem = ${problem}
    where account_id = ${accountId} and top_up_package is not null and top_up_paused_at is null returning account_id`.execute(
    trx,
  );
  return rows.length > 0;
}
