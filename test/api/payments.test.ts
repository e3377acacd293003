// Buying: the built-in checkout from the first click to the last credit, plans, receipts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '../../src/core/log.ts';
import { BuiltinCheckout } from '../../src/modules/payments/builtin-checkout.ts';
import { Customers } from '../../src/modules/payments/customers.ts';
import { TopUps } from '../../src/modules/payments/top-ups.ts';
import { textOfPdf } from '../support/pdf-text.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const GOOD = '4242 4242 4242 4242';
const CONFIRMED = '4000 0025 0000 3155';
const DECLINED = '4000 0000 0000 0002';
const NO_FUNDS = '4000 0000 0000 9995';

const balance = async ({ liveKey }: TestAccount) =>
  (await service.call('GET', '/v1/payments/balance', { key: liveKey })).json;
const checkout = (account: TestAccount, body: object) =>
  service.call('POST', '/v1/payments/checkout', { key: account.liveKey, body });
const pay = (url: string, number: string, more: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ number, expiry: '12/40', cvc: '123', ...more }),
  });

/** A node hears of a changed plan a moment after the change. */
async function assertPlan(account: TestAccount, plan: string): Promise<void> {
  await until(async () => (await balance(account)).plan === plan, { saying: `the plan is ${plan}` });
}

async function eventsOf(accountId: string): Promise<string[]> {
  const { rows } = await service.app.database.pool.query(
    `select type from events where account_id = $1 order by created_at, id`,
    [accountId],
  );
  return rows.map((row: { type: string }) => row.type).filter((type: string) => type !== 'user.created');
}

test('a package is bought at the hosted page, and the credits are there', async () => {
  const account = await service.account({ plan: 'free', credits: 0 });
  const { json: session } = await checkout(account, { package: 'medium', success_url: 'https://shop.example/thanks' });
  assert.deepEqual(
    [session.object, session.status, session.mode, session.amount, session.credits],
    ['checkout.session', 'open', 'payment', 2000, 2100],
  );
  const page = await fetch(session.url);
  assert.match(await page.text(), /20\.00 USD/);
  const paid = await pay(session.url, GOOD);
  assert.equal(paid.status, 303);
  assert.equal(paid.headers.get('location'), 'https://shop.example/thanks');
  assert.equal((await balance(account)).credits, 2100);
  await assertPlan(account, 'payg');
  assert.equal(
    (await service.call('GET', `/v1/payments/checkout/${session.id}`, { key: account.liveKey })).json.status,
    'complete',
  );
  assert.deepEqual(await eventsOf(account.id), ['payment.succeeded']);
});

test('paid in two tabs at once: one credit, one event', async () => {
  const account = await service.account({ credits: 0 });
  const { json: session } = await checkout(account, { amount: 1000 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(session.url, GOOD)));
  for (const answer of answers) assert.equal(answer.status, 303);
  assert.equal((await balance(account)).credits, 1000);
  assert.deepEqual(await eventsOf(account.id), ['payment.succeeded']);
});

for (const [number, words] of [
  [DECLINED, /declined/],
  [NO_FUNDS, /insufficient funds/],
] as const) {
  test(`the card ${number} leaves the balance untouched and emits payment.failed`, async () => {
    const account = await service.account({ credits: 0 });
    const { json: session } = await checkout(account, { credits: 500 });
    const answer = await pay(session.url, number);
    assert.equal(answer.status, 402);
    assert.match(await answer.text(), words);
    assert.equal((await balance(account)).credits, 0);
    assert.deepEqual(await eventsOf(account.id), ['payment.failed']);
    assert.equal((await pay(session.url, GOOD)).status, 303);
    assert.equal((await balance(account)).credits, 500);
  });
}

test('a card whose bank asks pays only once the buyer has confirmed', async () => {
  const account = await service.account({ credits: 0 });
  const { json: session } = await checkout(account, { credits: 500 });
  const page = await (await fetch(session.url)).text();
  assert.match(page, /receipt goes to c…@example\.com/);
  assert.ok(!page.includes(account.email), 'whoever has the link reads no whole address');
  const asked = await pay(session.url, CONFIRMED);
  assert.equal(asked.status, 200);
  assert.match(await asked.text(), /Your bank asks whether you want to pay 5\.00 USD/);
  assert.equal((await balance(account)).credits, 0);
  for (const bank of ['denied', 'something']) {
    const denied = await pay(session.url, CONFIRMED, { bank });
    assert.equal(denied.status, 402);
    assert.match(await denied.text(), /not confirmed with the bank/);
  }
  assert.equal((await balance(account)).credits, 0);
  assert.equal((await pay(session.url, CONFIRMED, { bank: 'confirmed' })).status, 303);
  assert.equal((await balance(account)).credits, 500);
  assert.deepEqual(await eventsOf(account.id), ['payment.failed', 'payment.failed', 'payment.succeeded']);
});

test('a real card number is refused by the page that charges nothing', async () => {
  const account = await service.account({ credits: 0 });
  const { json: session } = await checkout(account, { credits: 500 });
  const answer = await pay(session.url, '4539 1488 0343 6467');
  assert.equal(answer.status, 402);
  assert.match(await answer.text(), /test cards only/);
});

test('a plan is bought, upgraded in proportion, downgraded with the next period, renewed and ended', async () => {
  const account = await service.account({ plan: 'free', credits: 0 });
  const { json: session } = await checkout(account, { plan: 'pro' });
  assert.equal(session.mode, 'subscription');
  await pay(session.url, GOOD);
  await assertPlan(account, 'pro');
  assert.equal((await balance(account)).credits, 2200);
  assert.ok((await balance(account)).next_grant_at);
  const again = await checkout(account, { plan: 'unlimited' });
  assert.equal(again.status, 400);
  const change = (plan: string) =>
    service.call('POST', '/v1/payments/subscription/change', { key: account.liveKey, body: { plan } });
  assert.equal((await change('unlimited')).json.plan, 'unlimited');
  const upgraded = (await balance(account)).credits;
  assert.ok(upgraded > 11_900 && upgraded <= 12_000, `${upgraded} credits after the upgrade`);
  const down = await change('pro');
  assert.deepEqual([down.json.plan, down.json.next_plan], ['unlimited', 'pro']);
  const builtin = new BuiltinCheckout({
    database: service.app.database,
    prices: service.app.prices,
    sellsLive: true,
    serviceName: 'Atelier',
  });
  const endPeriod = () =>
    service.app.database.pool.query(
      `with bills as (update payments set covers_until = now() - interval '1 second' where account_id = $1)
       update subscriptions set current_period_end = now() - interval '1 second' where account_id = $1`,
      [account.id],
    );
  await endPeriod();
  await builtin.renewDue();
  await assertPlan(account, 'pro');
  assert.equal((await balance(account)).credits, upgraded + 2200);
  const cancelled = await service.call('POST', '/v1/payments/subscription/cancel', { key: account.liveKey });
  assert.equal(cancelled.json.cancel_at_period_end, true);
  await endPeriod();
  await builtin.renewDue();
  await assertPlan(account, 'payg');
  assert.equal((await service.call('GET', '/v1/payments/subscription', { key: account.liveKey })).status, 404);
  const told = (await eventsOf(account.id)).filter((type) => type.startsWith('subscription.'));
  assert.deepEqual(told, [
    'subscription.created',
    'subscription.updated',
    'subscription.updated',
    'subscription.updated',
    'subscription.cancelled',
  ]);
});

test('what is bought must be exactly one thing that is for sale', async () => {
  const account = await service.account();
  for (const [body, param] of [
    [{}, 'amount'],
    [{ amount: 100, credits: 100 }, 'credits'],
    [{ package: 'moon' }, 'package'],
    [{ plan: 'free' }, 'plan'],
    [{ amount: 1 }, 'amount'],
    [{ amount: 100, currency: 'eur' }, 'currency'],
    [{ amount: 100, success_url: 'javascript:alert(1)' }, 'success_url'],
  ] as const) {
    const answer = await checkout(account, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.equal(answer.json.error.param, param);
  }
});

test('the price list doubles what is used when the attribution is waived, and every module and plan has a price', async () => {
  const account = await service.account();
  const read = async () => (await service.call('GET', '/v1/payments/prices', { key: account.liveKey })).json;
  const before = await read();
  await service.call('PATCH', '/v1/account', { key: account.liveKey, body: { attribution: 'waived' } });
  const waived = await read();
  assert.equal(waived.modules.chat.output_per_million_tokens, before.modules.chat.output_per_million_tokens * 2);
  assert.deepEqual(waived.packages, before.packages);
  for (const plan of ['free', 'payg', 'pro', 'unlimited', 'enterprise'])
    assert.ok(
      before.plans.find((one: { id: string }) => one.id === plan),
      plan,
    );
  const { json: models } = await service.call('GET', '/v1/models', { key: account.liveKey });
  for (const model of models.data) assert.ok(model.pricing, model.id);
  for (const module of ['chat', 'embeddings', 'code', 'music', 'image', 'video', 'speech', 'transcription', 'builder'])
    assert.ok(before.modules[module], module);
});

test('receipts come as PDF, transactions as CSV', async () => {
  const account = await service.account({ credits: 0 });
  const { json: session } = await checkout(account, { amount: 700 });
  await pay(session.url, GOOD);
  const { json: list } = await service.call('GET', '/v1/payments/receipts', { key: account.liveKey });
  const response = await fetch(`${service.origin}/v1/payments/receipts/${list.data[0].id}`, {
    headers: { authorization: `Bearer ${account.liveKey}` },
  });
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  assert.match(textOfPdf(new Uint8Array(await response.arrayBuffer())), /Receipt[\s\S]*700 Credits[\s\S]*7\.00 USD/);
  const csv = await service.call('GET', '/v1/payments/transactions/export', { key: account.liveKey });
  assert.match(csv.text, /^id,created_at,type,credits[^\n]*\r\n"txn_\w+","[^"]+","purchase","700","700"/);
});

test('a low balance sends one email, and is topped up automatically if the account enabled it', async () => {
  const account = await service.account({ plan: 'free', credits: 0 });
  const { json: session } = await checkout(account, { plan: 'pro' });
  await pay(session.url, GOOD);
  const settings = await service.call('PATCH', '/v1/payments/settings', {
    key: account.liveKey,
    body: { low_balance_mail: { below: 5000 }, auto_top_up: { package: 'large', below: 3000 } },
  });
  assert.equal(settings.json.auto_top_up.package, 'large');
  const { BillingSettings } = await import('../../src/modules/payments/billing-settings.ts');
  const { database, prices } = service.app;
  const keeper = new BillingSettings({ database, prices, serviceName: 'Atelier', findCard: null });
  const topUps = new TopUps({
    ...{ database, prices, charges: null, sellsBuiltin: true, log: createLog({ level: 'silent' }) },
    customers: new Customers({ database, stripe: null }),
  });
  await keeper.look();
  for (let times = 0; times < 3; times += 1) await topUps.run();
  await keeper.look();
  assert.equal((await balance(account)).credits, 2200 + 11_000);
  const { rows } = await database.pool.query(
    `select subject from outgoing_mails where recipient = $1 order by subject`,
    [account.email],
  );
  assert.deepEqual(
    rows.map(({ subject }: { subject: string }) => subject.replace(/\d{4}-\d\d-\d\d/g, 'DAY')),
    [
      'Receipt for 11,000 credits, automatic top-up',
      'Receipt for Pro plan, DAY to DAY',
      'Your Atelier credits are running low',
    ],
  );
});

test('in production the built-in checkout sells nothing for real unless it is allowed to', async () => {
  const strict = await startService({ NODE_ENV: 'production' });
  try {
    const account = await strict.account();
    const live = await strict.call('POST', '/v1/payments/checkout', { key: account.liveKey, body: { amount: 500 } });
    assert.equal(live.status, 503);
    const sandbox = await strict.call('POST', '/sandbox/v1/payments/checkout', {
      key: account.testKey,
      body: { amount: 500 },
    });
    assert.equal(sandbox.status, 200);
  } finally {
    await strict.stop();
  }
});
