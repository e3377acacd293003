// Checkout sessions: what a customer wants to buy, and whether the payment completed.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { Queries } from './database.ts';

export interface Checkout {
  id: string;
  accountId: string;
  environment: Environment;
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  /** Minor units of the currency. */
  amount: number;
  /** What a coupon took off the price, already subtracted from the amount. */
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
): Promise<void> {
  await sql`
    insert into checkout_sessions (id, account_id, environment, mode, amount, discount, coupon, currency, credits, plan, gateway, gateway_session, url,
      success_url, cancel_url, expires_at)
    values (${checkout.id}, ${checkout.accountId}, ${checkout.environment}, ${checkout.mode}, ${checkout.amount}, ${checkout.discount}, ${checkout.coupon},
      ${checkout.currency}, ${checkout.credits},
      ${checkout.plan}, ${checkout.gateway}, ${checkout.gatewaySession}, ${checkout.url}, ${checkout.successUrl}, ${checkout.cancelUrl}, ${checkout.expiresAt})`.execute(
    queries,
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
