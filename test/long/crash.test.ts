// Thirty times the server and its database are killed at a random moment under load: nothing acknowledged is lost.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { openStore } from '../../src/app/store.ts';
import { silentLog } from '../../src/core/log.ts';
import { settleAbandoned } from '../../src/money/abandoned.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const KILLS = 30;
const CALLERS = 16;
const ENTRY = new URL('../support/paid-server.ts', import.meta.url);

test(`${KILLS} kills of server and database under load lose no charge, leave no hold and no balance unequal to its rows`, {
  timeout: 900_000,
}, async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-crash-'));
  const settings = { DATA_DIR: dataDir };
  const first = await openStore({ databaseUrl: null, dataDir }, silentLog);
  const { liveKey, account } = await openAccountWithKeys(first.database, {
    email: 'crash@example.com',
    plan: 'enterprise',
    liveCredits: 10_000_000,
    announce: async () => undefined,
  });
  await first.database.pool.query(`update api_keys set requests_per_minute = null`);
  await first.close();
  let acknowledged = 0;
  let slowestMs = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const began = performance.now();
    const server = await startServerProcess(ENTRY, settings);
    slowestMs = Math.max(slowestMs, performance.now() - began);
    acknowledged += await loadUntilKilled(server, liveKey, dataDir);
  }
  const store = await openStore({ databaseUrl: null, dataDir }, silentLog);
  try {
    await store.database.pool.query(`update holds set expires_at = now() - interval '1 second'`);
    while ((await settleAbandoned(store.database)).ended > 0);
    const { rows } = await store.database.pool.query(
      `select b.balance, b.held, (select count(*)::int from holds) as holds,
         (select sum(amount)::bigint from ledger l where l.account_id = b.account_id and l.environment = 'live') as rows,
         (select count(*)::int from ledger l where l.account_id = b.account_id and l.type = 'usage') as charges
       from balances b where b.account_id = $1 and b.environment = 'live'`,
      [account.id],
    );
    const [row] = rows;
    context.diagnostic(
      `${acknowledged} acknowledged, ${row.charges} charged, slowest restart ${Math.round(slowestMs)} ms`,
    );
    assert.ok(acknowledged > 0, 'the load reached the server');
    assert.ok(row.charges >= acknowledged, `${acknowledged} were acknowledged, ${row.charges} are in the ledger`);
    assert.equal(row.balance, row.rows);
    assert.equal(row.held, 0);
    assert.equal(row.holds, 0);
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Answers how many calls were acknowledged before everything was killed. */
async function loadUntilKilled(server: ServerProcess, key: string, dataDir: string): Promise<number> {
  let acknowledged = 0;
  let isOver = false;
  const call = async () => {
    while (!isOver) {
      try {
        const response = await fetch(`${server.origin}/v1/test/paid`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: '{"credits":0.01}',
        });
        await response.arrayBuffer();
        if (response.status === 200) acknowledged += 1;
        else if (response.status === 429) await new Promise((resolve) => setTimeout(resolve, 50));
      } catch {
        return;
      }
    }
  };
  const callers = Array.from({ length: CALLERS }, call);
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700));
  const postmaster = Number((await readFile(await pidFile(dataDir), 'utf8')).split('\n', 1)[0]);
  process.kill(postmaster, 'SIGKILL');
  await server.stop('SIGKILL');
  isOver = true;
  await Promise.all(callers);
  return acknowledged;
}

async function pidFile(dataDir: string): Promise<string> {
  const { readdir } = await import('node:fs/promises');
  const found = (await readdir(dataDir, { recursive: true })).find((name) => String(name).endsWith('postmaster.pid'));
  if (!found) throw new Error('the database has no pid file');
  return join(dataDir, String(found));
}
