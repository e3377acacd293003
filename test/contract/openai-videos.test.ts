// OpenAI's videos with its own client, over a film server elsewhere: every answer against the published description.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../support/film-server.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

type Video = OpenAI.Videos.Video;

let service: TestService;
let customer: TestAccount;
let client: OpenAI;
let elsewhere: FilmServerStandIn;
let film: Uint8Array;
let folder: string;
let ajv: Ajv2020;

before(async () => {
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const description = await readFile(new URL('../fixtures/openai-openapi.json', import.meta.url), 'utf8');
  ajv.addSchema(JSON.parse(description), 'openai');
  folder = await mkdtemp(join(tmpdir(), 'atelier-videos-'));
  film = await readFile(await makeSmallFilm(folder, { seconds: 4, width: 720, height: 1280, fps: 2 }));
  elsewhere = await startFilmServer('openai', film);
  const server = { name: 'elsewhere', kind: 'openai', base_url: `${elsewhere.url}/v1`, poll_seconds: 0.02 };
  const config = join(folder, 'atelier.json');
  await writeFile(config, JSON.stringify({ video_upstreams: [{ ...server, models: [{ id: 'film-1' }] }] }));
  service = await startService({ CONFIG: config, RETAIN_ARTIFACTS_DAYS: '30', RETAIN_JOBS_DAYS: '90' });
  customer = await service.account({ credits: 1000 });
  client = clientOf(customer.liveKey);
});
after(async () => {
  await service.stop();
  elsewhere.close();
  await rm(folder, { recursive: true, force: true });
});

function clientOf(apiKey: string, base = '/v1'): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${service.origin}${base}`, maxRetries: 0 });
}

function check(schema: string, value: unknown): void {
  const validate = ajv.getSchema(`openai#/components/schemas/${schema}`) ?? assert.fail(`no schema ${schema}`);
  const wrong = validate(value) ? [] : (validate.errors ?? []);
  assert.deepEqual(
    wrong.map(({ instancePath, message }) => `${instancePath} ${message}`),
    [],
    JSON.stringify(value),
  );
}

/** The client's own way to wait: ask until the video has ended. Every answer on the way is checked. */
async function ended(id: string, from = client): Promise<Video> {
  const seen = async () => {
    const video = await from.videos.retrieve(id);
    check('VideoResource', video);
    return video.status === 'completed' || video.status === 'failed' ? video : undefined;
  };
  return until(seen, { saying: 'the video has ended', withinMs: 60_000, everyMs: 50 });
}

async function balance() {
  const { json } = await service.call('GET', '/v1/payments/balance', { key: customer.liveKey });
  return { credits: json.credits, held: json.held };
}

test('the checks can fail', () => {
  assert.throws(() => check('VideoResource', { id: 'x', object: 'video', status: 'cancelled' }));
});

test('a video with the defaults: created, followed, downloaded, listed, deleted; held and charged once', async () => {
  elsewhere.ending = 'done';
  const start = await balance();
  const made = await client.videos.create({ prompt: 'A lighthouse' });
  check('VideoResource', made);
  assert.deepEqual(
    [made.model, made.prompt, made.seconds, made.size, made.error, made.expires_at],
    ['film-1', 'A lighthouse', '4', '720x1280', null, null],
  );
  // A worker may have begun before the answer was written.
  assert.ok(['queued', 'in_progress'].includes(made.status) && made.progress < 100, `${made.status} ${made.progress}`);
  const video = await ended(made.id);
  assert.deepEqual(
    [video.status, video.progress, video.error, video.size, video.seconds],
    ['completed', 100, null, '720x1280', '4'],
  );
  const { completed_at: completedAt, expires_at: expiresAt } = video;
  assert.ok(completedAt !== null && expiresAt !== null && completedAt >= video.created_at);
  assert.ok(Math.abs(expiresAt - completedAt - 30 * 86_400) <= 2, 'the retention of files');
  assert.deepEqual(await balance(), { credits: start.credits - 10, held: 0 }, 'two credits, and two a second');

  const order = elsewhere.orders().at(-1)?.body ?? '';
  for (const [field, value] of [
    ['seconds', '4'],
    ['size', '720x1280'],
    ['model', 'film-1'],
  ] as const)
    assert.match(order, new RegExp(`name="${field}"\\r\\n\\r\\n${value}\\r\\n`));

  const content = await client.videos.downloadContent(video.id);
  const delivered = Buffer.from(await content.arrayBuffer());
  assert.deepEqual(
    [content.headers.get('content-type'), content.headers.get('content-length')],
    ['video/mp4', String(delivered.length)],
  );
  // The marks of a made file are beside its pictures.
  assert.ok(delivered.includes(picturesOf(Buffer.from(film))), 'the film is the one that was made');
  const thumbnail = await client.videos.downloadContent(video.id, { variant: 'thumbnail' });
  const picture = await sharp(Buffer.from(await thumbnail.arrayBuffer())).metadata();
  assert.deepEqual([thumbnail.headers.get('content-type'), picture.width, picture.height], ['image/jpeg', 720, 1280]);
  await assert.rejects(client.videos.downloadContent(video.id, { variant: 'spritesheet' }), {
    status: 501,
    code: 'not_implemented',
    param: 'variant',
  });

  const ours = await service.call('GET', `/v1/video/${video.id}`, { key: customer.liveKey });
  assert.deepEqual([ours.json.duration, ours.json.width, ours.json.height], [4, 720, 1280], 'one and the same video');

  const gone = await client.videos.delete(video.id);
  check('DeletedVideoResource', gone);
  assert.deepEqual([gone.id, gone.deleted], [video.id, true]);
  await assert.rejects(client.videos.retrieve(video.id), { status: 404, code: 'not_found' });
  assert.equal((await fetch(ours.json.video_url)).status, 404);
});

/** Creates a video that is cancelled once its order has reached the other server, and returns both. */
async function orderOf(create: () => Promise<Video>): Promise<{ video: Video; order: string }> {
  elsewhere.ending = 'never';
  const before = elsewhere.orders().length;
  const video = await create();
  const order = await until(() => elsewhere.orders()[before], { saying: 'the order has arrived' });
  await service.call('POST', `/v1/jobs/${video.id}/cancel`, { key: customer.liveKey });
  return { video, order: order.body };
}

test('lengths and sizes are ordered as they are asked for', async () => {
  for (const [seconds, size] of [
    ['8', '1280x720'],
    ['12', '1024x1792'],
    ['4', '1792x1024'],
  ] as const) {
    const { video, order } = await orderOf(() => client.videos.create({ prompt: '1984', seconds, size }));
    assert.deepEqual([video.seconds, video.size, video.prompt], [seconds, size, '1984'], 'a number as text in a form');
    assert.match(order, new RegExp(`name="seconds"\\r\\n\\r\\n${seconds}\\r\\n`));
    assert.match(order, new RegExp(`name="size"\\r\\n\\r\\n${size}\\r\\n`));
  }
});

test('an image as a file, as a file id, and as a data URL, in a form and in JSON', async () => {
  const png = await sharp({ create: { width: 90, height: 160, channels: 3, background: '#3050c0' } })
    .png()
    .toBuffer();
  const upload = await client.files.create({ file: await toFile(png, 'blue.png'), purpose: 'vision' });
  const url = `data:image/png;base64,${png.toString('base64')}`;
  for (const reference of [await toFile(png, 'blue.png'), { file_id: upload.id }, { image_url: url }]) {
    const create = () => client.videos.create({ prompt: 'It moves', input_reference: reference });
    const { video, order } = await orderOf(create);
    assert.match(order, /name="input_reference"; filename="picture.png"/);
    const { json } = await service.call('GET', `/v1/video/${video.id}`, { key: customer.liveKey });
    assert.equal(json.type, 'image-to-video');
  }
  const body = { prompt: 'It moves', input_reference: { file_id: upload.id }, seconds: '8' };
  const { video, order } = await orderOf(async () => {
    const { json } = await service.call('POST', '/v1/videos', { key: customer.liveKey, body });
    return json;
  });
  check('VideoResource', video);
  assert.match(order, /name="input_reference"/);
});

test('a video that fails says why and costs nothing; a cancelled one is a failed one', async () => {
  const start = await balance();
  elsewhere.ending = 'failed';
  const failed = await ended((await client.videos.create({ prompt: 'waves' })).id);
  assert.deepEqual([failed.status, failed.error?.code], ['failed', 'engine_failed']);
  assert.match(failed.error?.message ?? '', /not this one/);
  elsewhere.ending = 'never';
  const { id } = await client.videos.create({ prompt: 'waves' });
  await elsewhere.asked();
  await assert.rejects(client.videos.downloadContent(id), { status: 404, code: 'not_found' });
  await assert.rejects(client.videos.delete(id), { status: 400, code: 'invalid_parameter' });
  await service.call('POST', `/v1/jobs/${id}/cancel`, { key: customer.liveKey });
  const cancelled = await ended(id);
  assert.deepEqual([cancelled.status, cancelled.error?.code], ['failed', 'cancelled']);
  const [, paid = ''] = /(\S+) credits were charged/.exec(cancelled.error?.message ?? '') ?? [];
  const { credits, held } = await balance();
  assert.deepEqual([Math.round((start.credits - credits) * 1e6), held], [Math.round(Number(paid) * 1e6), 0]);
});

test('the list goes page by page in both directions, and shows nothing of others', async () => {
  const { json: list } = await service.call('GET', '/v1/videos?limit=100', { key: customer.liveKey });
  check('VideoListResource', list);
  const all: string[] = list.data.map(({ id }: Video) => id);
  assert.ok(all.length >= 6);
  for (const order of ['desc', 'asc'] as const) {
    const seen: string[] = [];
    for await (const video of client.videos.list({ limit: 2, order })) seen.push(video.id);
    assert.deepEqual(seen, order === 'desc' ? all : all.toReversed());
  }
  const stranger = clientOf((await service.account()).liveKey);
  assert.deepEqual((await stranger.videos.list()).data, []);
  const [id = ''] = all;
  for (const ask of [
    () => stranger.videos.retrieve(id),
    () => stranger.videos.delete(id),
    () => stranger.videos.downloadContent(id),
    () => stranger.videos.remix(id, { prompt: 'x' }),
  ])
    await assert.rejects(ask, { status: 404, code: 'not_found' });
});

test('bad fields, wrong models and what cannot be had are refused in words, before anything is held', async () => {
  const start = await balance();
  const cases: [object, string, string][] = [
    [{}, 'missing_parameter', 'prompt'],
    [{ prompt: ' ' }, 'invalid_parameter', 'prompt'],
    [{ prompt: 'x', seconds: '3' }, 'invalid_parameter', 'seconds'],
    [{ prompt: 'x', seconds: 61 }, 'invalid_parameter', 'seconds'],
    [{ prompt: 'x', seconds: '4.5' }, 'invalid_parameter', 'seconds'],
    [{ prompt: 'x', size: '640x480' }, 'invalid_parameter', 'size'],
    [{ prompt: 'x', model: 'sora-9' }, 'unknown_model', 'model'],
    [{ prompt: 'x', input_reference: 'no object' }, 'invalid_parameter', 'input_reference'],
    [{ prompt: 'x', input_reference: {} }, 'invalid_parameter', 'input_reference'],
    [
      { prompt: 'x', input_reference: { file_id: 'a'.repeat(26), image_url: 'https://example.com/a.png' } },
      'invalid_parameter',
      'input_reference',
    ],
    [{ prompt: 'x', input_reference: { image_url: 'https://127.0.0.1/a.png' } }, 'unsafe_url', 'input_reference'],
    [
      { prompt: 'x', input_reference: { image_url: 'data:image/png;base64,AAAA' } },
      'invalid_parameter',
      'input_reference',
    ],
    [{ prompt: 'x', characters: [{ id: 'char_1' }] }, 'invalid_parameter', 'characters'],
  ];
  for (const [body, code, param] of cases) {
    const { status, json } = await service.call('POST', '/v1/videos', { key: customer.liveKey, body });
    assert.deepEqual([status, json.error?.code, json.error?.param], [400, code, param], JSON.stringify([body, json]));
  }
  const unknown = { prompt: 'x', input_reference: { file_id: '0123456789abcdefghjkmnpqrs' } };
  const missing = await service.call('POST', '/v1/videos', { key: customer.liveKey, body: unknown });
  assert.deepEqual([missing.status, missing.json.error.param], [404, 'input_reference']);
  for (const query of ['limit=101', 'order=up', 'after=%00'])
    assert.equal((await service.call('GET', `/v1/videos?${query}`, { key: customer.liveKey })).status, 400, query);
  const [any] = (await client.videos.list({ limit: 1 })).data;
  await assert.rejects(client.videos.remix(any?.id ?? '', { prompt: 'x' }), { status: 501, code: 'not_implemented' });
  assert.deepEqual(await balance(), start);
});

test('a repeated order with the same key of idempotency is one order; a poor account is refused', async () => {
  elsewhere.ending = 'done';
  const headers = { 'Idempotency-Key': 'one-video' };
  const body = { prompt: 'waves' };
  const [first, again] = [
    await service.call('POST', '/v1/videos', { key: customer.liveKey, body, headers }),
    await service.call('POST', '/v1/videos', { key: customer.liveKey, body, headers }),
  ];
  assert.deepEqual([again.json.id, again.headers.get('idempotent-replayed')], [first.json.id, 'true']);
  await ended(first.json.id);
  const poor = clientOf((await service.account({ credits: 1 })).liveKey);
  await assert.rejects(poor.videos.create(body), { status: 402, code: 'insufficient_credits' });
});

test('the sandbox has its own videos and test credits', async () => {
  elsewhere.ending = 'done';
  const start = await balance();
  const sandbox = clientOf(customer.testKey, '/sandbox/v1');
  const { id } = await sandbox.videos.create({ prompt: 'waves' });
  assert.equal((await ended(id, sandbox)).status, 'completed');
  await assert.rejects(client.videos.retrieve(id), { status: 404 });
  assert.deepEqual(await balance(), start);
});

/** The content of an MP4's box of media data. */
function picturesOf(file: Buffer): Buffer {
  const at = file.indexOf('mdat');
  assert.ok(at > 4);
  return file.subarray(at, at - 4 + file.readUInt32BE(at - 4));
}
