// A service that sells through a stand-in of Stripe, and the signed events that Stripe would send to it.
import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { type CallAnswer, startService, type TestAccount, type TestService } from './service.ts';
import { type StripeStandIn, startStripeStandIn, stripeObject } from './stripe-stand-in.ts';

const SECRET = 'whsec_test_secret_of_the_stand_in';
export const PERIOD_START = 1_700_000_000;
export const PERIOD_END = 1_702_592_000;

export type StripeEvent = Record<string, unknown> & { id: string; type: string };

export interface StripeKit {
  service: TestService;
  standIn: StripeStandIn;
  /** Signed with Stripe's own package, as Stripe signs; `at` is the signature's time in seconds. */
  send(event: StripeEvent, signed?: { secret?: string; at?: number }): Promise<Response>;
  /** Sends one after another and expects each to be taken. */
  sendAll(events: readonly StripeEvent[]): Promise<void>;
  /** A checkout for credits, and the event that says it was paid. */
  buy(account: TestAccount, credits: number): Promise<Purchase>;
  call(account: TestAccount, method: string, path: string, body?: unknown): Promise<CallAnswer>;
  credits(account: TestAccount): Promise<number>;
  /** The plan as the database has it; a node hears of a change a moment later. */
  plan(account: TestAccount): Promise<string>;
  /** Fails unless the balance is the sum of its rows and the last row says it. */
  assertExact(account: TestAccount): Promise<void>;
  stop(): Promise<void>;
}

export interface Purchase {
  checkoutId: string;
  /** Stripe's own id of the session. */
  sessionId: string;
  intent: string;
  completed: StripeEvent;
}

let counter = 0;

export function eventOf(type: string, object: Record<string, unknown>, created = PERIOD_START): StripeEvent {
  counter += 1;
  return { ...stripeObject('event'), id: `evt_${counter}`, type, created, data: { object } };
}

export async function startStripeKit(settings: Record<string, string> = {}): Promise<StripeKit> {
  const standIn = await startStripeStandIn();
  const service = await startService({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: standIn.url,
    ...settings,
  });
  const signer = new Stripe('sk_test_x');
  const call: StripeKit['call'] = (account, method, path, body) =>
    service.call(method, `/v1/payments/${path}`, { key: account.liveKey, ...(body === undefined ? {} : { body }) });
  const send: StripeKit['send'] = (event, { secret = SECRET, at } = {}) => {
    const payload = JSON.stringify(event);
    const header = signer.webhooks.generateTestHeaderString({
      payload,
      secret,
      ...(at === undefined ? {} : { timestamp: at }),
    });
    return fetch(`${service.origin}/stripe/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': header },
      body: payload,
    });
  };
  const one = async (text: string, account: TestAccount) =>
    (await service.app.database.pool.query(text, [account.id])).rows[0];
  return {
    service,
    standIn,
    send,
    call,
    async sendAll(events) {
      for (const event of events) assert.equal((await send(event)).status, 200, `${event.type} ${event.id}`);
    },
    async buy(account, credits) {
      const { json, text, status } = await call(account, 'POST', 'checkout', { credits });
      assert.equal(status, 200, text);
      const sessionId = standIn.sessions.get(json.id) ?? '';
      const intent = `pi_${json.id}`;
      const completed = eventOf('checkout.session.completed', {
        ...stripeObject('checkout.session'),
        id: sessionId,
        client_reference_id: json.id,
        payment_status: 'paid',
        payment_intent: intent,
        amount_total: credits,
        currency: 'usd',
        metadata: { checkout_id: json.id, account_id: account.id },
      });
      return { checkoutId: json.id, sessionId, intent, completed };
    },
    credits: async (account) => (await call(account, 'GET', 'balance')).json.credits,
    plan: async (account) => (await one('select plan from accounts where id = $1', account)).plan,
    async assertExact(account) {
      const row = await one(
        `select b.balance, (select coalesce(sum(amount), 0)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as rows,
           coalesce((select balance_after from ledger l where l.account_id = b.account_id and l.environment = 'live' order by seq desc limit 1), 0) as last
         from balances b where b.account_id = $1 and b.environment = 'live'`,
        account,
      );
      assert.deepEqual([row.rows, row.last], [row.balance, row.balance], 'the balance is the sum of its rows');
      const books = await one(
        `select coalesce(sum(p.amount - p.reversed), 0)::bigint as kept,
           coalesce(sum((select sum(case d.kind when 'invoice' then d.amount else -d.amount end) from billing_documents d where d.payment_id = p.id)), 0)::bigint as documented
         from payments p where p.account_id = $1`,
        account,
      );
      assert.equal(books.documented, books.kept, 'invoices less credit notes are what was paid and kept');
    },
    async stop() {
      await service.stop();
      await standIn.close();
    },
  };
}

export interface SubscriptionFacts {
  plan: string;
  status?: string;
  /** Where the price names the plan: after a change. */
  pricedPlan?: string;
  more?: Record<string, unknown>;
}

export function subscriptionOf(account: TestAccount, facts: SubscriptionFacts): Record<string, unknown> {
  const price = { ...stripeObject('price'), metadata: facts.pricedPlan ? { plan: facts.pricedPlan } : {} };
  return {
    ...stripeObject('subscription'),
    id: `sub_${account.id}`,
    metadata: { account_id: account.id, plan: facts.plan },
    status: facts.status ?? 'active',
    cancel_at_period_end: false,
    items: { data: [{ id: 'si_1', price, current_period_start: PERIOD_START, current_period_end: PERIOD_END }] },
    ...facts.more,
  };
}

export interface InvoiceFacts {
  id: string;
  plan: string;
  amount: number;
  reason?: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual';
  /** The price of the line that is paid for, where the plan was changed. */
  price?: string;
  created?: number;
  periodEnd?: number;
  more?: Record<string, unknown>;
}

export function invoiceOf(account: TestAccount, facts: InvoiceFacts): Record<string, unknown> {
  const period = { start: PERIOD_START, end: facts.periodEnd ?? PERIOD_END };
  const line = {
    amount: facts.amount,
    currency: 'usd',
    period,
    ...(facts.price
      ? { pricing: { type: 'price_details', price_details: { price: facts.price, product: 'prod' } } }
      : {}),
  };
  return {
    ...stripeObject('invoice'),
    id: facts.id,
    status: 'paid',
    created: facts.created ?? PERIOD_START,
    billing_reason: facts.reason ?? 'subscription_create',
    amount_paid: facts.amount,
    amount_due: facts.amount,
    currency: 'usd',
    lines: { object: 'list', data: [line], has_more: false },
    parent: {
      type: 'subscription_details',
      subscription_details: {
        subscription: `sub_${account.id}`,
        metadata: { account_id: account.id, plan: facts.plan },
      },
    },
    ...facts.more,
  };
}

export function refundOf(intent: string, amount: number, refunded: number): Record<string, unknown> {
  return {
    ...stripeObject('charge'),
    id: `ch_${intent}`,
    payment_intent: intent,
    amount,
    currency: 'usd',
    amount_refunded: refunded,
    refunded: refunded >= amount,
  };
}

export function disputeOf(intent: string, amount: number, status: string): Record<string, unknown> {
  return { ...stripeObject('dispute'), id: `dp_${intent}`, payment_intent: intent, amount, currency: 'usd', status };
}
