// Makes calls meet at a lock in the database, so that a race is lost every time and not by chance.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../src/store/database.ts';
import { until } from './until.ts';

const LEAST_WAITING = 4;

/** Holds the lock until several of the calls wait for one; then all go on together. */
export async function meetAt<T>(
  database: Database,
  lock: RawBuilder<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  let running: Promise<T[]> = Promise.resolve([]);
  await database.transaction(async (trx) => {
    await lock.execute(trx);
    running = Promise.all(calls.map((call) => call()));
    await until(async () => (await countWaiting(database)) >= LEAST_WAITING, { saying: 'the calls wait for a lock' });
  });
  return running;
}

async function countWaiting({ queries }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    queries,
  );
  return Number(rows[0]?.count);
}
