// Films over the API that are made on this machine: an avatar from order to deletion, a picture without a face, a film called off.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after, before } from 'node:test';
import OpenAI from 'openai';
import sharp from 'sharp';
import { KOKORO_MODEL } from '../../../src/engines/speech/kokoro.ts';
import { inspectFilm } from '../../../src/engines/video/upstream/inspect.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { bringWeights } from '../../support/weights.ts';

let service: TestService;
let customer: TestAccount;

before(async () => {
  await bringWeights(KOKORO_MODEL);
  service = await startService();
  customer = await service.account({ credits: 1000 });
});
after(() => service.stop());

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

test('an avatar: ordered, watched, made, listed, deleted', async () => {
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

  const gone = await ask('DELETE', `/video/${id}`);
  assert.deepEqual([gone.status, gone.json.deleted, gone.json.object], [200, true, 'video.job']);
  assert.equal((await ask('GET', `/video/${id}`)).status, 404);
  for (const address of [film.video_url, film.thumbnail_url, film.subtitles_url])
    assert.equal((await fetch(address)).status, 404, address);
});

test('a picture without a face ends the job with a reason, free', async () => {
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

test('a film that is being made on this machine can be cancelled, and pays for its progress', async () => {
  const before = await balance();
  const { json } = await ask('POST', '/video/generate', {
    prompt: 'a lake at sunset',
    model: 'director-1',
    audio: false,
  });
  assert.deepEqual([json.type, json.model], ['text-to-video', 'director-1']);
  const begun = async () => {
    const job = (await ask('GET', `/video/${json.id}`)).json;
    assert.equal(job.status, 'processing', JSON.stringify(job.error));
    return job.progress >= 0.05;
  };
  await until(begun, { saying: 'the film is begun', withinMs: 300_000, everyMs: 250 });
  const { status, usage } = (await ask('POST', `/jobs/${json.id}/cancel`)).json;
  assert.equal(status, 'cancelled');
  const { credits, held } = await balance();
  assert.deepEqual([Math.round((before.credits - credits) * 1e6), held], [Math.round(usage.credits * 1e6), 0]);
});

test("OpenAI's client has a video of four seconds made on this machine, in the size that it asked for", async () => {
  const client = new OpenAI({ apiKey: customer.liveKey, baseURL: `${service.origin}/v1` });
  const before = await balance();
  const { id } = await client.videos.create({
    prompt: 'a balloon over the desert',
    model: 'director-1',
    size: '1280x720',
  });
  const ended = async () => {
    const video = await client.videos.retrieve(id);
    return video.status === 'completed' || video.status === 'failed' ? video : undefined;
  };
  const video = await until(ended, { saying: 'the video has ended', withinMs: 600_000, everyMs: 250 });
  assert.deepEqual(
    [video.status, video.error, video.size, video.seconds, video.progress],
    ['completed', null, '1280x720', '4', 100],
  );
  const film = Buffer.from(await (await client.videos.downloadContent(id)).arrayBuffer());
  const path = join(await mkdtemp(join(tmpdir(), 'atelier-film-')), 'film.mp4');
  await writeFile(path, film);
  const seen = await inspectFilm(path, `${path}.jpg`, new AbortController().signal);
  await rm(dirname(path), { recursive: true });
  assert.deepEqual([seen.width, seen.height, Math.round(seen.durationSeconds * 10)], [1280, 720, 40]);
  assert.equal(before.credits - (await balance()).credits, 10, 'two credits, and two a second');
});
