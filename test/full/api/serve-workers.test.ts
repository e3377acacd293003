// serve --workers: several processes behind one port, with limits that hold across them and a port that outlives each.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openAccountWithKeys } from '../../../src/app/first-start.ts';
import { openStore } from '../../../src/app/store.ts';
import { silentLog } from '../../../src/core/log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';

const MAIN = new URL('../../../src/main.ts', import.meta.url).pathname;
const BURST = 1000;
const CALL_MS = 60_000;

let store: TestDatabase;
let folder: string;

before(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'atelier-workers-'));
});
after(async () => {
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Crew {
  origin: string;
  process: ChildProcess;
  /** What it printed so far. */
  output(): string;
}

function spawnServe(args: string[], port: number): { child: ChildProcess; output(): string } {
  let output = '';
  const child = spawn(process.execPath, [MAIN, 'serve', ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: store.url,
      PULL_MODELS: '0',
      LOG_LEVEL: 'silent',
      NODE_COMPILE_CACHE: join(tmpdir(), 'atelier-test-compile-cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return { child, output: () => output };
}

async function startCrew(count: number): Promise<Crew> {
  const port = await freePort();
  const { child, output } = spawnServe(['--workers', String(count)], port);
  const isServing = () => {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output()}`);
    return output().includes(`${count} processes serve`);
  };
  await until(isServing, { saying: `${count} processes serve` }).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return { origin: `http://127.0.0.1:${port}`, process: child, output };
}

async function childrenOf(pid: number | undefined): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}

async function freshKey(): Promise<string> {
  const { database, close } = await openStore({ databaseUrl: store.url, dataDir: folder }, silentLog);
  const { liveKey } = await openAccountWithKeys(database, {
    email: `free-${Date.now()}@example.com`,
    plan: 'free',
    liveCredits: 10,
    announce: async () => undefined,
  });
  await close();
  return liveKey;
}

async function statusOf(origin: string, key: string, withinMs = CALL_MS): Promise<number> {
  const answer = await fetch(`${origin}/v1/account`, {
    headers: { authorization: `Bearer ${key}`, connection: 'close' },
    signal: AbortSignal.timeout(withinMs),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** A burst that crosses into the next minute rightly gets a second allowance: then it is tried again. */
async function burst(origin: string): Promise<number[]> {
  for (let tries = 0; tries < 5; tries += 1) {
    const key = await freshKey();
    const minute = Math.floor(Date.now() / 60_000);
    const statuses = await Promise.all(Array.from({ length: BURST }, () => statusOf(origin, key)));
    if (Math.floor(Date.now() / 60_000) === minute) return statuses;
  }
  throw new Error('five bursts in a row crossed into the next minute');
}

test('two processes serve one port: limits are exact across them, one that dies is replaced, and a stop is clean', async (t) => {
  const crew = await startCrew(2);
  t.after(() => crew.process.kill('SIGKILL'));
  assert.equal(crew.output().match(/first-start\.txt/g)?.length, 1, 'the owner is greeted once');
  assert.equal(crew.output().match(/is running/g)?.length, 1);
  const workers = await childrenOf(crew.process.pid);
  assert.equal(workers.length, 2);

  const statuses = await burst(crew.origin);
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, BURST - 10);

  const numbers = await (await fetch(`${crew.origin}/metrics`)).text();
  const counted = [...numbers.matchAll(/^atelier_requests_total\{.*route="\/account",status="(?:200|429)"\} (\d+)$/gm)];
  assert.ok(counted.reduce((sum, [, count]) => sum + Number(count), 0) >= BURST, 'the numbers are those of both');

  process.kill(workers[0] ?? 0, 'SIGKILL');
  const key = await freshKey();
  // A connection that the dying process was given gets no answer; the next one does.
  const isServed = () => statusOf(crew.origin, key, 5_000).catch(() => 0);
  assert.equal(await until(isServed, { saying: 'the other process answers' }), 200);
  const living = () => childrenOf(crew.process.pid);
  const isReplaced = async () => (await living()).length === 2 && !(await living()).includes(workers[0] ?? 0);
  await until(isReplaced, { saying: 'the dead process is replaced' });
  const now = await living();
  assert.ok(now.includes(workers[1] ?? 0), 'the other one lives on');

  const ended = once(crew.process, 'exit');
  crew.process.kill('SIGTERM');
  assert.deepEqual(await ended, [0, null]);
  for (const pid of now) assert.throws(() => process.kill(pid, 0), /ESRCH/);
});

test('settings that cannot work end the start with a message, not a loop', async () => {
  const taken = await freePort();
  const { child, output } = spawnServe(['--workers', 'many'], taken);
  assert.deepEqual(await once(child, 'exit'), [1, null]);
  assert.match(output(), /--workers must be auto or a whole number/);
});
