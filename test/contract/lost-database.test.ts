// A connection to the database that breaks: the statement fails, the process lives on, and clients are told to come back.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { toServiceError } from '../../src/core/errors.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
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
