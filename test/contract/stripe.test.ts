// Stripe: our calls fit its API, its signed events change our books once, in any order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Stripe from 'stripe';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { type StripeStandIn, startStripeStandIn, stripeObject } from '../support/stripe-stand-in.ts';

const SECRET = 'whsec_test_secret_of_the_stand_in';
let standIn: StripeStandIn;
let service: TestService;
let counter = 0;

before(async () => {
  standIn = await startStripeStandIn();
  service = await startService({
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_BASE: standIn.url,
  });
});
after(async () => {
  await service.stop();
  await standIn.close();
});

function eventOf(type: string, object: Record<string, unknown>, created = 1_700_000_000): Record<string, unknown> {
  counter += 1;
  return { ...stripeObject('event'), id: `evt_${counter}`, type, created, data: { object } };
}

/** Signed with Stripe's own package, as Stripe signs. */
function send(event: Record<string, unknown>, secret = SECRET): Promise<Response> {
  const payload = JSON.stringify(event);
  const header = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret });
  return fetch(`${service.origin}/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': header },
    body: payload,
  });
}

const balance = async (account: TestAccount) =>
  (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;

async function bought(credits: number) {
  const account = await service.account({ plan: 'free', credits: 0 });
  const { json: session, status } = await service.call('POST', '/v1/payments/checkout', {
    key: account.liveKey,
    body: { credits },
  });
  assert.equal(status, 200, JSON.stringify(session));
  const intent = `pi_${session.id}`;
  const metadata = { checkout_id: session.id, account_id: account.id };
  const completed = eventOf('checkout.session.completed', {
    ...stripeObject('checkout.session'),
    id: standIn.sessions.get(session.id),
    payment_status: 'paid',
    payment_intent: intent,
    amount_total: credits,
    currency: 'usd',
    metadata,
  });
  return { account, session, intent, metadata, completed };
}

async function events(account: TestAccount): Promise<string[]> {
  const { rows } = await service.app.database.pool.query(
    'select type from events where account_id = $1 order by created_at, id',
    [account.id],
  );
  return rows.map((row: { type: string }) => row.type).filter((type: string) => type !== 'user.created');
}

test('a checkout is made at Stripe with parameters that its types know, under an idempotency key', async () => {
  const { session } = await bought(500);
  assert.equal(session.url, stripeObject('checkout.session').url);
  const call = standIn.calls.find((one) => one.params.client_reference_id === session.id);
  assert.equal(call?.name, 'POST /v1/checkout/sessions');
  assert.equal(call?.params['line_items[0][price_data][unit_amount]'], '500');
  assert.equal(call?.idempotencyKey, session.id);
});

test('the same event ten times in parallel: one credit, one event', async () => {
  const { account, completed } = await bought(500);
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(completed)));
  for (const answer of answers) assert.equal(answer.status, 200);
  assert.equal(await balance(account), 500);
  assert.deepEqual(await events(account), ['payment.succeeded']);
});

test('an event that Stripe did not sign is refused and changes nothing', async () => {
  const { account, completed } = await bought(500);
  assert.equal((await send(completed, 'whsec_another')).status, 403);
  assert.equal(
    (
      await fetch(`${service.origin}/stripe/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(completed),
      })
    ).status,
    403,
  );
  assert.equal(await balance(account), 0);
});

test('a redirect to the success address settles nothing, and an unpaid completion neither', async () => {
  const { account, session, metadata } = await bought(500);
  await fetch(`${service.origin}/billing?checkout=success&session=${session.id}`);
  await send(
    eventOf('checkout.session.completed', {
      ...stripeObject('checkout.session'),
      id: standIn.sessions.get(session.id),
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 500,
      currency: 'usd',
      metadata,
    }),
  );
  assert.equal(await balance(account), 0);
});

test('a refund before, after or in the middle of things ends in the same state', async () => {
  const ends: number[] = [];
  for (const order of [
    ['completed', 'half', 'whole'],
    ['whole', 'half', 'completed'],
    ['half', 'completed', 'whole'],
    ['completed', 'whole', 'half'],
  ]) {
    const { account, intent, completed } = await bought(500);
    const refund = (amount: number) =>
      eventOf('charge.refunded', {
        ...stripeObject('charge'),
        payment_intent: intent,
        amount: 500,
        amount_refunded: amount,
      });
    const messages: Record<string, Record<string, unknown>> = { completed, half: refund(250), whole: refund(500) };
    for (const name of order) assert.equal((await send(messages[name] ?? {})).status, 200);
    ends.push(await balance(account));
  }
  assert.deepEqual(ends, [0, 0, 0, 0]);
});

test('a refund of spent credits leaves a debt, which the next purchase pays', async () => {
  const { account, intent, completed } = await bought(500);
  await send(completed);
  await service.app.database.pool.query(
    `select post_entry('txn_z', $1, 'live', 'adjustment', -400000000, 'adjustments', null, null, 'spent')`,
    [account.id],
  );
  await send(
    eventOf('charge.refunded', {
      ...stripeObject('charge'),
      payment_intent: intent,
      amount: 500,
      amount_refunded: 500,
    }),
  );
  assert.equal(await balance(account), -400);
});

test('a dispute takes the credits back, and gives them again when it is won', async () => {
  const { account, intent, completed } = await bought(500);
  await send(completed);
  const dispute = { ...stripeObject('dispute'), payment_intent: intent, amount: 500, status: 'needs_response' };
  await send(eventOf('charge.dispute.created', dispute));
  assert.equal(await balance(account), 0);
  await send(eventOf('charge.dispute.closed', { ...dispute, status: 'won' }, 1_700_000_010));
  assert.equal(await balance(account), 500);
});

test('a declined payment emits payment.failed with its reason, and leaves the balance untouched', async () => {
  const { account, metadata } = await bought(500);
  await send(
    eventOf('payment_intent.payment_failed', {
      ...stripeObject('payment_intent'),
      metadata,
      last_payment_error: { message: 'Your card was declined.' },
    }),
  );
  assert.equal(await balance(account), 0);
  const { rows } = await service.app.database.pool.query(
    `select body::jsonb->'data' as data from events where account_id = $1 and type = 'payment.failed'`,
    [account.id],
  );
  assert.equal(rows[0].data.reason, 'Your card was declined.');
});

test("a subscription follows Stripe's events in any order, and each invoice grants its credits once", async () => {
  const states: unknown[] = [];
  for (const order of [
    ['created', 'invoice', 'updated', 'invoice'],
    ['invoice', 'updated', 'created', 'invoice'],
  ]) {
    const account = await service.account({ plan: 'free', credits: 0 });
    const metadata = { account_id: account.id, plan: 'pro' };
    const item = { id: 'si_1', current_period_start: 1_700_000_000, current_period_end: 1_702_592_000 };
    const subscription = {
      ...stripeObject('subscription'),
      id: `sub_${account.id}`,
      metadata,
      status: 'active',
      cancel_at_period_end: false,
      items: { data: [item] },
    };
    const invoice = {
      ...stripeObject('invoice'),
      id: `in_${account.id}`,
      billing_reason: 'subscription_cycle',
      amount_paid: 2000,
      currency: 'usd',
      parent: { subscription_details: { metadata, subscription: `sub_${account.id}` } },
    };
    const messages: Record<string, () => Record<string, unknown>> = {
      created: () => eventOf('customer.subscription.created', subscription, 1_700_000_000),
      updated: () =>
        eventOf('customer.subscription.updated', { ...subscription, cancel_at_period_end: true }, 1_700_000_100),
      invoice: () => eventOf('invoice.paid', invoice),
    };
    for (const name of order) assert.equal((await send(messages[name]?.() ?? {})).status, 200, name);
    const { rows } = await service.app.database.pool.query(
      'select s.plan, s.status, s.cancel_at_period_end, a.plan as account_plan from subscriptions s join accounts a on a.id = s.account_id where s.account_id = $1',
      [account.id],
    );
    states.push({ ...rows[0], credits: await balance(account) });
  }
  assert.deepEqual(states[0], {
    plan: 'pro',
    status: 'active',
    cancel_at_period_end: true,
    account_plan: 'pro',
    credits: 2200,
  });
  assert.deepEqual(states[1], states[0]);
});

test('a plan is changed and cancelled at Stripe with parameters that its types know', async () => {
  const account = await service.account({ plan: 'free', credits: 0 });
  const metadata = { account_id: account.id, plan: 'pro' };
  const item = { id: 'si_1', current_period_start: 1_700_000_000, current_period_end: 4_000_000_000 };
  await send(
    eventOf('customer.subscription.created', {
      ...stripeObject('subscription'),
      id: 'sub_change',
      metadata,
      status: 'active',
      cancel_at_period_end: false,
      items: { data: [item] },
    }),
  );
  const bill: Record<string, unknown> = { ...stripeObject('invoice'), amount_paid: 2000, currency: 'usd' };
  const parent = { subscription_details: { metadata, subscription: 'sub_change' } };
  await send(
    eventOf('invoice.paid', { ...bill, id: 'in_first', billing_reason: 'subscription_create', created: 1, parent }),
  );
  const changed = await service.call('POST', '/v1/payments/subscription/change', {
    key: account.liveKey,
    body: { plan: 'unlimited' },
  });
  assert.equal(changed.json.plan, 'pro', 'nothing is had before it is paid');
  assert.equal(await balance(account), 2200);
  const asked = standIn.calls.findLast((call) => call.name === 'POST /v1/subscriptions/:id');
  const line = {
    ...(bill.lines as { data: object[] }).data[0],
    pricing: { price_details: { price: asked?.params['items[0][price]'] } },
  };
  const proration = {
    ...bill,
    id: 'in_change',
    billing_reason: 'subscription_update',
    amount_paid: 3950,
    lines: { data: [line] },
    parent,
  };
  await send(eventOf('invoice.paid', proration));
  assert.equal(await balance(account), 2200 + 4900, 'half of the difference was paid for');
  const { json: subscription } = await service.call('GET', '/v1/payments/subscription', { key: account.liveKey });
  assert.equal(subscription.plan, 'unlimited');
  const { rows } = await service.app.database.pool.query(
    `select 1 from account_log l join api_keys k on k.id = l.actor_key_id
     where l.account_id = $1 and l.action = 'plan.change' and l.after->>'plan' = 'unlimited'`,
    [account.id],
  );
  assert.equal(rows.length, 1, 'the log names the key that ordered the change');
  const cancelled = await service.call('POST', '/v1/payments/subscription/cancel', { key: account.liveKey });
  assert.equal(cancelled.json.cancel_at_period_end, true, cancelled.text);
  assert.ok(
    standIn.calls.some(
      (call) => call.name === 'POST /v1/subscriptions/:id' && call.params.cancel_at_period_end === 'true',
    ),
  );
});

test('a Stripe key without a webhook secret is refused at the start', async () => {
  await assert.rejects(
    startService({ STRIPE_SECRET_KEY: 'sk_test_x', DATABASE_URL: service.databaseUrl }),
    /STRIPE_WEBHOOK_SECRET/,
  );
});
