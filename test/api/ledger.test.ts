// Money under fire: exact whatever happens at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { creditsToMicro } from '../../src/core/money.ts';
import { endExpiredLeases, extendLease } from '../../src/money/lease-statements.ts';
import { leaseOf, moneyOf, pay } from '../support/paid-calls.ts';
import { paidRoute } from '../support/paid-route.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({}, paidRoute);
});
after(() => service.stop());

const PRICE_CHANGE_CALLS = 200;

test('200 callers on a balance for 50 calls: exactly 50 succeed, 150 get 402, nothing is left and nothing is owed', async () => {
  const account = await service.account({ credits: 50 });
  const statuses = await Promise.all(
    Array.from({ length: PRICE_CHANGE_CALLS }, () => pay(service.origin, account.liveKey)),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 50);
  assert.equal(statuses.filter((status) => status === 402).length, 150);
  assert.deepEqual(await moneyOf(service, account.id), { balance: 0, held: 0, sum: 0, holds: 0, entries: 50 });
});

test('a busy account is served out of a lease: every call is charged, and the lease is given back when it rests', async () => {
  const account = await service.account({ credits: 100_000 });
  for (let call = 0; call < 40; call += 1) assert.equal(await pay(service.origin, account.liveKey), 200);
  const during = await leaseOf(service, account.id);
  assert.ok(during.leased > 0, 'calls in quick succession open a lease');
  assert.equal(during.leased, during.inLeases);
  assert.equal((await moneyOf(service, account.id)).balance, creditsToMicro(100_000 - 40));
  const balance = await service.call('GET', '/v1/payments/balance', { key: account.liveKey });
  assert.equal(balance.json.available, 100_000 - 40, 'what is leased is still there to be spent');
  await until(async () => (await leaseOf(service, account.id)).leased === 0, { saying: 'the lease is given back' });
  assert.equal((await leaseOf(service, account.id)).inLeases, 0);
});

test('the lease of a node that died is freed when its time is over', async () => {
  const account = await service.account({ credits: 10_000 });
  const { pool } = service.app.database;
  await extendLease(pool, {
    id: 'lease_dead',
    isNew: true,
    accountId: account.id,
    environment: 'live',
    wanted: 5_000_000,
  });
  assert.deepEqual(await leaseOf(service, account.id), { leased: 5_000_000, inLeases: 5_000_000 });
  await endExpiredLeases(pool);
  assert.equal((await leaseOf(service, account.id)).leased, 5_000_000);
  await pool.query("update leases set expires_at = now() - interval '1 second' where id = 'lease_dead'");
  await endExpiredLeases(pool);
  assert.deepEqual(await leaseOf(service, account.id), { leased: 0, inLeases: 0 });
});

test('a call that fails costs nothing', async () => {
  const account = await service.account({ credits: 5 });
  assert.equal(await pay(service.origin, account.liveKey, { fail: true }), 502);
  const after = await moneyOf(service, account.id);
  assert.equal(after.balance, creditsToMicro(5));
  assert.equal(after.held, 0);
});

test('a paid answer says what it cost, in its headers and its body', async () => {
  const account = await service.account({ credits: 5 });
  const answer = await service.call('POST', '/v1/test/paid', { key: account.liveKey, body: {} });
  assert.equal(answer.headers.get('x-credits-charged'), '1');
  assert.equal(answer.headers.get('x-credits-remaining'), '4');
  assert.equal(answer.json.usage.credits, 1);
});

test('a key with a monthly cap stops at it, while the account has more', async () => {
  const account = await service.account({ credits: 100 });
  const { json: key } = await service.call('POST', '/v1/account/keys', {
    key: account.liveKey,
    body: { name: 'capped', monthly_credit_cap: 3 },
  });
  const statuses = await Promise.all(Array.from({ length: 10 }, () => pay(service.origin, key.key)));
  assert.equal(statuses.filter((status) => status === 200).length, 3);
  assert.equal(statuses.filter((status) => status === 402).length, 7);
  assert.equal(await pay(service.origin, account.liveKey), 200);
});

test('transactions come newest first, page by page, each with the balance after it', async () => {
  const account = await service.account({ credits: 10 });
  for (let index = 0; index < 5; index += 1) await pay(service.origin, account.liveKey);
  const first = await service.call('GET', '/v1/payments/transactions?limit=3', { key: account.liveKey });
  assert.deepEqual(
    first.json.data.map((row: { balance_after: number }) => row.balance_after),
    [5, 6, 7],
  );
  assert.equal(first.json.has_more, true);
  const second = await service.call('GET', `/v1/payments/transactions?limit=3&cursor=${first.json.next_cursor}`, {
    key: account.liveKey,
  });
  assert.deepEqual(
    second.json.data.map((row: { type: string }) => row.type),
    ['usage', 'usage', 'grant'],
  );
  assert.equal(second.json.has_more, false);
  const usage = await service.call('GET', '/v1/payments/transactions?type=grant', { key: account.liveKey });
  assert.equal(usage.json.data.length, 1);
});

test('usage counts charged calls, errors and credits as the ledger does', async () => {
  const account = await service.account({ credits: 2 });
  for (let index = 0; index < 4; index += 1) await pay(service.origin, account.liveKey);
  const read = () => service.call('GET', '/v1/usage?group_by=module', { key: account.liveKey });
  const counted = async () => (await read()).json.data.find((row: { module: string }) => row.module === 'test');
  await until(async () => (await counted())?.requests >= 4, { saying: 'four calls are counted' });
  const tests = await counted();
  assert.equal(tests?.requests, 4);
  assert.equal(tests?.errors, 2);
  assert.equal(tests?.credits, 2);
});

test('the ledger cannot be changed, not even by us', async () => {
  await assert.rejects(service.app.database.pool.query('update ledger set amount = 1'), /append-only/);
  await assert.rejects(service.app.database.pool.query('delete from ledger'), /append-only/);
});

test('an expired hold is swept and its credits are free again', async () => {
  const account = await service.account({ credits: 5 });
  const caller = {
    accountId: account.id,
    environment: 'live' as const,
    keyId: null,
    keyMonthlyCap: null,
    keyDailyCap: null,
    keyTokensPerMinute: null,
    requestId: null,
  };
  const amount = creditsToMicro(5);
  await service.app.money.hold(caller, { module: 'test', model: 'noop-1', amount, minimum: amount, description: '' });
  assert.equal(await pay(service.origin, account.liveKey), 402);
  await service.app.database.pool.query(
    `update holds set expires_at = now() - interval '1 second' where account_id = $1`,
    [account.id],
  );
  await service.app.money.sweep();
  assert.equal(await pay(service.origin, account.liveKey), 200);
});
