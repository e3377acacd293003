// Attacks on the built-in checkout, whose test cards must buy nothing that counts where strangers can reach it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { BuiltinCheckout } from '../../src/modules/payments/builtin-checkout.ts';
import { startService, type TestService } from '../support/service.ts';

const SECRET = 'a-secret-of-sixteen-or-more';
const card = () => new URLSearchParams({ number: '4242424242424242', expiry: '12/40', cvc: '123' });
const pay = (service: TestService, id: string) =>
  fetch(`${service.origin}/checkout/${id}`, { method: 'POST', body: card(), redirect: 'manual' });

async function withService(settings: Record<string, string>, use: (service: TestService) => Promise<void>) {
  const service = await startService(settings);
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

const order = async (service: TestService, environment: 'live' | 'test', body: object) => {
  const account = await service.account({ plan: 'free', credits: 0 });
  const [base, key] = environment === 'live' ? ['/v1', account.liveKey] : ['/sandbox/v1', account.testKey];
  return { account, answer: await service.call('POST', `${base}/payments/checkout`, { key, body }) };
};

for (const [how, settings] of [
  ['is bound to every address', { HOST: '0.0.0.0', SECRET }],
  ['has a public address', { PUBLIC_URL: 'https://atelier.example' }],
  ['stands behind a proxy', { TRUST_PROXY: '1' }],
] as const)
  test(`a stranger takes the enterprise plan with a test card where the service ${how}`, () =>
    withService(settings, async (service) => {
      for (const body of [{ plan: 'enterprise' }, { package: 'large' }, { amount: 500 }]) {
        const { answer } = await order(service, 'live', body);
        assert.equal(answer.status, 503, answer.text);
      }
      const { account, answer } = await order(service, 'test', { amount: 500 });
      assert.equal(answer.status, 200, answer.text);
      assert.equal((await pay(service, answer.json.id)).status, 303, 'test cards work in the sandbox');
      const balance = (path: string, key: string) => service.call('GET', `${path}/payments/balance`, { key });
      assert.equal((await balance('/v1', account.liveKey)).json.credits, 0);
      const prices = await service.call('GET', '/v1/payments/prices', { key: account.liveKey });
      assert.equal(prices.json.checkout, 'none');
    }));

test('an owner who gives credits away has said so, and everybody is told', () =>
  withService({ HOST: '0.0.0.0', SECRET, ALLOW_BUILTIN_SALES: '1' }, async (service) => {
    const { account, answer } = await order(service, 'live', { amount: 500 });
    assert.equal(answer.status, 200, answer.text);
    const prices = await service.call('GET', '/v1/payments/prices', { key: account.liveKey });
    assert.equal(prices.json.checkout, 'builtin');
  }));

test('a session, a subscription or a top-up of a time when the built-in checkout sold goes on for nothing', () =>
  withService({}, async (service) => {
    const { account, answer } = await order(service, 'live', { plan: 'enterprise' });
    assert.equal((await pay(service, answer.json.id)).status, 303);
    const { answer: open } = await order(service, 'live', { amount: 500 });
    const { database, prices } = service.app;
    const closed = new BuiltinCheckout({ database, prices, sellsLive: false, serviceName: 'Atelier' });
    assert.equal(
      (await closed.pay(open.json.id, { number: '4242424242424242', expiry: '12/40', cvc: '1' })).kind,
      'gone',
    );
    await database.pool.query(`update subscriptions set current_period_end = now() - interval '1 second'`);
    await closed.renewDue();
    const { rows } = await database.pool.query(
      'select s.status, a.plan, (select count(*)::int from payments) as payments from subscriptions s join accounts a on a.id = s.account_id where a.id = $1',
      [account.id],
    );
    assert.deepEqual(rows[0], { status: 'cancelled', plan: 'payg', payments: 1 });
  }));

test('a plan is paid in two tabs at once at the built-in checkout: one subscription, one payment', () =>
  withService({}, async (service) => {
    const account = await service.account({ plan: 'free', credits: 0 });
    const buy = () => service.call('POST', '/v1/payments/checkout', { key: account.liveKey, body: { plan: 'pro' } });
    const sessions = [await buy(), await buy()];
    const answers = await Promise.all(sessions.map(({ json }) => pay(service, json.id)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 402]);
    const { json } = await service.call('GET', '/v1/payments/balance', { key: account.liveKey });
    assert.equal(json.credits, 2200);
    const change = () =>
      service.call('POST', '/v1/payments/subscription/change', { key: account.liveKey, body: { plan: 'unlimited' } });
    await Promise.all([change(), change(), change()]);
    const { json: list } = await service.call('GET', '/v1/payments/receipts', { key: account.liveKey });
    assert.equal(list.data.length, 2, 'one fee and one upgrade');
  }));

test('the doctor names built-in sales', async () => {
  const environment = {
    ...process.env,
    HOST: '0.0.0.0',
    SECRET,
    ALLOW_BUILTIN_SALES: '1',
    DATABASE_URL: 'postgres://127.0.0.1:1/x',
  };
  const run = await promisify(execFile)(process.execPath, ['src/main.ts', 'doctor'], { env: environment }).catch(
    (error) => error,
  );
  assert.match(run.stdout, /✗ payments: ALLOW_BUILTIN_SALES=1/);
});
