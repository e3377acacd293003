// The connection of its own that charges use: it opens again after it broke, and closes after its last statement.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toServiceError } from '../../src/core/errors.ts';
import { Money } from '../../src/money/money.ts';
import { openDatabase, type Queryable } from '../../src/store/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createMoneyKit, holdFromLease, MICRO, type MoneyKit, QUOTE } from '../support/money-kit.ts';
import { until } from '../support/until.ts';

let store: TestDatabase;
let kit: MoneyKit;
before(async () => {
  [store, kit] = await Promise.all([createTestDatabase(), createMoneyKit()]);
});
after(async () => {
  await kit.close();
  await store.drop();
});

async function pidOf(connection: Queryable): Promise<number | undefined> {
  const { rows } = await connection.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' });
  return rows[0]?.pid;
}

test('statements share one connection, and another is opened after it broke', async () => {
  const database = openDatabase({ connectionString: store.url }, () => undefined);
  const connection = database.ownConnection('test');
  const first = await pidOf(connection);
  assert.equal(await pidOf(connection), first);
  await database.pool.query('select pg_terminate_backend($1)', [first]);
  // A statement that is sent before the break is noticed fails.
  const second = await until(() => pidOf(connection).catch(() => undefined), { saying: 'another connection is open' });
  assert.notEqual(second, first);
  assert.equal(await pidOf(connection), second);
  await database.close();
});

test('a statement that runs while the connection breaks fails as service_unavailable', async () => {
  const database = openDatabase({ connectionString: store.url }, () => undefined);
  const connection = database.ownConnection('test');
  const pid = await pidOf(connection);
  const broken = connection
    .query({ text: 'select pg_sleep(60)' })
    .catch((thrown: unknown) => toServiceError(thrown).code);
  await database.pool.query('select pg_terminate_backend($1)', [pid]);
  assert.equal(await broken, 'service_unavailable');
  assert.notEqual(await pidOf(connection), pid);
  await database.close();
});

test('a refused connection fails the statement, and the next statement tries again', async () => {
  const nowhere = openDatabase({ connectionString: 'postgres://atelier@127.0.0.1:1/none' }, () => undefined);
  const connection = nowhere.ownConnection('test');
  for (let count = 0; count < 2; count += 1) {
    const refused = await pidOf(connection).catch((thrown: unknown) => toServiceError(thrown).code);
    assert.equal(refused, 'service_unavailable');
  }
  await nowhere.close();
});

test('closing waits for the statement that runs, and refuses the next', async () => {
  const database = openDatabase({ connectionString: store.url }, () => undefined);
  const connection = database.ownConnection('test');
  const pid = await pidOf(connection);
  const running = connection.query<{ done: number }>({ text: 'select 1 as done from pg_sleep(0.3)' });
  const closed = database.close();
  await assert.rejects(pidOf(connection), /connection to the database is closed/);
  assert.deepEqual((await running).rows, [{ done: 1 }]);
  await closed;
  const isOpen = async () => {
    const { rowCount } = await kit.database.pool.query('select 1 from pg_stat_activity where pid = $1', [pid]);
    return rowCount === 1;
  };
  await until(async () => !(await isOpen()), { saying: 'the connection is gone' });
});

test('charges go on after their connection broke, each once', async () => {
  const money = new Money(kit.database);
  const payer = await kit.open(1_000);
  const breakOff = () =>
    kit.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%from settle_calls(%' and pid <> pg_backend_pid()`,
    );
  let charged = 0;
  const charge = async () => {
    for (const hold of [await holdFromLease(money, payer), await money.hold(payer, QUOTE)])
      charged += (await money.settle(hold, 1_000, { promptTokens: 1 })).charged;
  };
  await charge();
  assert.equal((await breakOff()).rowCount, 1);
  await until(
    () =>
      charge().then(
        () => true,
        () => false,
      ),
    { saying: 'charges go on' },
  );
  await money.close();
  const { balance } = await kit.balanceOf(payer.accountId);
  assert.equal(balance, 1_000 * MICRO - charged);
});
