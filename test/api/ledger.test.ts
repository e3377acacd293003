// Money under fire: exact whatever happens at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { creditsToMicro } from '../../src/core/money.ts';
import { endExpiredLeases, extendLease } from '../../src/money/lease-statements.ts';
import { paidRoute } from '../support/paid-route.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({}, paidRoute);
});
after(() => service.stop());

const PRICE_CHANGE_CALLS = 200;

async function pay(origin: string, key: string, body: object = {}): Promise<number> {
  const response = await fetch(`${origin}/v1/test/paid`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

async function money(
  accountId: string,
): Promise<{ balance: number; held: number; sum: number; holds: number; entries: number }> {
  const { rows } = await service.app.database.pool.query(
    `select b.balance, b.held,
       (select coalesce(sum(amount), 0)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as sum,
       (select count(*) from holds h where h.account_id = b.account_id and h.environment = 'live') as holds,
       (select count(*) from ledger l where l.account_id = b.account_id and l.environment = 'live' and type = 'usage') as entries
     from balances b where b.account_id = $1 and b.environment = 'live'`,
    [accountId],
  );
  return rows[0];
}

async function leaseOf(accountId: string): Promise<{ leased: number; inLeases: number }> {
  const { rows } = await service.app.database.pool.query(
    `select b.leased, (select coalesce(sum(amount), 0)::bigint from leases l where l.account_id = b.account_id) as "inLeases"
     from balances b where b.account_id = $1 and b.environment = 'live'`,
    [accountId],
  );
  return rows[0];
}

test('200 callers on a balance for 50 calls: exactly 50 succeed, 150 get 402, nothing is left and nothing is owed', async () => {
  const account = await service.account({ credits: 50 });
  const statuses = await Promise.all(
    Array.from({ length: PRICE_CHANGE_CALLS }, () => pay(service.origin, account.liveKey)),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 50);
  assert.equal(statuses.filter((status) => status === 402).length, 150);
  assert.deepEqual(await money(account.id), { balance: 0, held: 0, sum: 0, holds: 0, entries: 50 });
});

test('the same against two server processes on one database', async () => {
  const account = await service.account({ credits: 50 });
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir };
  const entry = new URL('../support/paid-server.ts', import.meta.url);
  const servers = await Promise.all([startServerProcess(entry, settings), startServerProcess(entry, settings)]);
  try {
    const calls = Array.from({ length: PRICE_CHANGE_CALLS }, (_, index) =>
      pay(servers[index % 2]?.origin ?? '', account.liveKey),
    );
    const statuses = await Promise.all(calls);
    assert.equal(statuses.filter((status) => status === 200).length, 50);
    assert.equal(statuses.filter((status) => status === 402).length, 150);
    assert.deepEqual(await money(account.id), { balance: 0, held: 0, sum: 0, holds: 0, entries: 50 });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

test('a busy account is served out of a lease: every call is charged, and the lease is given back when it rests', async () => {
  const account = await service.account({ credits: 100_000 });
  for (let call = 0; call < 40; call += 1) assert.equal(await pay(service.origin, account.liveKey), 200);
  const during = await leaseOf(account.id);
  assert.ok(during.leased > 0, 'calls in quick succession open a lease');
  assert.equal(during.leased, during.inLeases);
  assert.equal((await money(account.id)).balance, creditsToMicro(100_000 - 40));
  const balance = await service.call('GET', '/v1/payments/balance', { key: account.liveKey });
  assert.equal(balance.json.available, 100_000 - 40, 'what is leased is still there to be spent');
  await until(async () => (await leaseOf(account.id)).leased === 0, { saying: 'the lease is given back' });
  assert.equal((await leaseOf(account.id)).inLeases, 0);
});

test('leases of two processes never make a call fail that could be paid, nor pay for one that could not', async () => {
  const affordable = 600;
  const account = await service.account({ credits: affordable * 5 });
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir };
  const entry = new URL('../support/paid-server.ts', import.meta.url);
  const servers = await Promise.all([startServerProcess(entry, settings), startServerProcess(entry, settings)]);
  try {
    const origins = servers.map(({ origin }) => origin);
    let refused = 0;
    let paid = 0;
    let hadLease = false;
    const caller = async (index: number) => {
      for (let call = 0; call < (affordable + 80) / 20; call += 1) {
        const status = await pay(origins[(index + call) % 2] ?? '', account.liveKey, { credits: 5 });
        if (status === 200) paid += 1;
        else if (status === 402) refused += 1;
        else assert.fail(`the server answered ${status}`);
        if (index === 0 && call === 15) hadLease = (await leaseOf(account.id)).leased > 0;
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => caller(index)));
    assert.ok(hadLease, 'there were leases while the balance was large');
    assert.equal(paid, affordable);
    assert.equal(refused, 80);
    assert.deepEqual(await money(account.id), { balance: 0, held: 0, sum: 0, holds: 0, entries: affordable });
    assert.deepEqual(await leaseOf(account.id), { leased: 0, inLeases: 0 });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
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
  assert.deepEqual(await leaseOf(account.id), { leased: 5_000_000, inLeases: 5_000_000 });
  await endExpiredLeases(pool);
  assert.equal((await leaseOf(account.id)).leased, 5_000_000);
  await pool.query("update leases set expires_at = now() - interval '1 second' where id = 'lease_dead'");
  await endExpiredLeases(pool);
  assert.deepEqual(await leaseOf(account.id), { leased: 0, inLeases: 0 });
});

test('a call that fails costs nothing', async () => {
  const account = await service.account({ credits: 5 });
  assert.equal(await pay(service.origin, account.liveKey, { fail: true }), 502);
  const after = await money(account.id);
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
