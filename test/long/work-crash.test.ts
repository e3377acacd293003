// Thirty kills of the service, its database or both in the middle of renders, builds, checkouts and webhooks: nothing acknowledged is lost, nothing is doubled.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { openStore } from '../../src/app/store.ts';
import { silentLog } from '../../src/core/log.ts';
import type { Database } from '../../src/store/database.ts';
import { assertExactBooks } from '../support/exact-books.ts';
import { freePort } from '../support/free-port.ts';
import { newCustomer, type OrderingCustomer, post, startOrderingLoad, type Work } from '../support/ordering-load.ts';
import { startReceiver } from '../support/receiver.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const KILLS = 30;
const VICTIMS = ['service', 'service and database', 'database'] as const;
const ENTRY = new URL('../support/paid-server.ts', import.meta.url);
const WORKS: Work[] = ['image', 'build', 'checkout'];

interface JobRow {
  id: string;
  account_id: string;
  state: string;
  attempt: number;
  error: { code: string; message: string } | null;
  charges: number;
  ends: number;
}

test(`${KILLS} kills during renders, builds, checkouts and webhooks leave exact books`, {
  timeout: 1_800_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-work-crash-'));
  // Slow enough that kills fall into deliveries.
  const receiver = await startReceiver((_, response) => void setTimeout(() => response.end(), 100));
  const port = await freePort();
  const settings = {
    ...{ DATA_DIR: dataDir, PORT: String(port), TEST_ROLE: 'both' },
    ...{ ALLOW_PRIVATE_WEBHOOKS: '1', ALLOW_BUILTIN_SALES: '1' },
  };
  const origin = `http://127.0.0.1:${port}`;
  const customers = await openAccounts(dataDir);
  let server: ServerProcess | undefined;
  const rows: Record<string, string | number>[] = [];
  try {
    for (let kill = 0; kill <= KILLS; kill += 1) {
      const began = performance.now();
      const isNew = !server;
      server ??= await startServerProcess(ENTRY, settings);
      await untilReady(origin);
      const restart = isNew ? { cpuMs: cpuMsOf(server.child.pid ?? 0) } : {};
      Object.assign(rows.at(-1) ?? {}, { 'ready after ms': Math.round(performance.now() - began), ...restart });
      if (kill === 0)
        for (const { key } of customers)
          await post(`${origin}/v1/webhooks`, { key, body: { url: receiver.url, events: ['*'] }, wanted: 200 });
      if (kill === KILLS) break;
      const victim = VICTIMS[kill % VICTIMS.length] as (typeof VICTIMS)[number];
      await workUntil(origin, customers, () => killNow(server, victim, dataDir));
      if (victim !== 'database') server = undefined;
      const acknowledged = customers.map(({ work, done }) => [work, done]);
      rows.push({
        kill: kill + 1,
        victim,
        ...Object.fromEntries(acknowledged),
        'webhooks heard': receiver.received.length,
      });
    }
    const store = await openStore({ databaseUrl: null, dataDir }, silentLog);
    try {
      await untilQuiet(store.database);
      console.table(rows);
      const jobs = await readJobs(store.database, customers);
      assertJobs(jobs, customers);
      await assertExactBooks(
        store.database,
        customers.map((customer) => withoutFailed(customer, jobs)),
      );
      await assertHeard(
        store.database,
        receiver.received.map(({ headers }) => String(headers['webhook-id'])),
      );
    } finally {
      await store.close();
    }
  } finally {
    await server?.stop();
    receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function openAccounts(dataDir: string): Promise<OrderingCustomer[]> {
  const store = await openStore({ databaseUrl: null, dataDir }, silentLog);
  const customers: OrderingCustomer[] = [];
  for (const work of WORKS) {
    const plan = { email: `${work}@example.com`, plan: 'enterprise', liveCredits: 10_000_000 };
    const opened = await openAccountWithKeys(store.database, { ...plan, announce: async () => undefined });
    customers.push(newCustomer(work, { id: opened.account.id, key: opened.liveKey }));
  }
  await store.close();
  return customers;
}

/** The kill falls at a random moment of what the customers do. */
async function workUntil(origin: string, customers: OrderingCustomer[], kill: () => Promise<void>): Promise<void> {
  const load = startOrderingLoad(origin, customers);
  try {
    await wait(500 + Math.random() * 2_000);
    await kill();
  } finally {
    await load.stop();
  }
}

async function killNow(
  server: ServerProcess | undefined,
  victim: (typeof VICTIMS)[number],
  dataDir: string,
): Promise<void> {
  if (victim !== 'service') process.kill(await readPostmaster(dataDir), 'SIGKILL');
  if (victim !== 'database') await server?.stop('SIGKILL');
}

async function readPostmaster(dataDir: string): Promise<number> {
  const found = (await readdir(dataDir, { recursive: true })).find((name) => name.endsWith('postmaster.pid'));
  if (!found) throw new Error('the database has no pid file');
  return Number((await readFile(join(dataDir, found), 'utf8')).split('\n', 1)[0]);
}

async function untilReady(origin: string): Promise<void> {
  const isReady = async () => {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.ok;
  };
  await until(isReady, { saying: 'the service is ready' });
}

async function untilQuiet(database: Database): Promise<void> {
  const isQuiet = async () => {
    const { rows } = await database.pool.query(
      `select (select count(*) from jobs where state in ('waiting', 'running'))
         + (select count(*) from deliveries where state = 'pending') + (select count(*) from holds) as open`,
    );
    return Number(rows[0].open) === 0;
  };
  await until(isQuiet, { saying: 'every job ended and every webhook was delivered', everyMs: 500, withinMs: 900_000 });
}

async function readJobs(database: Database, customers: readonly OrderingCustomer[]): Promise<JobRow[]> {
  const { rows } = await database.pool.query<JobRow>(
    `select j.id, j.account_id, j.state, j.attempt, j.error,
       (select count(*)::int from ledger l where l.job_id = j.id and l.type = 'usage') as charges,
       (select count(*)::int from events e where e.type in ('generation.completed', 'generation.failed')
         and e.body::json -> 'data' ->> 'job_id' = j.id) as ends
     from jobs j where j.account_id = any($1)`,
    [customers.map(({ accountId }) => accountId)],
  );
  return rows;
}

function assertJobs(jobs: readonly JobRow[], customers: readonly OrderingCustomer[]): void {
  const known = new Set(jobs.map(({ id }) => id));
  const lost = customers.flatMap((customer) => [...customer.jobs]).filter((id) => !known.has(id));
  assert.deepEqual(lost, [], 'every acknowledged job is there');
  for (const { id, state, charges, ends } of jobs)
    assert.deepEqual({ charges, ends }, { charges: state === 'completed' ? 1 : 0, ends: 1 }, `${id} ${state}`);
  console.table(countFailures(jobs));
  const givenUp = jobs.filter(({ state, attempt }) => state === 'failed' && attempt < 3);
  assert.deepEqual(givenUp, [], 'a job fails only after three lost attempts');
  const again = jobs.filter(({ attempt }) => attempt > 1);
  console.log(`${jobs.length} jobs, of these ${again.length} ran again and ${countFailed(jobs)} failed uncharged`);
  assert.ok(
    again.some(({ state }) => state === 'completed'),
    'no kill ever hit a running job: the test proved nothing',
  );
}

/** A job fails without a charge after three lost attempts. The books do not count it as done. */
function withoutFailed(customer: OrderingCustomer, jobs: readonly JobRow[]): OrderingCustomer {
  const failed = countFailed(jobs.filter(({ id }) => customer.jobs.has(id)));
  return { ...customer, done: customer.done - failed };
}

function countFailed(jobs: readonly JobRow[]): number {
  return jobs.filter(({ state }) => state === 'failed').length;
}

/** Why jobs failed, and at which attempt. */
function countFailures(jobs: readonly JobRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { attempt, error } of jobs.filter(({ state }) => state === 'failed')) {
    const name = `attempt ${attempt}, ${error?.code}: ${error?.message.slice(0, 120)}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** At least once, as the guide to webhooks says. */
async function assertHeard(database: Database, heard: readonly string[]): Promise<void> {
  const { rows } = await database.pool.query<{ event_id: string; state: string }>(
    `select event_id, state from deliveries`,
  );
  const known = new Set(heard);
  console.log(`${rows.length} webhooks, heard ${heard.length} times`);
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows.filter(({ event_id, state }) => state !== 'delivered' || !known.has(event_id)),
    [],
    'every event was delivered',
  );
}

/** User and system time of a process; the kernel counts in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
