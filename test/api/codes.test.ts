// Redeem codes: made by the operator, told once, redeemed as often as they allow, and booked exactly.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { BuiltinCheckout } from '../../src/modules/payments/builtin-checkout.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let desk: OperatorKit;

before(async () => {
  service = await startService();
  desk = await openDesk(service);
});
after(() => service.stop());

const REASON = 'given away at the conference';
const make = async (gift: object) => {
  const made = await desk.act('/codes', { reason: REASON, ...gift });
  assert.equal(made.status, 201, made.text);
  return made.json;
};
const redeem = (account: TestAccount, code: string, key = account.liveKey) =>
  service.call('POST', `${key === account.testKey ? '/sandbox/v1' : '/v1'}/payments/redeem`, { key, body: { code } });
const read = async (account: TestAccount, path: string) =>
  (await service.call('GET', `/v1/payments/${path}`, { key: account.liveKey })).json;

test('a code adds its credits once: as a transaction of its own type, however it is typed', async () => {
  const account = await service.account({ credits: 5 });
  const { codes, batch_id: batch } = await make({ credits: 250.5 });
  const [code] = codes;
  assert.match(code, /^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `;
  const done = await redeem(account, typed);
  assert.equal(done.status, 200, done.text);
  assert.deepEqual([done.json.credits, done.json.plan, done.json.available], [250.5, null, 255.5]);
  const { data } = await read(account, 'transactions?type=redemption');
  assert.deepEqual([data.length, data[0].credits, data[0].balance_after], [1, 250.5, 255.5]);
  const again = await redeem(account, code);
  assert.deepEqual([again.status, again.json.error.param], [400, 'code']);
  assert.match(again.json.error.message, /used up/);
  const listed = (await desk.read(`/codes?batch=${batch}`)).json.data;
  assert.deepEqual([listed.length, listed[0].status, listed[0].used, listed[0].hint], [1, 'used', 1, code.slice(-4)]);
  assert.ok(!JSON.stringify([listed, (await desk.read('/audit?limit=5')).json]).includes(code));
});

test('a code for several accounts gives each its credits once, in two calls at once', async () => {
  const [code] = (await make({ credits: 3, max_uses: 3 })).codes;
  const accounts = await Promise.all(Array.from({ length: 4 }, () => service.account({ credits: 0 })));
  const answers = await Promise.all(accounts.flatMap((account) => [redeem(account, code), redeem(account, code)]));
  assert.equal(answers.filter(({ status }) => status === 200).length, 3);
  const balances = await Promise.all(accounts.map(async (account) => (await read(account, 'balance')).credits));
  assert.deepEqual(balances.sort(), [0, 3, 3, 3]);
});

test('a plan lasts as long as the code says, cannot be changed, and another can be bought beside it', async () => {
  const account = await service.account({ plan: 'free' });
  const [code, second] = (await make({ count: 2, plan: 'pro', days: 30 })).codes;
  const done = await redeem(account, code);
  assert.equal(done.status, 200, done.text);
  // The limits of a key are read again within a second.
  await until(async () => (await read(account, 'balance')).plan === 'pro', { saying: 'the plan begins' });
  const subscription = await read(account, 'subscription');
  assert.deepEqual([subscription.plan, subscription.cancel_at_period_end], ['pro', true]);
  assert.equal(subscription.current_period_end, done.json.plan_ends_at);
  assert.equal((await read(account, 'receipts')).data.length, 0, 'nothing was paid');
  assert.match((await redeem(account, second)).json.error.message, /has the plan "pro" until/);
  const changed = await service.call('POST', '/v1/payments/subscription/change', {
    key: account.liveKey,
    body: { plan: 'unlimited' },
  });
  assert.deepEqual([changed.status, changed.json.error.param], [400, 'plan']);
  const checkout = await service.call('POST', '/v1/payments/checkout', { key: account.liveKey, body: { plan: 'pro' } });
  assert.equal(checkout.status, 200, checkout.text);
  await service.app.database.pool.query(
    `update subscriptions set current_period_end = now() - interval '1 second' where account_id = '${account.id}'`,
  );
  await new BuiltinCheckout({
    database: service.app.database,
    prices: service.app.prices,
    sellsLive: false,
    serviceName: 'Atelier',
  }).renewDue();
  await until(async () => (await read(account, 'balance')).plan === 'free', { saying: 'the plan ends' });
});

test('codes that are expired, revoked, unknown or of the other environment are refused and give nothing', async () => {
  const account = await service.account({ credits: 1 });
  const expiring = await make({ credits: 5, expires_at: new Date(Date.now() + 60_000).toISOString() });
  await service.app.database.pool.query(
    `update redeem_codes set expires_at = now() - interval '1 second' where batch_id = '${expiring.batch_id}'`,
  );
  const revoked = await make({ count: 3, credits: 5 });
  const revoke = () => desk.act(`/codes/${revoked.batch_id}/revoke`, { reason: 'posted in public' });
  assert.equal((await revoke()).json.revoked, 3);
  assert.equal((await revoke()).json.revoked, 0);
  const sandbox = await make({ credits: 5, environment: 'test' });
  const wrong: [string, RegExp][] = [
    [expiring.codes[0], /expired/],
    [revoked.codes[1], /revoked/],
    [sandbox.codes[0], /not known/],
    ['7K2QD-0MZ4R-X9VTA-31HBE', /not known/],
    ["' or 1=1 --", /not known/],
  ];
  for (const [code, words] of wrong) {
    const answer = await redeem(account, code);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.json.error.message, words);
  }
  assert.equal((await read(account, 'balance')).credits, 1);
  assert.equal((await redeem(account, sandbox.codes[0], account.testKey)).json.credits, 5);
});

test('only the operator makes codes, and what makes no sense is refused', async () => {
  const account = await service.account();
  const denied = await service.call('POST', '/v1/operator/codes', {
    key: account.liveKey,
    body: { credits: 5, reason: REASON },
  });
  assert.equal(denied.status, 403);
  const wrong: [object, string][] = [
    [{}, 'credits'],
    [{ credits: 0 }, 'credits'],
    [{ plan: 'pro' }, 'days'],
    [{ days: 3, credits: 1 }, 'days'],
    [{ plan: '__proto__', days: 3 }, 'plan'],
    [{ plan: 'pro', days: 3, environment: 'test' }, 'plan'],
    [{ credits: 1, expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ credits: 1, count: 1_001 }, 'count'],
    [{ credits: -1 }, 'credits'],
  ];
  for (const [gift, param] of wrong) {
    const answer = await desk.act('/codes', { reason: REASON, ...gift });
    assert.deepEqual([answer.status, answer.json.error?.param], [400, param], answer.text);
  }
  assert.equal((await desk.act('/codes/code_none/revoke', { reason: 'not there' })).status, 404);
});
