// A server that answers as Stripe does: with Stripe's own published example objects, and refusing what Stripe does not know.
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';

const FIXTURES = JSON.parse(
  readFileSync(new URL('../fixtures/stripe-objects.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, unknown>>;

/** The parameters that the `stripe` package's own types name for each call; anything else is refused, as Stripe refuses it. */
const KNOWN: Record<string, { object: string; params: ReadonlySet<string> }> = {
  'POST /v1/checkout/sessions': {
    object: 'checkout.session',
    params: knownParams('Checkout/Sessions.d.ts', 'SessionCreateParams'),
  },
  'POST /v1/subscriptions/:id': {
    object: 'subscription',
    params: knownParams('Subscriptions.d.ts', 'SubscriptionUpdateParams'),
  },
  'GET /v1/subscriptions/:id': { object: 'subscription', params: new Set() },
  'POST /v1/prices': { object: 'price', params: knownParams('Prices.d.ts', 'PriceCreateParams') },
  'GET /v1/invoice_payments': { object: '', params: new Set() },
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
  close(): Promise<void>;
}

export async function startStripeStandIn(): Promise<StripeStandIn> {
  const calls: StripeCall[] = [];
  const said: StripeStandIn['said'] = {};
  const paidBy: StripeStandIn['paidBy'] = new Map();
  const sessions: StripeStandIn['sessions'] = new Map();
  let made = 0;
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const name = `${request.method} ${path.replace(/\/(sub|cs|pi)_\w+$/, '/:id')}`;
    const params = Object.fromEntries(new URLSearchParams(body));
    calls.push({ name, params, idempotencyKey: request.headers['idempotency-key']?.toString() });
    const known = KNOWN[name];
    const isPending = params.payment_behavior === 'pending_if_incomplete';
    const strange = Object.keys(params).find(
      (param) => !known?.params.has(param.split('[', 1)[0] ?? '') || (isPending && !WITH_PENDING_UPDATE.test(param)),
    );
    response.setHeader('content-type', 'application/json');
    response.setHeader('request-id', 'req_standin');
    if (!known || strange !== undefined) {
      response.statusCode = 400;
      const message = known ? `Received unknown parameter: ${strange}` : `Unrecognized request URL (${name})`;
      return response.end(JSON.stringify({ error: { type: 'invalid_request_error', message, param: strange } }));
    }
    if (known.object === '') {
      const intent = paidBy.get(new URLSearchParams(query).get('invoice') ?? '');
      const payment = { type: 'payment_intent', payment_intent: intent };
      const data = intent ? [{ id: 'inpay_1', object: 'invoice_payment', status: 'paid', payment }] : [];
      return response.end(JSON.stringify({ object: 'list', data, has_more: false, url: path }));
    }
    made += 1;
    const isMade = known.object === 'checkout.session' || known.object === 'price';
    const id = isMade ? { id: `${known.object === 'price' ? 'price' : 'cs_test'}_${made}` } : {};
    if (id.id && params.client_reference_id) sessions.set(params.client_reference_id, id.id);
    return response.end(JSON.stringify({ ...FIXTURES[known.object], ...id, ...said[known.object] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    said,
    paidBy,
    sessions,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

export function stripeObject(name: string): Record<string, unknown> {
  return structuredClone(FIXTURES[name] ?? {});
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
