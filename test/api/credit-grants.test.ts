// Credits with terms: their order of use, their expiry on two nodes, what is held for running calls, refunds, and the included credits of plans.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { settlePayment, takeBack } from '../../src/modules/payments/settlement.ts';
import { expireDueGrants } from '../../src/money/grants.ts';
import { noteRefund } from '../../src/store/reversals.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const DAY_MS = 86_400_000;
let service: TestService;
let desk: OperatorKit;

before(async () => {
  service = await startService();
  desk = await openDesk(service);
});
after(() => service.stop());

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const give = async (account: TestAccount, credits: number, terms: object = {}) => {
  const done = await desk.act(`/accounts/${account.id}/credits`, { credits, reason: `gift ${credits}`, ...terms });
  assert.equal(done.status, 200, done.text);
};
const balanceOf = async ({ liveKey: key }: TestAccount) =>
  (await service.call('GET', '/v1/payments/balance', { key })).json;
const seen = async ({ id }: TestAccount) => (await desk.read(`/accounts/${id}`)).json.grants;
const left = async (account: TestAccount) =>
  (await balanceOf(account)).grants.map((one: { credits: number; remaining: number }) => [one.credits, one.remaining]);
/** As a call does: holds credits, and spends some. */
const hold = (account: TestAccount, credits: number) => {
  const owner = { accountId: account.id, environment: 'live' as const };
  const payer = {
    ...owner,
    keyId: null,
    keyMonthlyCap: null,
    keyDailyCap: null,
    keyTokensPerMinute: null,
    requestId: null,
  };
  const amount = credits * 1e6;
  return service.app.money.hold(payer, { module: 'chat', model: 'm', amount, minimum: amount, description: 'a call' });
};
const spend = async (account: TestAccount, credits: number) =>
  service.app.money.settle(await hold(account, credits), credits * 1e6, {});
/** Lets days pass for the grants; two nodes check what is due at the same time. */
const pass = async (days: number) => {
  const { pool } = service.app.database;
  await pool.query("update credit_grants set expires_at = expires_at - $1 * interval '1 day'", [days]);
  await Promise.all([expireDueGrants(service.app.database), expireDueGrants(service.app.database)]);
};
const expiries = async ({ liveKey: key }: TestAccount) =>
  (await service.call('GET', '/v1/payments/transactions?type=expiry', { key })).json.data.map(
    ({ credits, description }: { credits: number; description: string }) => [credits, description],
  );

test('promotional credits are used first, then those that expire soonest, then those without terms; what is left expires once', async () => {
  const account = await service.account({ credits: 100 });
  assert.deepEqual((await balanceOf(account)).grants, []);
  await give(account, 30, { expires_at: inDays(9) });
  await give(account, 20, { expires_at: inDays(2) });
  await give(account, 10, { promotional: true, expires_at: inDays(20) });
  await give(account, 5, { promotional: true });
  const { grants, credits } = await balanceOf(account);
  assert.equal(credits, 165);
  assert.deepEqual(await seen(account), { live: grants, test: [] }, 'the operator sees what the customer sees');
  assert.deepEqual(
    grants.map(({ kind, remaining }: { kind: string; remaining: number }) => [kind, remaining]),
    [
      ['promotional', 10],
      ['promotional', 5],
      ['general', 20],
      ['general', 30],
    ],
  );
  await spend(account, 18);
  assert.deepEqual(await left(account), [
    [20, 17],
    [30, 30],
  ]);
  await pass(3);
  assert.deepEqual(await expiries(account), [[-17, 'Expired: gift 20']]);
  assert.deepEqual([await left(account), (await balanceOf(account)).credits], [[[30, 30]], 130]);
  await spend(account, 40);
  await pass(30);
  assert.deepEqual(await expiries(account), [[-17, 'Expired: gift 20']], 'nothing was left of the other');
  assert.equal((await balanceOf(account)).credits, 90);
});

test('what a running call holds does not expire; what it gives back does', async () => {
  const account = await service.account({ credits: 10 });
  await give(account, 50, { expires_at: inDays(1) });
  const held = await hold(account, 45);
  await pass(2);
  assert.deepEqual(await expiries(account), [[-5, 'Expired: gift 50']]);
  const receipt = await service.app.money.settle(held, 25e6, {});
  assert.equal(receipt.charged, 25e6);
  await pass(0);
  assert.deepEqual(
    (await expiries(account)).map(([credits]: [number]) => credits),
    [-20, -5],
  );
  assert.deepEqual([(await balanceOf(account)).credits, await left(account)], [10, []]);
  await pass(0);
  assert.equal((await expiries(account)).length, 2);
});

test('credits that the operator takes have no terms while there are such; a time in the past and terms of a debit are refused', async () => {
  const account = await service.account({ credits: 10 });
  await give(account, 50, { expires_at: inDays(1) });
  await give(account, -15);
  assert.deepEqual(await left(account), [[50, 45]]);
  for (const bad of [
    { credits: 5, expires_at: '2020-01-01' },
    { credits: 5, expires_at: 'soon' },
    { credits: -5, promotional: true },
  ])
    assert.equal((await desk.act(`/accounts/${account.id}/credits`, { reason: 'a wrong gift', ...bad })).status, 400);
});

test("a plan's included credits roll over for as many months as it says, and a refund takes the plan's own credits", async () => {
  const { plans } = (await desk.read('/settings')).json.prices.effective;
  const setPro = async (more: object) => {
    const body = { value: { plans: { ...plans, pro: { ...plans.pro, ...more } } }, reason: 'terms of credits' };
    assert.equal((await service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body })).status, 200);
  };
  const { database, prices } = service.app;
  const pay = (account: TestAccount, gatewayId: string) =>
    database.transaction((trx) =>
      settlePayment(trx, prices, {
        ...{ accountId: account.id, environment: 'live', amount: 2000, currency: 'usd', credits: 2500 },
        forPlan: {
          plan: 'pro',
          subscription: 'sub_1',
          coversUntil: new Date(Date.now() + 30 * DAY_MS),
          billedAt: new Date(),
        },
        ...{ description: 'pro', gateway: 'stripe', gatewayId },
      }),
    );
  const account = await service.account({ credits: 7 });
  await pay(account, 'in_1');
  assert.deepEqual(await left(account), [], 'as before, they stay');
  await setPro({ rollover_months: 1 });
  await pay(account, 'in_2');
  const [included] = (await balanceOf(account)).grants;
  assert.deepEqual([included.kind, included.remaining], ['included', 2500]);
  const days = (Date.parse(included.expires_at) - Date.now()) / DAY_MS;
  assert.ok(days > 58 && days < 63, String(days));
  await database.transaction(async (trx) => {
    await noteRefund(trx, { gateway: 'stripe', reference: 'in_2', amount: 1000, currency: 'usd' });
    await takeBack(trx, prices, { gateway: 'stripe', gatewayId: 'in_2' });
  });
  assert.deepEqual(await left(account), [[2500, 1250]]);
  await pass(63);
  assert.deepEqual([await left(account), (await balanceOf(account)).credits], [[], 2507]);
});

test("what a coupon gives of a plan ends with the plan's own credits, and a refund takes both from them", async () => {
  const { plans } = (await desk.read('/settings')).json.prices.effective;
  const body = { value: { plans: { ...plans, pro: { ...plans.pro, rollover_months: 0 } } }, reason: 'terms' };
  assert.equal((await service.call('PUT', '/v1/operator/settings/prices', { key: desk.key, body })).status, 200);
  const { database, prices } = service.app;
  const buy = (account: TestAccount) =>
    database.transaction((trx) =>
      settlePayment(trx, prices, {
        ...{
          accountId: account.id,
          environment: 'live',
          amount: 1340,
          discount: 660,
          listPrice: 2000,
          currency: 'usd',
        },
        ...{ credits: 2500, coupon: 'AUTUMN', description: 'pro', gateway: 'stripe', gatewayId: `in_${account.id}` },
        forPlan: {
          ...{ plan: 'pro', subscription: `sub_${account.id}`, billedAt: new Date() },
          coversUntil: new Date(Date.now() + 30 * DAY_MS),
        },
      }),
    );
  const refund = (account: TestAccount, amount: number) =>
    database.transaction(async (trx) => {
      const reference = `in_${account.id}`;
      await noteRefund(trx, { gateway: 'stripe', reference, amount, currency: 'usd' });
      await takeBack(trx, prices, { gateway: 'stripe', gatewayId: reference });
    });
  const kept = await service.account({ credits: 100 });
  await buy(kept);
  assert.deepEqual(await left(kept), [[2500, 2500]], 'one grant for both');
  await spend(kept, 8);
  await pass(31);
  assert.deepEqual(await expiries(kept), [[-2492, 'Expired: Included credits of the plan pro']]);
  assert.deepEqual([await left(kept), (await balanceOf(kept)).credits], [[], 100]);
  // Refunded after that, it takes only the eight that were used.
  await refund(kept, 1340);
  assert.equal((await balanceOf(kept)).credits, 92);

  const returned = await service.account({ credits: 100 });
  await buy(returned);
  await refund(returned, 670);
  assert.deepEqual(await left(returned), [[2500, 1250]]);
  await pass(31);
  assert.equal((await balanceOf(returned)).credits, 100);
});

test('the command line gives credits with terms', async () => {
  const account = await service.account({ credits: 1 });
  const args = [
    'scripts/run.mjs',
    'accounts',
    'grant',
    '--email',
    account.email,
    '--credits',
    '12.5',
    '--expires',
    inDays(3),
    '--json',
  ];
  const env = { ...process.env, DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  assert.equal(JSON.parse(stdout).balance, 13.5);
  assert.deepEqual(await left(account), [[12.5, 12.5]]);
});
