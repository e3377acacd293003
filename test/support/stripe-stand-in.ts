// A server that answers as Stripe does: with Stripe's own published example objects, refusing what Stripe does not know, and
// answering a repeated idempotency key with its first answer.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type Stripe from 'stripe';
import { type StripeAnswer, StripeState } from './stripe-state.ts';

const FIXTURES = JSON.parse(
  readFileSync(new URL('../fixtures/stripe-objects.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, unknown>>;

/** The parameters that the `stripe` package's own types name for each call; anything else is refused, as Stripe refuses it. */
const KNOWN: Record<string, { object: string; params: ReadonlySet<string> }> = {
  'POST /v1/checkout/sessions': {
    object: 'checkout.session',
    params: knownParams('Checkout/Sessions.d.ts', 'SessionCreateParams'),
  },
  'POST /v1/checkout/sessions/:id/expire': { object: 'checkout.session', params: new Set() },
  'POST /v1/coupons': { object: 'coupon', params: knownParams('Coupons.d.ts', 'CouponCreateParams') },
  'POST /v1/customers': { object: 'customer', params: knownParams('Customers.d.ts', 'CustomerCreateParams') },
  'GET /v1/customers/:id': { object: 'customer', params: new Set() },
  'POST /v1/customers/:id': { object: 'customer', params: knownParams('Customers.d.ts', 'CustomerUpdateParams') },
  'GET /v1/customers/:id/tax_ids': { object: 'tax_id', params: new Set(['limit']) },
  'POST /v1/customers/:id/tax_ids': {
    object: 'tax_id',
    params: knownParams('Customers.d.ts', 'CustomerCreateTaxIdParams'),
  },
  'DELETE /v1/customers/:id/tax_ids/:id': { object: 'tax_id', params: new Set() },
  'GET /v1/customers/:id/payment_methods': { object: 'payment_method', params: new Set(['type', 'limit']) },
  'POST /v1/payment_methods/:id/detach': { object: 'payment_method', params: new Set() },
  'POST /v1/payment_intents': {
    object: 'payment_intent',
    params: knownParams('PaymentIntents.d.ts', 'PaymentIntentCreateParams'),
  },
  'POST /v1/tax/calculations': {
    object: 'tax.calculation',
    params: knownParams('Tax/Calculations.d.ts', 'CalculationCreateParams'),
  },
  'POST /v1/billing_portal/sessions': {
    object: 'billing_portal.session',
    params: knownParams('BillingPortal/Sessions.d.ts', 'SessionCreateParams'),
  },
  'POST /v1/subscriptions/:id': {
    object: 'subscription',
    params: knownParams('Subscriptions.d.ts', 'SubscriptionUpdateParams'),
  },
  'GET /v1/subscriptions/:id': { object: 'subscription', params: new Set() },
  'POST /v1/prices': { object: 'price', params: knownParams('Prices.d.ts', 'PriceCreateParams') },
  'GET /v1/invoices/:id': { object: 'invoice', params: new Set() },
  'GET /v1/invoice_payments': { object: '', params: new Set() },
  'GET /v1/balance_transactions': { object: 'balance_transaction', params: new Set() },
};

/** All that Stripe takes beside `payment_behavior: pending_if_incomplete` (its "Pending updates reference"). */
const WITH_PENDING_UPDATE =
  /^(expand|payment_behavior|proration_behavior|proration_date|billing_cycle_anchor|trial_end|trial_from_plan|add_invoice_items|items\[\d+\]\[(id|price|quantity)\])/;

export interface StripeCall {
  name: string;
  params: Record<string, string>;
  idempotencyKey: string | undefined;
}

export interface StripeStandIn {
  url: string;
  calls: StripeCall[];
  /** What the next answers say beside the published example, by kind of object. */
  said: Record<string, Record<string, unknown>>;
  /** Payment intents that paid an invoice, for `GET /v1/invoice_payments`. */
  paidBy: Map<string, string>;
  /** Stripe's id of each checkout session, by our own. */
  sessions: Map<string, string>;
  /** What moved the balance, for `GET /v1/balance_transactions`. */
  movements: Stripe.BalanceTransaction[];
  /** Customers with their cards and tax ids, and payment intents. */
  state: StripeState;
  /** How many of the next calls do not arrive, and how many are carried out without their answer arriving. */
  lose: { answers: number; calls: number };
  /** Runs before each answer is sent, after its call was carried out. */
  beforeAnswer: { run: ((name: string) => Promise<void>) | null };
  close(): Promise<void>;
}

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const calls: StripeCall[] = [];
  const said: StripeStandIn['said'] = {};
  const paidBy: StripeStandIn['paidBy'] = new Map();
  const sessions: StripeStandIn['sessions'] = new Map();
  const movements: StripeStandIn['movements'] = [];
  const lose = { answers: 0, calls: 0 };
  const beforeAnswer: StripeStandIn['beforeAnswer'] = { run: null };
  const state = new StripeState(FIXTURES);
  const answered = new Map<string, { asked: string; answer: StripeAnswer }>();
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const name = `${request.method} ${path.replace(/\/(sub|cs|pi|cus|pm|txi|in)_\w+/g, '/:id')}`;
    const params = Object.fromEntries(new URLSearchParams(body));
    if (lose.calls > 0) {
      lose.calls -= 1;
      return request.socket.destroy();
    }
    const key = request.headers['idempotency-key']?.toString();
    calls.push({ name, params, idempotencyKey: key });
    const asked = `${request.method} ${path} ${body}`;
    const before = request.method === 'POST' && key !== undefined ? answered.get(key) : undefined;
    const answer = before ? replay(before, asked) : carryOut();
    // As Stripe does it: what failed before it was begun is not remembered.
    if (!before && key !== undefined && answer.status !== 400) answered.set(key, { asked, answer });
    await beforeAnswer.run?.(name);
    if (lose.answers > 0) {
      lose.answers -= 1;
      return request.socket.destroy();
    }
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': 'req_standin',
      ...(before ? { 'idempotent-replayed': 'true' } : {}),
    });
    return response.end(JSON.stringify(answer.body));

    function carryOut(): StripeAnswer {
      const known = KNOWN[name];
      const isPending = params.payment_behavior === 'pending_if_incomplete';
      const strange = Object.keys(params).find(
        (param) => !known?.params.has(param.split('[', 1)[0] ?? '') || (isPending && !WITH_PENDING_UPDATE.test(param)),
      );
      if (!known || strange !== undefined) {
        const message = known ? `Received unknown parameter: ${strange}` : `Unrecognized request URL (${name})`;
        return { status: 400, body: { error: { type: 'invalid_request_error', message, param: strange } } };
      }
      if (known.object === 'balance_transaction') return listMovements(movements, query);
      if (known.object === '') return { status: 200, body: paymentsOf(paidBy, path, query) };
      const kept = state.answer(name, path, params);
      if (kept) return kept;
      const id = state.idFor(name, params);
      if (id && params.client_reference_id) sessions.set(params.client_reference_id, id);
      return { status: 200, body: { ...FIXTURES[known.object], ...(id ? { id } : {}), ...said[known.object] } };
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    said,
    paidBy,
    movements,
    sessions,
    state,
    lose,
    beforeAnswer,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function stripeObject(name: string): Record<string, unknown> {
  return structuredClone(FIXTURES[name] ?? {});
}

function replay(before: { asked: string; answer: StripeAnswer }, asked: string): StripeAnswer {
  if (before.asked === asked) return before.answer;
  const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.';
  return { status: 400, body: { error: { type: 'idempotency_error', message } } };
}

function paymentsOf(paidBy: ReadonlyMap<string, string>, path: string, query: string): object {
  const intent = paidBy.get(new URLSearchParams(query).get('invoice') ?? '');
  const payment = { type: 'payment_intent', payment_intent: intent };
  const data = intent ? [{ id: 'inpay_1', object: 'invoice_payment', status: 'paid', payment }] : [];
  return { object: 'list', data, has_more: false, url: path };
}

const MOVEMENT_FILTERS = new Set([
  ...knownParams('BalanceTransactions.d.ts', 'BalanceTransactionListParams'),
  ...['limit', 'starting_after'],
]);

/** Newest first, ten at a time if nothing is said and a hundred at most. */
function listMovements(movements: readonly Stripe.BalanceTransaction[], query: string): StripeAnswer {
  const asked = new URLSearchParams(query);
  const strange = [...asked.keys()].find((name) => !MOVEMENT_FILTERS.has(name.split('[', 1)[0] ?? ''));
  const limit = Number(asked.get('limit') ?? 10);
  if (strange !== undefined || limit > 100)
    return { status: 400, body: { error: { type: 'invalid_request_error', message: `wrong ${strange ?? 'limit'}` } } };
  const [from, to] = [Number(asked.get('created[gte]') ?? 0), Number(asked.get('created[lt]') ?? Infinity)];
  const all = movements
    .filter(({ created }) => created >= from && created < to)
    .toSorted((a, b) => b.created - a.created || b.id.localeCompare(a.id));
  const start = all.findIndex(({ id }) => id === asked.get('starting_after')) + 1;
  const data = all.slice(start, start + limit);
  return {
    status: 200,
    body: { object: 'list', data, has_more: start + limit < all.length, url: '/v1/balance_transactions' },
  };
}

/** Reads the top-level members of an exported interface out of the package's own declarations. */
function knownParams(file: string, name: string): ReadonlySet<string> {
  const text = readFileSync(new URL(`../../node_modules/stripe/esm/resources/${file}`, import.meta.url), 'utf8');
  const start = new RegExp(`interface ${name}(?: extends [\\w.]+)? \\{`).exec(text);
  if (!start) throw new Error(`the stripe package no longer declares ${name}`);
  const params = new Set<string>();
  let depth = 0;
  for (const line of text.slice(start.index).split('\n')) {
    const member = /^\s*(?:'([^']+)'|(\w+))\??:/.exec(line);
    if (depth === 1 && member) params.add(member[1] ?? member[2] ?? '');
    depth += (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0);
    if (depth === 0 && line.includes('}')) break;
  }
  return params;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
