// Films over the API, made by a server elsewhere: every field checked, cancelling, another's things unseen.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../support/film-server.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let customer: TestAccount;
let elsewhere: FilmServerStandIn;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-video-'));
  elsewhere = await startFilmServer('openai', await readFile(await makeSmallFilm(folder)));
  const config = join(folder, 'atelier.json');
  const server = { name: 'elsewhere', kind: 'openai', base_url: `${elsewhere.url}/v1`, poll_seconds: 0.05 };
  const upstreams = [
    { ...server, models: [{ id: 'film-1' }] },
    { ...server, name: 'impatient', time_limit_seconds: 1, models: [{ id: 'film-hasty-1' }] },
  ];
  await writeFile(config, JSON.stringify({ video_upstreams: upstreams }));
  service = await startService({ CONFIG: config, TEST_WORKER: '0', FREE_GRANT: '1000' });
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
  const ended = async () => {
    const { json } = await ask('GET', `/video/${id}`);
    if (json.status === 'processing') watch(json);
    return json.status === 'processing' ? undefined : json;
  };
  return until(ended, { saying: 'the job has ended', withinMs: 600_000, everyMs: 100 });
}

async function balance() {
  const { json } = await ask('GET', '/payments/balance');
  return { credits: json.credits, held: json.held };
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
    [{ prompt: 'x', negative_prompt: 'y' }, 'invalid_parameter', 'negative_prompt'],
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

test('videos are listed page by page, for their own account only, and deleted with their files', async () => {
  await service.app.startWorker();
  elsewhere.ending = 'done';
  const order = { prompt: 'waves', model: 'film-1' };
  await finished((await ask('POST', '/video/generate', order)).json.id);
  const { id } = (await ask('POST', '/video/generate', order)).json;
  const film = await finished(id);
  assert.equal(film.status, 'completed', JSON.stringify(film.error));
  assert.match(film.video_url, /\/files\/[0-9a-z]{26}\./);
  // A film of one second was delivered where five were asked for.
  assert.equal(Math.round(film.duration), 1);
  assert.ok(Math.abs(film.usage.credits - 2.4) < 0.2, 'the finished video says what it cost');

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
  assert.equal((await fetch(film.video_url)).status, 404);
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

test('a cancelled video pays for its progress, leaves no files, and is cancelled at the upstream', async () => {
  await service.app.startWorker();
  elsewhere.ending = 'never';
  const cancelsBefore = elsewhere.cancels().length;
  const before = await balance();
  const { json } = await ask('POST', '/video/generate', { prompt: 'waves', model: 'film-1' });
  await elsewhere.asked();
  const { status, progress, usage } = (await ask('POST', `/jobs/${json.id}/cancel`)).json;
  assert.equal(status, 'cancelled');
  assert.ok(usage.credits < 1, `${usage.credits} credits at ${progress}`);
  const { credits, held } = await balance();
  assert.deepEqual([Math.round((before.credits - credits) * 1e6), held], [Math.round(usage.credits * 1e6), 0]);
  await until(() => elsewhere.cancels().length > cancelsBefore, { saying: 'the film is cancelled elsewhere, too' });
  assert.equal((await ask('GET', `/video/${json.id}`)).json.video_url, undefined);
});

test('the models of this machine and those elsewhere are listed', async () => {
  const models = (await ask('GET', '/models')).json.data.filter(({ module }: { module: string }) => module === 'video');
  assert.deepEqual(
    models.map(({ id }: { id: string }) => id),
    ['film-1', 'film-hasty-1', 'director-1', 'avatar-1'],
  );
});

test('the sandbox has its own videos and test credits', async () => {
  await service.app.startWorker();
  elsewhere.ending = 'done';
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, `/sandbox/v1${path}`, { key: customer.testKey, ...(body === undefined ? {} : { body }) });
  const before = await balance();
  const ordered = await call('POST', '/video/generate', { prompt: 'waves', model: 'film-1' });
  assert.equal(ordered.status, 200, ordered.text);
  const ended = async () => {
    const { json } = await call('GET', `/video/${ordered.json.id}`);
    return json.status === 'processing' ? undefined : json;
  };
  const job = await until(ended, { saying: 'the film is made' });
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  assert.equal((await ask('GET', `/video/${job.id}`)).status, 404, 'not in production');
  assert.deepEqual(await balance(), before);
});
