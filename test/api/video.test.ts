// Films over the API: every field checked, an avatar from order to deletion, servers elsewhere, a dead worker, another's things unseen.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import { KOKORO_MODEL } from '../../src/engines/speech/kokoro.ts';
import { type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../support/film-server.ts';
import { startReceiver } from '../support/receiver.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { bringWeights, TEST_MODELS_DIR } from '../support/weights.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url);
let service: TestService;
let customer: TestAccount;
let elsewhere: FilmServerStandIn;
let folder: string;
let settings: Record<string, string>;

before(async () => {
  await bringWeights(KOKORO_MODEL);
  folder = await mkdtemp(join(tmpdir(), 'atelier-video-'));
  elsewhere = await startFilmServer('openai', await readFile(await makeSmallFilm(folder)));
  const config = join(folder, 'atelier.json');
  const server = { name: 'elsewhere', kind: 'openai', base_url: `${elsewhere.url}/v1`, poll_seconds: 0.05 };
  const upstreams = [
    { ...server, models: [{ id: 'film-1' }] },
    { ...server, name: 'impatient', time_limit_seconds: 1, models: [{ id: 'film-hasty-1' }] },
  ];
  await writeFile(config, JSON.stringify({ video_upstreams: upstreams }));
  settings = { CONFIG: config, ALLOW_PRIVATE_WEBHOOKS: '1', TEST_WORKER: '0', FREE_GRANT: '1000' };
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

async function finished(id: string, watch: (job: Record<string, unknown>) => void = () => undefined) {
  for (let tries = 0; tries < 1200; tries += 1) {
    const { json } = await ask('GET', `/video/${id}`);
    if (json.status !== 'processing') return json;
    watch(json);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('the job did not end');
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

test('every bad field is a 400 that names it', async () => {
  const long = 'Every word of this sentence takes its time to be said aloud. '.repeat(10);
  const cases: [Record<string, unknown>, string, string][] = [
    [{}, 'missing_parameter', 'prompt'],
    [{ prompt: '' }, 'invalid_parameter', 'prompt'],
    [{ prompt: '   ' }, 'invalid_parameter', 'prompt'],
    [{ prompt: 7 }, 'invalid_parameter', 'prompt'],
    [{ prompt: 'x'.repeat(4001) }, 'invalid_parameter', 'prompt'],
    [{ prompt: 'x', type: 'hologram' }, 'invalid_parameter', 'type'],
    [{ prompt: 'x', duration: 4 }, 'invalid_parameter', 'duration'],
    [{ prompt: 'x', duration: 61 }, 'invalid_parameter', 'duration'],
    [{ prompt: 'x', duration: 7.5 }, 'invalid_parameter', 'duration'],
    [{ prompt: 'x', resolution: '480p' }, 'invalid_parameter', 'resolution'],
    [{ prompt: 'x', aspect_ratio: '2:1' }, 'invalid_parameter', 'aspect_ratio'],
    [{ prompt: 'x', fps: 25 }, 'invalid_parameter', 'fps'],
    [{ prompt: 'x', format: 'avi' }, 'invalid_parameter', 'format'],
    [{ prompt: 'x', seed: -1 }, 'invalid_parameter', 'seed'],
    [{ prompt: 'x', style: 'cubist' }, 'invalid_parameter', 'style'],
    [{ prompt: 'x', audio: 'loud' }, 'invalid_parameter', 'audio'],
    [{ prompt: 'x', type: 'image-to-video' }, 'missing_parameter', 'image'],
    [{ prompt: 'x', type: 'text-to-video', image: 'data:image/png;base64,AAAA' }, 'invalid_parameter', 'image'],
    [{ prompt: 'x', type: 'image-to-video', image: 'not an address' }, 'invalid_parameter', 'image'],
    [{ prompt: 'x', type: 'image-to-video', image: 'data:image/png;base64,AAAA' }, 'invalid_parameter', 'image'],
    [{ prompt: 'x', type: 'image-to-video', image: 'https://127.0.0.1/a.png' }, 'unsafe_url', 'image'],
    [{ prompt: 'x', type: 'text-to-video', script: 'hello' }, 'invalid_parameter', 'script'],
    [{ prompt: 'x', type: 'text-to-video', voice: 'af_heart' }, 'invalid_parameter', 'voice'],
    [{ prompt: 'x', type: 'text-to-video', burn_subtitles: true }, 'invalid_parameter', 'burn_subtitles'],
    [{ prompt: 'x', type: 'avatar', voice: 'nobody' }, 'invalid_parameter', 'voice'],
    [{ prompt: 'x', type: 'avatar', script: long, duration: 10 }, 'invalid_parameter', 'script'],
    [{ prompt: 'x', type: 'avatar', script: long.repeat(3) }, 'invalid_parameter', 'script'],
    [{ prompt: 'x', model: 'nothing-1' }, 'unknown_model', 'model'],
    [{ prompt: 'x', type: 'text-to-video', model: 'avatar-1' }, 'invalid_parameter', 'model'],
  ];
  for (const [body, code, param] of cases) {
    const { status, json } = await ask('POST', '/video/generate', body);
    const what = JSON.stringify(body).slice(0, 120);
    assert.deepEqual(
      [status, json.error?.code, json.error?.param],
      [400, code, param],
      `${what} ${json.error?.message}`,
    );
  }
  const unknown = await ask('POST', '/video/generate', { prompt: 'x', type: 'avatar', voice: 'nobody' });
  assert.match(unknown.json.error.message, /af_heart, .*bm_george/);
  const tooLong = await ask('POST', '/video/generate', { prompt: 'x', script: long, duration: 10 });
  assert.match(tooLong.json.error.message, /need about \d\d seconds and do not fit into 10/);
  const stranger = await ask('POST', '/video/generate', { prompt: 'x', image: '0123456789abcdefghjkmnpqrs' });
  assert.deepEqual([stranger.status, stranger.json.error.param], [404, 'image']);
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'status=gone'])
    assert.equal((await ask('GET', `/video?${query}`)).status, 400, query);
  assert.deepEqual(await balance(), { credits: 1000, held: 0 }, 'nothing is held for what was refused');
});

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

test('an avatar: ordered, watched, made, listed, deleted', async () => {
  await service.app.startWorker();
  const before = await balance();
  const body = {
    prompt: 'A friendly woman in an office',
    script: 'Hello there. Welcome to our little studio.',
    voice: 'Emma',
    seed: 5,
  };
  const ordered = await ask('POST', '/video/generate', { ...body, type: 'avatar', duration: 5 });
  assert.equal(ordered.status, 200, ordered.text);
  const { id } = ordered.json;
  const previews: string[] = [];
  const film = await finished(id, (job) => job.preview_url && previews.push(String(job.preview_url)));
  assert.equal(film.status, 'completed', JSON.stringify(film.error));
  assert.deepEqual(
    [
      film.type,
      film.duration,
      film.resolution,
      film.width,
      film.height,
      film.fps,
      film.has_audio,
      film.seed,
      film.model,
    ],
    ['avatar', 5, '720p', 1280, 720, 24, true, 5, 'avatar-1'],
  );
  assert.ok(previews.length > 0, 'a frame was shown while it was made');
  const preview = Buffer.from((previews[0] ?? '').replace('data:image/jpeg;base64,', ''), 'base64');
  assert.equal((await sharp(preview).metadata()).format, 'jpeg');
  assert.equal(film.preview_url, undefined);
  for (const [address, type] of [
    [film.video_url, 'video/mp4'],
    [film.thumbnail_url, 'image/jpeg'],
    [film.subtitles_url, 'text/vtt; charset=utf-8'],
  ]) {
    const file = await fetch(address);
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, type], address);
    assert.match(address, /\/files\/[0-9a-z]{26}\./);
    await file.body?.cancel();
  }
  const charged = await balance();
  assert.equal(before.credits - charged.credits, 12, 'two credits, and two a second');

  const stranger = await service.account();
  assert.equal((await ask('GET', `/video/${id}`, undefined, stranger.liveKey)).status, 404);
  assert.equal((await ask('DELETE', `/video/${id}`, undefined, stranger.liveKey)).status, 404);
  assert.deepEqual((await ask('GET', '/video', undefined, stranger.liveKey)).json.data, []);

  const page = (await ask('GET', '/video?limit=1')).json;
  assert.deepEqual([page.data.length, page.data[0].id, page.has_more], [1, id, true]);
  const rest = (await ask('GET', `/video?limit=5&cursor=${page.next_cursor}`)).json;
  assert.ok(rest.data.length >= 1 && rest.data.every((job: { id: string }) => job.id !== id));
  assert.ok((await ask('GET', '/video?status=completed')).json.data.length >= 2);
  assert.deepEqual((await ask('GET', '/video?status=failed')).json.data, []);

  const gone = await ask('DELETE', `/video/${id}`);
  assert.deepEqual([gone.status, gone.json.deleted, gone.json.object], [200, true, 'video.job']);
  assert.equal((await ask('GET', `/video/${id}`)).status, 404);
  for (const address of [film.video_url, film.thumbnail_url, film.subtitles_url])
    assert.equal((await fetch(address)).status, 404, address);
});

test('a picture without a face ends the job with a reason, free', async () => {
  await service.app.startWorker();
  const plain = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3050c0' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(plain)], { type: 'image/png' }), 'plain.png');
  for (const [name, value] of Object.entries({ prompt: 'Good morning', type: 'avatar', duration: '5' }))
    form.set(name, value);
  const before = await balance();
  const response = await fetch(`${service.origin}/v1/video/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.liveKey}` },
    body: form,
  });
  const ordered = (await response.json()) as { id: string };
  assert.equal(response.status, 200, JSON.stringify(ordered));
  const job = await finished(ordered.id);
  assert.deepEqual([job.status, job.error.code], ['failed', 'invalid_parameter']);
  assert.match(job.error.message, /No face/);
  assert.deepEqual(await balance(), { credits: before.credits, held: 0 });
});

test('a server that stalls: a documented end, nothing charged', async () => {
  await service.app.startWorker();
  elsewhere.ending = 'never';
  const before = await balance();
  const { json } = await ask('POST', '/video/generate', { prompt: 'slow waves', model: 'film-hasty-1' });
  const job = await finished(json.id);
  assert.deepEqual([job.status, job.error.code], ['failed', 'engine_timeout']);
  assert.deepEqual(await balance(), { credits: before.credits, held: 0 });
});

test('a cancelled film costs nothing, leaves nothing, and is called off elsewhere', async () => {
  await service.app.startWorker();
  elsewhere.ending = 'never';
  const cancelsBefore = elsewhere.cancels().length;
  const before = await balance();
  const { json } = await ask('POST', '/video/generate', { prompt: 'waves', model: 'film-1' });
  await elsewhere.asked();
  assert.equal((await ask('POST', `/jobs/${json.id}/cancel`)).json.status, 'cancelled');
  assert.deepEqual(await balance(), { credits: before.credits, held: 0 });
  while (elsewhere.cancels().length === cancelsBefore) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal((await ask('GET', `/video/${json.id}`)).json.video_url, undefined);
});

test('a film that is being made on this machine can be cancelled, free', async () => {
  await service.app.startWorker();
  const before = await balance();
  const { json } = await ask('POST', '/video/generate', {
    prompt: 'a lake at sunset',
    model: 'director-1',
    audio: false,
  });
  assert.deepEqual([json.type, json.model], ['text-to-video', 'director-1']);
  let job = json;
  while (job.status === 'processing' && job.progress < 0.05) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    job = (await ask('GET', `/video/${json.id}`)).json;
  }
  assert.equal(job.status, 'processing', JSON.stringify(job.error));
  assert.equal((await ask('POST', `/jobs/${json.id}/cancel`)).json.status, 'cancelled');
  assert.deepEqual(await balance(), { credits: before.credits, held: 0 });
  const models = (await ask('GET', '/models')).json.data.filter(({ module }: { module: string }) => module === 'video');
  assert.deepEqual(
    models.map(({ id }: { id: string }) => id),
    ['film-1', 'film-hasty-1', 'director-1', 'avatar-1'],
  );
});

test('the sandbox has its own films and test credits', async () => {
  await service.app.startWorker();
  elsewhere.ending = 'done';
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, `/sandbox/v1${path}`, { key: customer.testKey, ...(body === undefined ? {} : { body }) });
  const before = await balance();
  const ordered = await call('POST', '/video/generate', { prompt: 'waves', model: 'film-1' });
  assert.equal(ordered.status, 200, ordered.text);
  let job = ordered.json;
  while (job.status === 'processing') {
    await new Promise((resolve) => setTimeout(resolve, 100));
    job = (await call('GET', `/video/${job.id}`)).json;
  }
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  assert.equal((await ask('GET', `/video/${job.id}`)).status, 404, 'not in production');
  assert.deepEqual(await balance(), before);
});
