// A connection to the database that breaks: the statement fails, the process lives on, and clients are told to come back.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { toServiceError } from '../../src/core/errors.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { PASSWORD } from '../support/people.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

let store: TestDatabase;
let database: Database;
before(async () => {
  store = await createTestDatabase();
  database = openDatabase({ connectionString: store.url, max: 3 }, () => undefined);
});
after(async () => {
  await database.close();
  await store.drop();
});

test('a connection that breaks between two statements of a transaction fails it as service_unavailable, and the next one works', async () => {
  const broken = database.transaction(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    const pid = rows[0]?.pid;
    await database.pool.query('select pg_terminate_backend($1)', [pid]);
    await until(
      async () => {
        const found = await database.pool.query('select 1 from pg_stat_activity where pid = $1', [pid]);
        return found.rowCount === 0;
      },
      { saying: 'the connection is gone' },
    );
    await sql`select 1`.execute(trx);
  });
  const error = await broken.then(
    () => undefined,
    (thrown: unknown) => toServiceError(thrown),
  );
  assert.deepEqual([error?.code, error?.status, error?.retryAfterSeconds], ['service_unavailable', 503, 5]);
  assert.equal(await database.isAlive(), true);
});

test('a refused connection is service_unavailable, and a mistake of ours is still internal_error', async () => {
  const nowhere = openDatabase({ connectionString: 'postgres://atelier@127.0.0.1:1/none' }, () => undefined);
  const refused = await nowhere.pool.query('select 1').catch((thrown: unknown) => toServiceError(thrown));
  await nowhere.close();
  assert.equal(refused instanceof Error && 'code' in refused && refused.code, 'service_unavailable');
  const wrong = await database.pool.query('select nonsense').catch((thrown: unknown) => toServiceError(thrown));
  assert.equal(wrong instanceof Error && 'code' in wrong && wrong.code, 'internal_error');
});

test('while the database is away, the session API answers service_unavailable like every other route, and works again afterwards', async () => {
  const relay = await startRelay(store.url);
  const service = await startService({ DATABASE_URL: relay.url, TEST_WORKER: '0' });
  const { liveKey } = await service.account();
  const headers = { origin: service.config.publicUrl };
  const signIn = () =>
    service.call('POST', '/auth/sign-in/email', { headers, body: { email: 'a@example.com', password: PASSWORD } });
  assert.equal((await signIn()).json.code, 'INVALID_EMAIL_OR_PASSWORD');
  await relay.cut();
  const answers = await Promise.all([signIn(), service.call('GET', '/v1/account', { key: liveKey })]);
  for (const { status, json, headers } of answers)
    assert.deepEqual([status, json?.error?.code, headers.get('retry-after')], [503, 'service_unavailable', '5']);
  await relay.mend();
  assert.equal((await signIn()).json.code, 'INVALID_EMAIL_OR_PASSWORD');
  await service.stop();
  await relay.cut();
});

/** A way to a database's socket that can be cut: connections break, and new ones are refused. */
async function startRelay(databaseUrl: string) {
  // The address names a socket instead of a host, and URL refuses an empty host.
  const { username, password, pathname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'));
  const open = new Set<Socket>();
  const relay = createServer((socket) => {
    const onward = connect(`${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.once('close', () => open.delete(one) && other.destroy());
    }
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const { port } = relay.address() as AddressInfo;
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async cut() {
      const closed = once(relay, 'close');
      relay.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
    async mend() {
      await once(relay.listen(port, '127.0.0.1'), 'listening');
    },
  };
}
