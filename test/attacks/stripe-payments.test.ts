// Attacks on payments through Stripe: credits and plans without payment, or kept after the money went back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { pageOf } from '../../src/money/gateways/stripe-client.ts';
import {
  disputeOf,
  eventOf,
  invoiceOf,
  PERIOD_END,
  PERIOD_START,
  refundOf,
  type StripeEvent,
  type StripeKit,
  startStripeKit,
  subscriptionOf,
} from '../support/stripe-kit.ts';
import { stripeObject } from '../support/stripe-stand-in.ts';

let kit: StripeKit;
before(async () => {
  kit = await startStripeKit();
});
after(() => kit.stop());

async function newcomer(credits = 0) {
  return kit.service.account({ plan: 'free', credits });
}

/** A customer who has paid for a month of "pro". */
async function subscriber() {
  const account = await newcomer();
  const intent = `pi_create_${account.id}`;
  kit.standIn.paidBy.set(`in_create_${account.id}`, intent);
  await kit.sendAll([
    eventOf('customer.subscription.created', subscriptionOf(account, { plan: 'pro' })),
    eventOf('invoice.paid', invoiceOf(account, { id: `in_create_${account.id}`, plan: 'pro', amount: 2000 })),
  ]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [2200, 'pro']);
  return { account, intent };
}

/** Orders the upgrade and answers the price that was made for it. */
async function upgrade(account: Awaited<ReturnType<typeof newcomer>>, plan: string) {
  const answer = await kit.call(account, 'POST', 'subscription/change', { plan });
  assert.equal(answer.status, 200, answer.text);
  const price = kit.standIn.calls.filter((call) => call.name === 'POST /v1/subscriptions/:id').at(-1)?.params[
    'items[0][price]'
  ];
  return { answer, price: price ?? '' };
}

test('a customer takes the enterprise plan and its credits with a card that does not pay', async () => {
  const { account } = await subscriber();
  kit.standIn.said.subscription = { status: 'past_due' };
  const { answer } = await upgrade(account, 'enterprise');
  kit.standIn.said = {};
  assert.equal(answer.json.plan, 'pro');
  const pastDue = subscriptionOf(account, { plan: 'pro', pricedPlan: 'enterprise', status: 'past_due' });
  await kit.sendAll([
    eventOf('customer.subscription.updated', pastDue, PERIOD_START + 10),
    eventOf(
      'invoice.payment_failed',
      invoiceOf(account, { id: `in_unpaid_${account.id}`, plan: 'pro', amount: 47_000, reason: 'subscription_update' }),
    ),
  ]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [2200, 'pro']);
  await kit.sendAll([eventOf('customer.subscription.deleted', pastDue, PERIOD_START + 20)]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [2200, 'payg']);
  const asked = kit.standIn.calls.filter((call) => call.name === 'POST /v1/subscriptions/:id').at(-1);
  assert.equal(asked?.params.payment_behavior, 'pending_if_incomplete');
});

test('an upgrade that is paid brings the plan, and credits in proportion to what was paid', async () => {
  const { account } = await subscriber();
  const { price } = await upgrade(account, 'unlimited');
  // Half of the difference between 20.00 and 99.00: half of the difference between 2,200 and 12,000 credits.
  const invoice = invoiceOf(account, {
    id: `in_up_${account.id}`,
    plan: 'pro',
    amount: 3950,
    reason: 'subscription_update',
    price,
    created: PERIOD_START + 10,
  });
  await kit.sendAll([eventOf('invoice.paid', invoice), eventOf('invoice.paid', invoice)]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [2200 + 4900, 'unlimited']);
});

test('a customer keeps the larger plan for the difference, and has the month below it returned', async () => {
  const { account, intent } = await subscriber();
  const { price } = await upgrade(account, 'unlimited');
  const bill = { plan: 'pro', amount: 7900, reason: 'subscription_update' as const, price, created: PERIOD_START + 10 };
  await kit.sendAll([eventOf('invoice.paid', invoiceOf(account, { ...bill, id: `in_up_${account.id}` }))]);
  assert.equal(await kit.plan(account), 'unlimited');
  await kit.sendAll([eventOf('charge.dispute.created', disputeOf(intent, 2000, 'needs_response'), PERIOD_START + 20)]);
  assert.equal(await kit.plan(account), 'payg', 'the difference alone is no plan');
  await kit.sendAll([eventOf('charge.dispute.closed', disputeOf(intent, 2000, 'won'), PERIOD_START + 30)]);
  assert.equal(await kit.plan(account), 'unlimited');
  await kit.assertExact(account);
});

test('a customer whose renewal is unpaid pays the difference to a larger plan, and has it for that', async () => {
  const { account } = await subscriber();
  const { price } = await upgrade(account, 'unlimited');
  const periodEnd = PERIOD_END + 2_592_000;
  const bill = { plan: 'pro', amount: 7900, reason: 'subscription_update' as const, price, periodEnd };
  const created = PERIOD_END + 600;
  await kit.sendAll([eventOf('invoice.paid', invoiceOf(account, { ...bill, created, id: `in_up_${account.id}` }))]);
  assert.equal(await kit.plan(account), 'pro', 'until Stripe ends it');
  const renewal = { id: `in_next_${account.id}`, plan: 'pro', amount: 2000, reason: 'subscription_cycle' as const };
  await kit.sendAll([eventOf('invoice.paid', invoiceOf(account, { ...renewal, periodEnd, created: PERIOD_END }))]);
  assert.equal(await kit.plan(account), 'unlimited');
});

test('a subscription that Stripe calls active brings its plan before anything was paid', async () => {
  const account = await newcomer();
  await kit.sendAll([eventOf('customer.subscription.created', subscriptionOf(account, { plan: 'enterprise' }))]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [0, 'free']);
});

test('a payer settles the dearest open session with 1.00 at a payment link that carries its id', async () => {
  const account = await newcomer();
  const { checkoutId, completed } = await kit.buy(account, 1_000_000);
  const session = (completed.data as { object: Record<string, unknown> }).object;
  const forged = { ...session, id: 'cs_test_of_a_payment_link', payment_intent: 'pi_link', metadata: {} };
  await kit.sendAll([
    eventOf('checkout.session.completed', { ...forged, amount_total: 100, currency: 'jpy' }),
    // Even with the right amount: it is another session.
    eventOf('checkout.session.completed', forged),
    eventOf('checkout.session.completed', { ...forged, metadata: { checkout_id: checkoutId } }),
  ]);
  assert.equal(await kit.credits(account), 0);
  assert.equal((await kit.call(account, 'GET', `checkout/${checkoutId}`)).json.status, 'open');
  await kit.sendAll([completed]);
  assert.equal(await kit.credits(account), 1_000_000);
});

test('a payer settles a session with less money, or in a cheaper currency', async () => {
  const account = await newcomer();
  const { completed } = await kit.buy(account, 5000);
  const session = (completed.data as { object: Record<string, unknown> }).object;
  await kit.sendAll([
    eventOf('checkout.session.completed', { ...session, amount_total: 100 }),
    eventOf('checkout.session.completed', { ...session, currency: 'jpy' }),
    eventOf('checkout.session.completed', { ...session, amount_total: 0, payment_status: 'no_payment_required' }),
    eventOf('checkout.session.async_payment_succeeded', { ...session, amount_total: null, currency: null }),
  ]);
  assert.equal(await kit.credits(account), 0);
});

test('a stranger expires or fails the session of somebody else', async () => {
  const account = await newcomer();
  const { checkoutId, completed } = await kit.buy(account, 500);
  const session = (completed.data as { object: Record<string, unknown> }).object;
  await kit.sendAll([eventOf('checkout.session.expired', { ...session, id: 'cs_test_other', status: 'expired' })]);
  assert.equal((await kit.call(account, 'GET', `checkout/${checkoutId}`)).json.status, 'open');
});

test('a subscriber has the invoice refunded and keeps the included credits', async () => {
  const { account, intent } = await subscriber();
  await kit.sendAll([eventOf('charge.refunded', refundOf(intent, 2000, 500), PERIOD_START + 10)]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [1650, 'pro']);
  await kit.sendAll([eventOf('charge.refunded', refundOf(intent, 2000, 2000), PERIOD_START + 20)]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [0, 'free']);
  await kit.assertExact(account);
});

test('a subscriber disputes the invoice and keeps the included credits', async () => {
  const { account, intent } = await subscriber();
  await kit.sendAll([eventOf('charge.dispute.created', disputeOf(intent, 2000, 'needs_response'), PERIOD_START + 10)]);
  assert.equal(await kit.credits(account), 0);
  await kit.sendAll([eventOf('charge.dispute.closed', disputeOf(intent, 2000, 'won'), PERIOD_START + 20)]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [2200, 'pro']);
});

test('an invoice is tied to its payment however Stripe tells it: by lookup, by its own event, in an old API version', async () => {
  for (const tie of ['lookup', 'event', 'event before', 'old version'] as const) {
    const account = await newcomer();
    const [invoiceId, intent] = [`in_${account.id}`, `pi_${account.id}`];
    const invoice = invoiceOf(account, { id: invoiceId, plan: 'pro', amount: 2000 });
    const { parent, ...old } = invoice;
    const tied = eventOf('invoice_payment.paid', {
      id: `inpay_${account.id}`,
      object: 'invoice_payment',
      invoice: invoiceId,
      status: 'paid',
      payment: { type: 'payment_intent', payment_intent: intent },
    });
    const oldInvoice = {
      ...old,
      subscription: `sub_${account.id}`,
      subscription_details: { metadata: { account_id: account.id, plan: 'pro' } },
      payment_intent: intent,
      charge: `ch_${intent}`,
    };
    if (tie === 'lookup') kit.standIn.paidBy.set(invoiceId, intent);
    const paid = eventOf('invoice.paid', tie === 'old version' ? oldInvoice : invoice);
    const { items, ...subscription } = subscriptionOf(account, { plan: 'pro' }) as { items: { data: object[] } };
    const [item] = items.data;
    const created = eventOf('customer.subscription.created', {
      ...subscription,
      ...(tie === 'old version'
        ? {
            items: { data: [{ id: 'si_1' }] },
            current_period_start: PERIOD_START,
            current_period_end: PERIOD_START + 9,
          }
        : { items: { data: [item] } }),
    });
    const events = { lookup: [paid], event: [paid, tied], 'event before': [tied, paid], 'old version': [paid] }[tie];
    await kit.sendAll([created, ...events]);
    assert.deepEqual([await kit.credits(account), await kit.plan(account)], [2200, 'pro'], tie);
    await kit.sendAll([eventOf('charge.refunded', refundOf(intent, 2000, 1000))]);
    assert.equal(await kit.credits(account), 1100, tie);
  }
});

test('a customer spends a refunded purchase while a hold keeps its credits out of reach', async () => {
  const account = await newcomer();
  const { intent, completed } = await kit.buy(account, 500);
  await kit.sendAll([completed]);
  const { pool } = kit.service.app.database;
  const hold = `hold_${account.id}`;
  await pool.query(
    `select hold_one($1, $2, 'live', 400000000, 400000000, null, -1, 'chat', 'm', null, null, 600, null, -1)`,
    [hold, account.id],
  );
  await kit.sendAll([eventOf('charge.refunded', refundOf(intent, 500, 500))]);
  const during = (await kit.call(account, 'GET', 'balance')).json;
  assert.deepEqual([during.credits, during.held, during.available], [0, 400, -400]);
  await pool.query(
    `select * from settle_calls((
      select json_agg(json_build_object('hold', id, 'account_id', account_id, 'environment', environment, 'cost', 0,
        'counted', false, 'entry_id', 'txn_r', 'description', '')) from holds where id = $1))`,
    [hold],
  );
  assert.equal(await kit.credits(account), 0, 'nothing is left of a purchase that was refunded');
  await kit.assertExact(account);
});

test('a customer spends all, is refunded, and starts again at nothing', async () => {
  const account = await newcomer();
  const first = await kit.buy(account, 500);
  await kit.sendAll([first.completed]);
  const { pool } = kit.service.app.database;
  await pool.query(`select hold_one($1, $2, 'live', 500000000, 1, null, -1, 'chat', 'm', null, null, 600, null, -1)`, [
    `hold_${account.id}`,
    account.id,
  ]);
  await kit.sendAll([eventOf('charge.refunded', refundOf(first.intent, 500, 500))]);
  await pool.query(
    `select * from settle_calls((
      select json_agg(json_build_object('hold', id, 'account_id', account_id, 'environment', environment, 'cost', 500000000,
        'counted', false, 'entry_id', $2::text, 'description', '')) from holds where id = $1))`,
    [`hold_${account.id}`, `txn_${account.id}`],
  );
  assert.equal(await kit.credits(account), -500);
  const refused = await kit.service.call('POST', '/v1/image/generate', {
    key: account.liveKey,
    body: { prompt: 'a red boat' },
  });
  assert.equal(refused.json.error?.code, 'insufficient_credits', refused.text);
  const second = await kit.buy(account, 700);
  await kit.sendAll([second.completed]);
  assert.equal(await kit.credits(account), 200, 'the next purchase pays the debt first');
  const { json } = await kit.call(account, 'GET', 'transactions?type=refund');
  assert.deepEqual([json.data[0].credits, json.data[0].description], [-500, 'Payment refunded']);
  await kit.assertExact(account);
});

test('a refund that is reported ten times at once is applied once', async () => {
  const account = await newcomer(1000);
  const { intent, completed } = await kit.buy(account, 500);
  await kit.sendAll([completed]);
  const refunds = Array.from({ length: 10 }, () => eventOf('charge.refunded', refundOf(intent, 500, 200)));
  for (const answer of await Promise.all(refunds.map((event) => kit.send(event)))) assert.equal(answer.status, 200);
  assert.equal(await kit.credits(account), 1300);
});

test('the payment and its refund arrive at the same moment', async () => {
  for (let round = 0; round < 10; round += 1) {
    const account = await newcomer();
    const { intent, completed } = await kit.buy(account, 500);
    const refund = eventOf('charge.refunded', refundOf(intent, 500, 500));
    await Promise.all([completed, refund, completed, refund].map((event) => kit.send(event)));
    assert.equal(await kit.credits(account), 0, `round ${round}`);
  }
});

const DISPUTE = [
  ['charge.dispute.created', 'needs_response', 10],
  ['charge.dispute.funds_withdrawn', 'needs_response', 10],
  ['charge.dispute.updated', 'under_review', 20],
  ['charge.dispute.closed', 'won', 30],
  ['charge.dispute.funds_reinstated', 'won', 30],
] as const;

test("a dispute's events in another order end with another balance", async () => {
  const orders = [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [3, 0, 4, 1, 2],
    [2, 3, 1, 4, 0, 0, 1],
  ];
  for (const order of orders)
    for (const end of ['won', 'lost'] as const) {
      const account = await newcomer();
      const { intent, completed } = await kit.buy(account, 500);
      const events = [
        completed,
        ...order
          .map((index) => DISPUTE[index])
          .filter((told) => told !== undefined)
          .filter(([type]) => end === 'won' || type !== 'charge.dispute.funds_reinstated')
          .map(([type, status, at]) =>
            eventOf(type, disputeOf(intent, 500, status === 'won' ? end : status), PERIOD_START + at),
          ),
      ];
      await kit.sendAll(events);
      assert.equal(await kit.credits(account), end === 'won' ? 500 : 0, `${order} ${end}`);
    }
});

test('an inquiry, in which no money moves, takes nothing', async () => {
  const account = await newcomer();
  const { intent, completed } = await kit.buy(account, 500);
  await kit.sendAll([
    completed,
    eventOf('charge.dispute.created', disputeOf(intent, 500, 'warning_needs_response')),
    eventOf('charge.dispute.closed', disputeOf(intent, 500, 'warning_closed'), PERIOD_START + 9),
  ]);
  assert.equal(await kit.credits(account), 500);
});

test('a customer pays for a plan in two tabs: both are followed, and neither blocks the other', async () => {
  const account = await newcomer();
  const second = { more: { id: `sub_second_${account.id}` } };
  await kit.sendAll([
    eventOf('customer.subscription.created', subscriptionOf(account, { plan: 'pro' })),
    eventOf('customer.subscription.created', subscriptionOf(account, { plan: 'pro', ...second })),
    eventOf('customer.subscription.deleted', subscriptionOf(account, { plan: 'pro', ...second }), PERIOD_START + 5),
    eventOf('invoice.paid', invoiceOf(account, { id: `in_${account.id}`, plan: 'pro', amount: 2000 })),
  ]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [2200, 'pro']);
});

test('an invoice that is no monthly fee, or is in another currency, brings no included credits', async () => {
  const { account } = await subscriber();
  const invoice = (id: string, more: Parameters<typeof invoiceOf>[1] | object) =>
    eventOf('invoice.paid', invoiceOf(account, { id, plan: 'enterprise', amount: 100, ...more }));
  await kit.sendAll([
    invoice(`in_manual_${account.id}`, { reason: 'manual' }),
    invoice(`in_yen_${account.id}`, { reason: 'subscription_cycle', more: { currency: 'jpy' } }),
  ]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [2200, 'pro']);
});

test('a downgrade takes the paid plan away at once, or an unpaid next month keeps the larger one', async () => {
  const { account } = await subscriber();
  const { price } = await upgrade(account, 'unlimited');
  await kit.sendAll([
    eventOf(
      'invoice.paid',
      invoiceOf(account, {
        id: `in_up_${account.id}`,
        plan: 'pro',
        amount: 7900,
        reason: 'subscription_update',
        price,
        created: PERIOD_START + 10,
      }),
    ),
    eventOf(
      'customer.subscription.updated',
      subscriptionOf(account, { plan: 'pro', pricedPlan: 'unlimited' }),
      PERIOD_START + 11,
    ),
  ]);
  const { answer } = await upgrade(account, 'pro');
  assert.deepEqual([answer.json.plan, answer.json.next_plan], ['unlimited', 'pro']);
  await kit.sendAll([
    eventOf(
      'customer.subscription.updated',
      subscriptionOf(account, { plan: 'pro', pricedPlan: 'pro' }),
      PERIOD_START + 20,
    ),
  ]);
  assert.equal(await kit.plan(account), 'unlimited', 'what was paid for is had until its end');
  await kit.sendAll([
    eventOf(
      'invoice.paid',
      invoiceOf(account, {
        id: `in_next_${account.id}`,
        plan: 'pro',
        amount: 2000,
        reason: 'subscription_cycle',
        created: PERIOD_START + 100,
        periodEnd: PERIOD_START + 5_000_000,
      }),
    ),
  ]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [12_000 + 2200, 'pro']);
});

test('an event with a wrong, old or missing signature, or for nobody we know', async () => {
  const account = await newcomer();
  const { completed } = await kit.buy(account, 500);
  assert.equal((await kit.send(completed, { secret: 'whsec_other' })).status, 403);
  assert.equal((await kit.send(completed, { at: Math.floor(Date.now() / 1000) - 3600 })).status, 403);
  assert.equal(await kit.credits(account), 0);
  await kit.sendAll([
    eventOf('customer.subscription.created', {
      ...subscriptionOf({ ...account, id: 'acct_of_nobody' }, { plan: 'pro' }),
    }),
    eventOf('invoice.paid', invoiceOf({ ...account, id: 'acct_of_nobody' }, { id: 'in_x', plan: 'pro', amount: 1 })),
    eventOf('invoice.paid', invoiceOf(account, { id: 'in_y', plan: 'constructor', amount: 1 })),
    eventOf('customer.subscription.created', subscriptionOf(account, { plan: '__proto__' })),
    eventOf('invoice.paid', { object: 'invoice', id: 'in_bare' }),
    eventOf('customer.subscription.updated', { object: 'subscription', id: 'sub_bare' }),
    eventOf('charge.refunded', { object: 'charge', id: 'ch_bare' }),
    eventOf('charge.dispute.created', { object: 'dispute', id: 'dp_bare' }),
    eventOf('some.event.of.tomorrow', {}),
  ]);
  assert.equal(await kit.credits(account), 0);
});

test('an invoice that was paid in part, or that names the subscription of another account, brings no plan', async () => {
  const account = await newcomer();
  const bill = { plan: 'enterprise', amount: 49_900 };
  const inPart = invoiceOf(account, { ...bill, id: `in_part_${account.id}`, more: { amount_paid: 1 } });
  await kit.sendAll([eventOf('invoice.paid', inPart)]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [0, 'free']);
  const { account: other } = await subscriber();
  const foreign = invoiceOf(account, { ...bill, id: `in_foreign_${account.id}` });
  const details = { subscription: `sub_${other.id}`, metadata: { account_id: account.id, plan: 'enterprise' } };
  await kit.sendAll([
    eventOf('invoice.paid', { ...foreign, parent: { type: 'subscription_details', subscription_details: details } }),
  ]);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [0, 'free']);
  assert.deepEqual([await kit.credits(other), await kit.plan(other)], [2200, 'pro']);
});

test('an event about nothing, or of a time that is none, is taken once and changes nothing', async () => {
  const account = await newcomer();
  const item = { id: 'si_1', price: stripeObject('price'), current_period_start: PERIOD_START };
  const odd = [
    { ...eventOf('charge.refunded', {}), data: { object: null } },
    { ...eventOf('charge.refunded', {}), data: null },
    null,
    { ...eventOf('charge.refunded', refundOf(`pi_odd_${account.id}`, 500, 500)), id: 'evt_\u0000' },
    eventOf('charge.refunded', { ...refundOf(`pi_odd_${account.id}`, 500, 500), amount_refunded: -500 }),
    eventOf('charge.dispute.created', { ...disputeOf(`pi_odd_${account.id}`, 500, 'lost'), id: null }),
    eventOf('payment_intent.succeeded', { ...stripeObject('payment_intent'), metadata: { top_up_id: '\u0000' } }),
    ...[1e15, -1, 1.5, 'soon', null].flatMap((time) => [
      eventOf(
        'customer.subscription.updated',
        subscriptionOf(account, { plan: 'pro', more: { items: { data: [{ ...item, current_period_end: time }] } } }),
      ),
      eventOf('invoice.paid', {
        ...invoiceOf(account, { id: `in_odd_${account.id}_${time}`, plan: 'pro', amount: 2000 }),
        created: time,
      }),
      { ...eventOf('charge.dispute.created', disputeOf(`pi_odd_${account.id}`, 500, 'lost')), created: time },
    ]),
  ];
  for (const event of odd) assert.equal((await kit.send(event as StripeEvent)).status, 200, JSON.stringify(event));
  const ahead = Math.floor(Date.now() / 1000) + 11 * 86_400;
  assert.equal((await kit.send(eventOf('charge.refunded', refundOf('pi_x', 1, 1)), { at: ahead })).status, 403);
  assert.deepEqual([await kit.credits(account), await kit.plan(account)], [0, 'free']);
});

test('a page of the provider that is no web page is opened by nobody', () => {
  assert.equal(pageOf('https://checkout.stripe.com/c/pay/cs_1'), 'https://checkout.stripe.com/c/pay/cs_1');
  for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'file:///etc/passwd', '', null])
    assert.throws(() => pageOf(url), /no address to pay at/, String(url));
});
