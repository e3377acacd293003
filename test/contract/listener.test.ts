// One connection listens to all channels of a process: each subscriber gets its own, also after a break, until its
// signal aborts.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

let store: TestDatabase;
let database: Database;
const errors: Error[] = [];
before(async () => {
  store = await createTestDatabase();
  database = openDatabase({ connectionString: store.url, max: 3 }, (error) => errors.push(error));
});
after(async () => {
  await database.close();
  await store.drop();
});

async function findListeners(from = database): Promise<number[]> {
  const { rows } = await from.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and query like 'listen %' order by pid`,
  );
  return rows.map(({ pid }) => pid);
}

const tell = (channel: string, payload: string) => database.pool.query('select pg_notify($1, $2)', [channel, payload]);

test('two channels and two callers of one of them share a connection, and each hears its own', async () => {
  const heard: string[] = [];
  const warnings: Error[] = [];
  process.on('warning', (warning) => warnings.push(warning));
  const [red, green] = [new AbortController(), new AbortController()];
  await Promise.all([
    database.listen('red', (payload) => heard.push(`red ${payload}`), red.signal),
    database.listen('green', (payload) => heard.push(`green ${payload}`), green.signal),
    database.listen('green', (payload) => heard.push(`green again ${payload}`), green.signal),
  ]);
  assert.equal((await findListeners()).length, 1);
  assert.deepEqual(warnings, [], 'no statement was sent while another one ran');
  await tell('red', '1');
  await tell('green', '2');
  await tell('blue', '3');
  await until(() => heard.length === 3, { saying: 'all were told' });
  assert.deepEqual(heard, ['red 1', 'green 2', 'green again 2']);

  red.abort();
  await tell('red', '4');
  await tell('green', '5');
  await until(() => heard.length === 5, { saying: 'the other channel is still heard' });
  assert.deepEqual(heard.slice(3), ['green 5', 'green again 5']);

  green.abort();
  await until(async () => (await findListeners()).length === 0, { saying: 'nobody listens' });
  assert.deepEqual(errors, []);
});

test('after a break every channel is heard again, over one new connection', async () => {
  const heard: string[] = [];
  const ending = new AbortController();
  await database.listen('red', (payload) => heard.push(payload), ending.signal);
  await database.listen('green', (payload) => heard.push(payload), ending.signal);
  const [old] = await findListeners();
  await database.pool.query('select pg_terminate_backend($1)', [old]);
  const again = async () => {
    await tell('red', 'red');
    await tell('green', 'green');
    return heard.includes('red') && heard.includes('green');
  };
  await until(again, { saying: 'both are heard again' });
  const now = await findListeners();
  assert.equal(now.length, 1);
  assert.notEqual(now[0], old);
  assert.ok(errors.length > 0, 'the break was told');
  ending.abort();
  await until(async () => (await findListeners()).length === 0, { saying: 'nobody listens' });
});

test('a service with a worker has one connection that listens', async () => {
  const service = await startService();
  assert.equal((await findListeners(service.app.database)).length, 1);
  await service.stop();
});
