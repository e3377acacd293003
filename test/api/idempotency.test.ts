// A POST with an Idempotency-Key happens once, whoever sends it how often.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { paidRoute } from '../support/paid-route.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({}, paidRoute);
});
after(() => service.stop());

const balanceOf = async (key: string) => (await service.call('GET', '/v1/payments/balance', { key })).json.credits;

test('the second call gets the first answer byte for byte and costs nothing', async () => {
  const { liveKey } = await service.account({ credits: 10 });
  const send = () =>
    service.call('POST', '/v1/test/paid', { key: liveKey, body: {}, headers: { 'idempotency-key': 'order-1' } });
  const first = await send();
  const second = await send();
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get('x-credits-charged'), '1');
  assert.equal(await balanceOf(liveKey), 9);
});

test('the same key with other parameters is a mismatch', async () => {
  const { liveKey } = await service.account({ credits: 10 });
  const send = (body: object) =>
    service.call('POST', '/v1/test/paid', { key: liveKey, body, headers: { 'idempotency-key': 'order-2' } });
  await send({});
  const other = await send({ credits: 2 });
  assert.equal(other.status, 409);
  assert.equal(other.json.error.code, 'idempotency_mismatch');
});

test('while the first call runs, the second gets 409; a hundred at once charge once', async () => {
  const { liveKey } = await service.account({ credits: 10 });
  const send = () =>
    service.call('POST', '/v1/test/paid', {
      key: liveKey,
      body: { wait_ms: 300 },
      headers: { 'idempotency-key': 'order-3' },
    });
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  // A caller who comes late gets the kept answer: that is no second run.
  const ran = answers.filter((answer) => answer.status === 200 && !answer.headers.has('idempotent-replayed'));
  const refused = answers.filter((answer) => answer.status === 409);
  assert.equal(ran.length, 1);
  assert.ok(refused.length > 0);
  assert.equal(refused[0]?.json.error.code, 'idempotency_in_flight');
  assert.equal(await balanceOf(liveKey), 9);
});

test('two accounts may use the same key', async () => {
  const [one, two] = [await service.account({ credits: 10 }), await service.account({ credits: 10 })];
  for (const { liveKey } of [one, two]) {
    const answer = await service.call('POST', '/v1/test/paid', {
      key: liveKey,
      body: {},
      headers: { 'idempotency-key': 'shared' },
    });
    assert.equal(answer.headers.get('idempotent-replayed'), null);
    assert.equal(answer.status, 200);
  }
});

test('a call that failed for lack of credits may be tried again under its key', async () => {
  const { liveKey, id } = await service.account({ credits: 0 });
  const send = () =>
    service.call('POST', '/v1/test/paid', { key: liveKey, body: {}, headers: { 'idempotency-key': 'poor' } });
  assert.equal((await send()).status, 402);
  await service.app.database.pool.query(
    `select post_entry('txn_x', $1, 'live', 'grant', 5000000, 'grants', null, null, '')`,
    [id],
  );
  assert.equal((await send()).status, 200);
});

test('a node that dies in the middle leaves nothing behind: the retry runs once and is charged once', async () => {
  const { liveKey, id } = await service.account({ credits: 10 });
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir };
  const server = await startServerProcess(new URL('../support/paid-server.ts', import.meta.url), settings);
  const headers = {
    authorization: `Bearer ${liveKey}`,
    'content-type': 'application/json',
    'idempotency-key': 'crash',
  };
  const call = { method: 'POST', headers, body: JSON.stringify({ wait_ms: 30_000 }) };
  const doomed = fetch(`${server.origin}/v1/test/paid`, call).then(
    () => 'answered',
    () => 'broken',
  );
  const { pool } = service.app.database;
  const isHeld = async () => (await pool.query('select 1 from holds where account_id = $1', [id])).rowCount === 1;
  await until(isHeld, { saying: 'the call holds credits' });
  await server.stop('SIGKILL');
  assert.equal(await doomed, 'broken');
  // The charge was written, the answer was not: the worst moment for a crash.
  await pool.query(
    `select * from settle_calls((
      select json_agg(json_build_object('hold', id, 'account_id', account_id, 'environment', environment, 'cost', 1000000,
        'counted', false, 'entry_id', 'txn_y', 'description', 'lost')) from holds where account_id = $1))`,
    [id],
  );
  await pool.query(`update idempotency_keys set leased_until = now() - interval '1 second' where key = 'crash'`);
  const body = { wait_ms: 30_000 };
  const abort = new AbortController();
  const retried = service
    .call('POST', '/v1/test/paid', {
      key: liveKey,
      body,
      headers: { 'idempotency-key': 'crash' },
      signal: abort.signal,
    })
    .catch(() => undefined);
  const isRefunded = async () =>
    (await pool.query(`select 1 from ledger where account_id = $1 and type = 'refund'`, [id])).rowCount === 1;
  await until(isRefunded, { saying: 'the lost charge is refunded' });
  assert.equal(await balanceOf(liveKey), 10);
  abort.abort();
  await retried;
});
