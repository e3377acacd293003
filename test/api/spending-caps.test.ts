// Caps on spending: a key's day, and the day and month of a plan's accounts; exact under races, and reset at midnight
// UTC.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { insertKey } from '../../src/store/keys.ts';
import { type CountingUpstream, startCountingUpstream } from '../support/batch-kit.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

/** 10 prompt tokens and 10 answer tokens: (10 × 20 + 10 × 60) micro-credits. */
const PRICE_MICRO = 800;
/** The most that such a call holds: for an upstream, every byte of the request may be a token. */
const HELD_MICRO = 5_000;

let upstream: CountingUpstream;
let service: TestService;
let desk: OperatorKit;

before(async () => {
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  desk = await openDesk(service);
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const chat = (key: string) =>
  service.call('POST', '/v1/chat/completions', {
    key,
    body: { model: 'counted-1', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] },
  });
const keyOf = async (account: TestAccount, terms: { dailyCap?: number; monthlyCap?: number } = {}) => {
  const owner = { accountId: account.id, environment: 'live' as const };
  return (await insertKey(service.app.database.queries, owner, { name: 'capped', scopes: ['*'], ...terms })).secret;
};
const spentBy = async (account: TestAccount) => {
  const { rows } = await service.app.database.pool.query<{ spent: number; held: number }>(
    `select (select coalesce(-sum(amount), 0)::integer from ledger where account_id = $1 and type = 'usage') as spent,
       (select held::integer from balances where account_id = $1 and environment = 'live') as held`,
    [account.id],
  );
  return rows[0] ?? { spent: 0, held: 0 };
};
const rowsOf = async (like: string) =>
  (
    await service.app.database.pool.query<{ spent: number; held: number }>(
      'select spent::integer, held::integer from key_spending where key_id like $1 order by key_id, month',
      [like],
    )
  ).rows;
/** As if the rows were of the period before. */
const age = (like: string, by: string) =>
  service.app.database.pool.query(`update key_spending set month = month - interval '${by}' where key_id like $1`, [
    like,
  ]);

async function setPlan(more: object): Promise<void> {
  const { prices } = (await desk.read('/settings')).json;
  const { pro, ...others } = prices.effective.plans;
  const body = { value: { plans: { ...others, pro: { ...pro, ...more } } }, reason: 'a price group' };
  const done = await service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body });
  assert.equal(done.status, 200, done.text);
}

test('200 racers at the daily cap of a key spend no more than it, and the day after they may again', async () => {
  const account = await service.account();
  const cap = 20 * PRICE_MICRO;
  const key = await keyOf(account, { dailyCap: cap });
  const answers = await Promise.all(Array.from({ length: 200 }, () => chat(key)));
  const refused = answers.filter(({ status }) => status === 402);
  const answered = answers.filter(({ status }) => status === 200).length;
  assert.equal(answered + refused.length, 200);
  const isTold = refused.some(({ json }) => /This key has reached its daily cap/.test(json.error.message));
  assert.ok(isTold, refused[0]?.text);
  assert.ok(answered >= 1 && answered <= 20, String(answered));
  // One after the other they use up what the holds of the race kept free.
  while ((await chat(key)).status === 200);
  const { spent, held } = await spentBy(account);
  assert.ok(spent <= cap && spent > cap - HELD_MICRO, String(spent));
  assert.equal(held, 0);
  assert.deepEqual(await rowsOf('key_% day'), [{ spent, held: 0 }]);
  await age('key_% day', '1 day');
  assert.equal((await chat(key)).status, 200);
  await age('key_% day', '70 days');
  assert.equal((await chat(key)).status, 200);
  assert.deepEqual(await rowsOf('key_% day'), [{ spent: PRICE_MICRO, held: 0 }], 'old days are forgotten');
});

test('the keys of an account share the caps of its plan; another account and the sandbox have their own', async () => {
  const account = await service.account({ plan: 'pro' });
  const other = await service.account({ plan: 'pro' });
  await setPlan({ daily_credit_cap: (12 * PRICE_MICRO) / 1e6, monthly_credit_cap: 1 });
  const keys = [account.liveKey, await keyOf(account)];
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => chat(keys[index % 2] ?? '')));
  assert.ok(answers.some(({ text }) => /daily cap of its plan/.test(text)));
  while ((await chat(account.liveKey)).status === 200);
  assert.ok((await spentBy(account)).spent <= 12 * PRICE_MICRO);
  assert.equal((await chat(other.liveKey)).status, 200);
  await setPlan({ daily_credit_cap: 1, monthly_credit_cap: (18 * PRICE_MICRO) / 1e6 });
  while ((await chat(account.liveKey)).status === 200);
  const { spent, held } = await spentBy(account);
  assert.ok(spent <= 18 * PRICE_MICRO && held === 0, `${spent} ${held}`);
  assert.match((await chat(keys[1] ?? '')).json.error.message, /monthly cap of its plan/);
  await age(`${account.id} live`, '1 month');
  assert.equal((await chat(account.liveKey)).status, 200);
  const { pro } = (await service.call('GET', '/v1/payments/prices', { key: account.liveKey })).json.plans.reduce(
    (all: object, plan: { id: string }) => ({ ...all, [plan.id]: plan }),
    {},
  );
  assert.deepEqual([pro.daily_credit_cap, pro.monthly_credit_cap], [1, 0.0144]);
});

test('a job and an image count in the same caps, and a call that fails frees what it held', async () => {
  const account = await service.account();
  const key = await keyOf(account, { dailyCap: 5_000_000 });
  const image = (headers: Record<string, string> = {}) =>
    service.call('POST', '/v1/image/generate', { key, headers, body: { prompt: 'A tree', width: 64, height: 64 } });
  assert.equal((await image()).status, 200);
  const failed = await service.call('POST', '/v1/chat/completions', {
    key,
    body: { model: 'counted-1', messages: [{ role: 'user', content: 'fail' }] },
  });
  assert.ok(failed.status >= 400 && failed.status !== 402, failed.text);
  assert.equal((await image({ prefer: 'respond-async' })).status, 202);
  assert.equal((await image()).status, 402, 'two of two credits each are spent or held');
});

test('caps are set, shown and cleared', async () => {
  const account = await service.account();
  const call = (method: string, path: string, body: object) =>
    service.call(method, `/v1/account/keys${path}`, { key: account.liveKey, body });
  const made = await call('POST', '', { name: 'capped', daily_credit_cap: 2.5, monthly_credit_cap: 10 });
  assert.deepEqual([made.json.daily_credit_cap, made.json.monthly_credit_cap], [2.5, 10], made.text);
  const cleared = await call('PATCH', `/${made.json.id}`, { daily_credit_cap: null });
  assert.equal(cleared.json.daily_credit_cap, null);
  assert.equal((await call('POST', '', { name: 'x', daily_credit_cap: -1 })).json.error.param, 'daily_credit_cap');
});
