// Runs a schema change in one transaction that yields to customers' transactions.
import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';

/**
 * Below PostgreSQL's deadlock_timeout of one second: in a deadlock the migration gives way, not a customer's
 * transaction.
 */
const LOCK_TIMEOUT_MS = 400;
const BETWEEN_TRIES_MS = 200;
const PATIENCE_MS = 120_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

/**
 * A change of a table waits for running transactions, and all new ones queue behind it. So it waits only briefly, lets
 * them run, and tries again.
 */
export async function changePatiently(client: PoolClient, statements: readonly string[]): Promise<void> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await changeOnce(client, statements);
      return;
    } catch (error) {
      if (!isLocked(error) || Date.now() > deadlineMs) throw error;
      await wait(BETWEEN_TRIES_MS);
    }
  }
}

async function changeOnce(client: PoolClient, statements: readonly string[]): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && [LOCK_NOT_AVAILABLE, DEADLOCK].includes(String(error.code));
}
