// A worker of its own with WORKER_PORT: it answers for its health and shows its metrics at that port, and serves nothing else there.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { parseMetrics, sampleOf } from '../support/read-metrics.ts';
import { freePort, startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;
const TOKEN = 'a-long-random-text-of-this-test';

let service: TestService;
let account: TestAccount;
const running: ChildProcess[] = [];

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await service.stop();
});

interface WorkerProcess {
  child: ChildProcess;
  output(): string;
  ask(path: string, headers?: Record<string, string>): Promise<{ status: number; text: string }>;
}

function spawnWorker(port: number, more: Record<string, string> = {}): WorkerProcess {
  const { databaseUrl, dataDir, modelsDir, publicUrl } = service.config;
  const child = spawn(process.execPath, [MAIN, 'work'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl ?? '',
      DATA_DIR: dataDir,
      MODELS_DIR: modelsDir,
      PUBLIC_URL: publicUrl,
      PULL_MODELS: '0',
      LOG_LEVEL: 'silent',
      WORKER_PORT: String(port),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
  return {
    child,
    output: () => output,
    async ask(path, headers = {}) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

async function startWorker(more: Record<string, string> = {}): Promise<WorkerProcess> {
  const port = await freePort();
  const worker = spawnWorker(port, more);
  const isRunning = () => {
    assert.equal(worker.child.exitCode, null, worker.output());
    return worker.output().includes('is running');
  };
  await until(isRunning, { saying: 'the worker is running' });
  assert.match(worker.output(), new RegExp(`answers for its health at http://127\\.0\\.0\\.1:${port}/readyz`));
  return worker;
}

test('a worker answers its probes, counts the jobs that it ran, and stops with 0', async () => {
  const worker = await startWorker();
  assert.deepEqual(await worker.ask('/healthz'), { status: 200, text: '{"status":"ok"}' });
  const ready = await worker.ask('/readyz');
  assert.equal(ready.status, 200);
  assert.equal(JSON.parse(ready.text).parts.store, true);
  const ordered = await service.call('POST', '/v1/image/generate', {
    key: account.liveKey,
    body: { prompt: 'a tree', width: 64, height: 64 },
    headers: { prefer: 'respond-async' },
  });
  assert.ok(ordered.status < 300, ordered.text);
  const ended = { kind: 'image', state: 'completed' };
  const jobsAt = async (text: string) => sampleOf(parseMetrics(text), 'atelier_jobs_ended_total', ended) ?? 0;
  await until(async () => (await jobsAt((await worker.ask('/metrics')).text)) === 1, {
    saying: 'the worker has counted the job',
  });
  assert.equal(await jobsAt(await (await fetch(`${service.origin}/metrics`)).text()), 0, 'the node ran no job');
  const end = once(worker.child, 'exit');
  worker.child.kill('SIGTERM');
  assert.deepEqual(await end, [0, null]);
});

test('nothing else is served at that port, and a proxy gets no metrics through it', async () => {
  const worker = await startWorker();
  for (const path of ['/', '/v1/account', '/v1/models', '/docs', '/openapi.json', '/auth/session', '/mcp'])
    assert.equal((await worker.ask(path, { authorization: `Bearer ${account.liveKey}` })).status, 404, path);
  assert.equal((await worker.ask('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status, 404);
  assert.deepEqual(JSON.parse((await worker.ask('/readyz', { 'x-forwarded-for': '127.0.0.1' })).text), {
    status: 'ready',
  });
});

test('with METRICS_TOKEN the numbers need it, as those of a node', async () => {
  const worker = await startWorker({ METRICS_TOKEN: TOKEN });
  assert.equal((await worker.ask('/metrics')).status, 404);
  assert.equal((await worker.ask('/metrics', { authorization: 'Bearer other' })).status, 404);
  const read = await worker.ask('/metrics', { authorization: `Bearer ${TOKEN}` });
  assert.equal(read.status, 200);
  assert.match(read.text, /atelier_process_resident_memory_bytes/);
});

test('a port that is taken, or none at all, ends the start with a sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const worker = spawnWorker(port);
  assert.deepEqual(await once(worker.child, 'exit'), [1, null]);
  assert.match(worker.output(), new RegExp(`Port ${port} is in use .*WORKER_PORT`));
  other.close();
  const wrong = spawnWorker(0, { WORKER_PORT: 'three' });
  assert.deepEqual(await once(wrong.child, 'exit'), [1, null]);
  assert.match(wrong.output(), /WORKER_PORT must be a whole number/);
});
