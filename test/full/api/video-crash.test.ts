// A film that a server elsewhere makes is ordered and charged once, whatever happens to the worker.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../../support/film-server.ts';
import { startReceiver } from '../../support/receiver.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { TEST_MODELS_DIR } from '../../support/weights.ts';

const MAIN = new URL('../../../src/main.ts', import.meta.url);
let service: TestService;
let customer: TestAccount;
let elsewhere: FilmServerStandIn;
let folder: string;
let settings: Record<string, string>;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-video-'));
  elsewhere = await startFilmServer('openai', await readFile(await makeSmallFilm(folder)));
  const config = join(folder, 'atelier.json');
  const server = { name: 'elsewhere', kind: 'openai', base_url: `${elsewhere.url}/v1`, poll_seconds: 0.05 };
  const upstreams = [{ ...server, models: [{ id: 'film-1' }] }];
  await writeFile(config, JSON.stringify({ video_upstreams: upstreams }));
  settings = { CONFIG: config, ALLOW_PRIVATE_WEBHOOKS: '1', TEST_WORKER: '0' };
  service = await startService(settings);
  customer = await service.account({ credits: 1000 });
});
after(async () => {
  await service.stop();
  elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

function ask(method: string, path: string, body?: unknown, key = customer.liveKey) {
  return service.call(method, `/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
}

async function finished(id: string) {
  const ended = async () => {
    const { json } = await ask('GET', `/video/${id}`);
    return json.status === 'processing' ? undefined : json;
  };
  return until(ended, { saying: 'the job has ended', withinMs: 600_000, everyMs: 100 });
}

async function balance() {
  const { json } = await ask('GET', '/payments/balance');
  return { credits: json.credits, held: json.held };
}

/** A worker by itself, in a process that can be killed. */
async function startWorkerProcess(): Promise<ChildProcess> {
  const { databaseUrl, dataDir } = service.config;
  const child = fork(MAIN, ['work'], {
    env: {
      ...process.env,
      ...settings,
      DATABASE_URL: databaseUrl ?? '',
      DATA_DIR: dataDir,
      MODELS_DIR: TEST_MODELS_DIR,
      PULL_MODELS: '0',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      PUBLIC_URL: service.config.publicUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await once(child.stdout ?? child, 'data');
  return child;
}

test('a worker that dies in the middle of an order elsewhere: the next one goes on, ordered and charged once', async () => {
  const receiver = await startReceiver();
  const hook = await ask('POST', '/webhooks', { url: receiver.url, events: ['*'] });
  assert.ok(hook.status < 300, hook.text);
  elsewhere.ending = 'never';
  const ordersBefore = elsewhere.orders().length;
  const before = await balance();
  const ordered = await ask('POST', '/video/generate', { prompt: 'a lighthouse', model: 'film-1' });
  assert.equal(ordered.status, 200, ordered.text);
  assert.deepEqual(
    [ordered.json.object, ordered.json.status, ordered.json.type, ordered.json.duration, ordered.json.resolution],
    ['video.job', 'processing', 'text-to-video', 5, '720p'],
  );
  assert.ok(Number.isInteger(ordered.json.estimated_time) && ordered.json.queue_position >= 1);
  assert.deepEqual(await balance(), { credits: before.credits, held: 12 });

  const first = await startWorkerProcess();
  await elsewhere.asked();
  first.kill('SIGKILL');
  await once(first, 'exit');
  assert.equal((await ask('DELETE', `/video/${ordered.json.id}`)).status, 400, 'it still runs');
  elsewhere.ending = 'done';
  const second = await startWorkerProcess();
  const film = await finished(ordered.json.id);
  assert.equal(film.status, 'completed', JSON.stringify(film.error));
  assert.equal(elsewhere.orders().length - ordersBefore, 1, 'nobody pays the other server twice');
  // A film of one second was delivered where five were asked for.
  assert.equal(Math.round(film.duration), 1);
  assert.ok(Math.abs(film.usage.credits - 2.4) < 0.2, 'the finished video says what it cost');
  assert.equal((await balance()).held, 0);
  assert.ok(Math.abs(before.credits - (await balance()).credits - 2.4) < 0.2, JSON.stringify(await balance()));
  const file = await fetch(film.video_url);
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'video/mp4']);
  await file.body?.cancel();
  await receiver.got(2);
  const told = receiver.received.map(({ body }) => JSON.parse(body));
  assert.deepEqual(told.map(({ type }) => type).sort(), ['generation.completed', 'generation.started']);
  const completed = told.find(({ type }) => type === 'generation.completed');
  assert.deepEqual([completed.data.service, completed.data.output_url], ['video', film.video_url]);
  second.kill('SIGTERM');
  await once(second, 'exit');
  receiver.close();
});
