// Checkout sessions: what a customer wants to buy, and whether the payment completed.
import { sql } from 'kysely';
import type { Caller, Environment } from '../core/caller.ts';
import type { Queries, Transaction } from './database.ts';

export interface Checkout {
  id: string;
  accountId: string;
  environment: Environment;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  /** Minor units of the currency. */
  amount: number;
  /** The coupon's discount, already subtracted from the amount. */
  discount: number;
  coupon: string | null;
  currency: string;
  credits: number;
  plan: string | null;
  gateway: string;
  /** The gateway's own id of the session; null at the built-in checkout. */
  gatewaySession: string | null;
  url: string;
  successUrl: string | null;
  cancelUrl: string | null;
  expiresAt: Date;
  createdAt: Date;
}

const COLUMNS = sql`id, account_id as "accountId", environment, mode, case when status = 'open' and expires_at < now() then 'expired' else status end as status,
  amount, discount, coupon, currency, credits, plan, gateway, gateway_session as "gatewaySession", url, success_url as "successUrl", cancel_url as "cancelUrl", expires_at as "expiresAt", created_at as "createdAt"`;

export async function insertCheckout(
  queries: Queries,
  checkout: Omit<Checkout, 'status' | 'createdAt'>,
  { member, keyId }: Pick<Caller, 'member' | 'keyId'>,
): Promise<void> {
  await sql`
    insert into checkout_sessions (id, account_id, environment, mode, amount, discount, coupon, currency, credits, plan, gateway, gateway_session, url,
      success_url, cancel_url, expires_at, actor_member_id, actor_email, actor_key_id)
    values (${checkout.id}, ${checkout.accountId}, ${checkout.environment}, ${checkout.mode}, ${checkout.amount}, ${checkout.discount}, ${checkout.coupon},
      ${checkout.currency}, ${checkout.credits},
      ${checkout.plan}, ${checkout.gateway}, ${checkout.gatewaySession}, ${checkout.url}, ${checkout.successUrl}, ${checkout.cancelUrl}, ${checkout.expiresAt},
      ${member?.id ?? null}, ${member?.email ?? null}, ${keyId})`.execute(queries);
}

/**
 * Records who opened the checkout of a plan, so that the log can name them if the plan changes in this transaction and
 * nobody else requested it.
 */
export async function namePlanBuyer(trx: Transaction, accountId: string, plan: string): Promise<void> {
  await sql`
    select set_config('atelier.actor_member', coalesce(actor_member_id, ''), true), set_config('atelier.actor_email', coalesce(actor_email, ''), true),
      set_config('atelier.actor_key', coalesce(actor_key_id, ''), true)
    from (select actor_member_id, actor_email, actor_key_id from checkout_sessions
      where account_id = ${accountId} and environment = 'live' and plan = ${plan} and created_at > now() - interval '1 day'
      order by created_at desc limit 1) newest
    where coalesce(current_setting('atelier.actor_email', true), '') = '' and coalesce(current_setting('atelier.actor_key', true), '') = ''`.execute(
    trx,
  );
}

export async function findCheckout(queries: Queries, id: string): Promise<Checkout | undefined> {
  const { rows } = await sql<Checkout>`select ${COLUMNS} from checkout_sessions where id = ${id}`.execute(queries);
  return rows[0];
}

/** Finds the session by the gateway's own id, which only the gateway can choose. */
export async function findCheckoutBySession(
  queries: Queries,
  gateway: string,
  session: string,
): Promise<Checkout | undefined> {
  const { rows } = await sql<Checkout>`
    select ${COLUMNS} from checkout_sessions where gateway = ${gateway} and gateway_session = ${session}`.execute(
    queries,
  );
  return rows[0];
}

/** Returns the session to the first caller only. A payment counts even if it arrives after the session has expired. */
export async function completeCheckout(queries: Queries, id: string): Promise<Checkout | undefined> {
  const { rows } = await sql<Checkout>`
    update checkout_sessions set status = 'complete' where id = ${id} and status <> 'complete' returning ${COLUMNS}`.execute(
    queries,
  );
  return rows[0];
}

export async function expireCheckout(queries: Queries, id: string): Promise<void> {
  await sql`update checkout_sessions set status = 'expired' where id = ${id} and status = 'open'`.execute(queries);
}
