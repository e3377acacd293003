// The service exactly as `npm start` runs it: its own process, its own data folder, the bundled PostgreSQL, the defaults.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';

const RUN = join(import.meta.dirname, '..', '..', 'scripts', 'run.mjs');
let folder: string;
let running: ChildProcess | undefined;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-npm-start-'));
});
after(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Nothing is set but its folder, its port, and that it pulls no weights. */
async function start(): Promise<{ origin: string; output: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [RUN, 'start'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port), PULL_MODELS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  const isRunning = () => {
    assert.equal(child.exitCode, null, output);
    return output.includes('is running.');
  };
  await until(isRunning, { saying: 'the service is running', withinMs: 120_000 });
  return { origin: `http://127.0.0.1:${port}`, output };
}

async function stop(): Promise<unknown[]> {
  const child = running;
  if (!child || child.exitCode !== null) return [];
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return ended;
}

async function call(origin: string, path: string, key: string, body?: object) {
  const response = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, headers: response.headers, json: JSON.parse(await response.text()) };
}

let liveKey = '';
let testKey = '';
let spent = 0;

test('a first start writes keys that work into a file of the owner, not into the log, and charges for a call', async () => {
  const { origin, output } = await start();
  assert.doesNotMatch(output, /sk_(live|test)_|\/welcome\//, 'logs are kept, and others read them');
  const path = join(folder, 'first-start.txt');
  assert.ok(output.includes(path), output);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  const kept = await readFile(path, 'utf8');
  assert.match(kept, /http:\S+\/welcome\/\w+/);
  liveKey = /sk_live_\w+/.exec(kept)?.[0] ?? '';
  testKey = /sk_test_\w+/.exec(kept)?.[0] ?? '';
  assert.equal((await call(origin, '/v1/account', liveKey)).status, 200);
  const balance = async () => (await call(origin, '/sandbox/v1/payments/balance', testKey)).json.credits;
  const before = await balance();
  const body = { model: 'sandbox-echo-1', messages: [{ role: 'user', content: 'Good morning' }] };
  const answer = await call(origin, '/sandbox/v1/chat/completions', testKey, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  spent = Number(answer.headers.get('x-credits-charged'));
  assert.ok(spent > 0);
  assert.ok(Math.abs(before - spent - (await balance())) < 1e-6);
});

test('a stop is clean: it ends with 0 and takes its PostgreSQL with it', async () => {
  assert.deepEqual(await stop(), [0, null]);
  assert.equal(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid')), false);
});

test('a second start finds the same owner, keys and charges', async () => {
  const { origin, output } = await start();
  assert.doesNotMatch(output, /sk_live_|first-start/, 'keys are shown once');
  assert.equal((await call(origin, '/v1/account', liveKey)).status, 200);
  const { json } = await call(origin, '/sandbox/v1/payments/transactions?type=usage', testKey);
  assert.deepEqual(
    json.data.map(({ credits }: { credits: number }) => credits),
    [-spent],
  );
});
