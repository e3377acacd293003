// Price factors: a plan's, an account's own, which of them wins, what each call costs by them, and what is shown.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { BatchClient, type CountingUpstream, chatLine, startCountingUpstream } from '../support/batch-kit.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** 10 prompt tokens and 10 answer tokens: (10 × 20 + 10 × 60) micro-credits. */
const LIST_CREDITS = 0.0008;

let upstream: CountingUpstream;
let service: TestService;
let desk: OperatorKit;

before(async () => {
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, JOB_SLOTS: '1' });
  desk = await openDesk(service);
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const post = (account: TestAccount, path: string, body: object) =>
  service.call('POST', `/v1${path}`, { key: account.liveKey, body });
const chat = (account: TestAccount, more: object = {}) =>
  post(account, '/chat/completions', {
    model: 'counted-1',
    max_tokens: 10,
    messages: [{ role: 'user', content: 'Hello' }],
    ...more,
  });
const charged = async (account: TestAccount) => {
  const { status, headers, text } = await chat(account);
  assert.equal(status, 200, text);
  return Number(headers.get('x-credits-charged'));
};
const setFactor = async (account: TestAccount, permille: number | null, headers?: Record<string, string>) => {
  const body = { price_factor_permille: permille, reason: 'by contract' };
  const done = await desk.act(`/accounts/${account.id}/price-factor`, body, headers);
  assert.equal(done.status, 200, done.text);
  return done.json;
};
const balance = async (account: TestAccount) =>
  (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;

async function setPlanFactor(plan: string, permille: number): Promise<void> {
  const { prices } = (await desk.read('/settings')).json;
  const plans = { ...prices.effective.plans };
  plans[plan] = { ...plans[plan], price_factor_permille: permille };
  const body = { value: { plans }, reason: 'a price group' };
  const done = await service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body });
  assert.equal(done.status, 200, done.text);
}

test("an account's own price factor wins over that of its plan; both are charged, shown and revertible", async () => {
  const account = await service.account({ plan: 'pro' });
  assert.equal(await charged(account), LIST_CREDITS);
  await setPlanFactor('pro', 1500);
  assert.equal(await charged(account), 0.0012);
  await setFactor(account, 333);
  // 800 × 0.333 = 266.4 micro-credits, rounded up once.
  assert.equal(await charged(account), 0.000267);
  const prices = (await service.call('GET', '/v1/payments/prices', { key: account.liveKey })).json;
  assert.equal(prices.price_factor_permille, 333);
  assert.deepEqual(prices.modules.chat, { input_per_million_tokens: 6.66, output_per_million_tokens: 19.98 });
  const model = (await service.call('GET', '/v1/models/counted-1', { key: account.liveKey })).json;
  assert.equal(model.pricing.output_per_million_tokens, 19.98);
  const reverted = await desk.act(`/accounts/${account.id}/price-factor/revert`, { reason: 'not agreed' });
  assert.equal(reverted.json.price_factor_permille, null);
  assert.equal(await charged(account), 0.0012);
  const [act] = (await desk.read(`/audit?account_id=${account.id}&limit=1`)).json.data;
  assert.deepEqual(
    [act.action, act.reason, act.before, act.after],
    ['account.price_factor', 'not agreed', { price_factor_permille: 333 }, { price_factor_permille: null }],
  );
  const again = await desk.act(`/accounts/${account.id}/price-factor/revert`, { reason: 'agreed after all' });
  assert.equal(again.json.price_factor_permille, 333);
});

test('a call costs at least one micro-credit unless its price factor is 0', async () => {
  const account = await service.account();
  await setFactor(account, 1);
  assert.equal(await charged(account), 0.000001);
  await setFactor(account, 0);
  assert.equal(await charged(account), 0);
  assert.equal(await balance(account), 999.999999);
});

test('a stream is charged by the price factor it was held under', async () => {
  const account = await service.account();
  upstream.delayMs = 300;
  const before = upstream.asked.get('Hello') ?? 0;
  const running = chat(account, { stream: true, stream_options: { include_usage: true } });
  await until(() => (upstream.asked.get('Hello') ?? 0) > before, { saying: 'the upstream was asked' });
  await setFactor(account, 5_000);
  assert.equal((await running).status, 200);
  upstream.delayMs = 0;
  assert.equal(await balance(account), 1000 - LIST_CREDITS);
  assert.equal(await charged(account), 0.004);
});

test('images and batches cost their price by the factor, without attribution twice as much', async () => {
  const account = await service.account();
  await setFactor(account, 900);
  const image = await post(account, '/image/generate', { prompt: 'A red circle', width: 64, height: 64 });
  assert.equal(image.status, 200, image.text);
  assert.equal(Number(image.headers.get('x-credits-charged')), 1.8);
  const client = new BatchClient(service.origin, account.liveKey);
  const before = await balance(account);
  const batch = await client.waitFor((await client.start([chatLine('one')])).id);
  assert.equal(batch.status, 'completed');
  // 800 × 0.9 × 0.5
  assert.equal(Math.round((before - (await balance(account))) * 1e6), 360);
  await service.call('PATCH', '/v1/account', { key: account.liveKey, body: { attribution: 'waived' } });
  assert.equal(await charged(account), 0.00144);
});

test('a price factor is a whole number of thousandths, set once per key, by the operator alone', async () => {
  const account = await service.account();
  const path = `/accounts/${account.id}/price-factor`;
  for (const bad of [-1, 10_001, 0.5, '900', undefined]) {
    const refused = await desk.act(path, { price_factor_permille: bad, reason: 'by contract' });
    assert.deepEqual([refused.status, refused.json.error.param], [400, 'price_factor_permille'], String(bad));
  }
  assert.equal((await desk.act(path, { price_factor_permille: 900 })).json.error.param, 'reason');
  assert.equal((await desk.act(`${path}/revert`, { reason: 'too early' })).json.error.code, 'invalid_parameter');
  assert.equal((await desk.act('/accounts/acct_none/price-factor/revert', { reason: 'no account' })).status, 404);
  await setFactor(account, 900, { 'idempotency-key': 'once' });
  await setFactor(account, 900, { 'idempotency-key': 'once' });
  assert.equal((await desk.read(`/audit?account_id=${account.id}`)).json.data.length, 1);
  const own = await post(account, `/operator${path}`, { price_factor_permille: 0, reason: 'for myself' });
  assert.equal(own.status, 403);
});
