// Film servers elsewhere over real HTTP: each protocol ordered once, asked until it is done, taken up again after a restart.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import sharp from 'sharp';
import type { ServiceError } from '../../src/core/errors.ts';
import type { OrderMemory, VideoEngine, VideoOrder } from '../../src/engines/video/port.ts';
import { connectVideoUpstreams } from '../../src/engines/video/upstream/connect.ts';
import { type FilmApi, type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../support/film-server.ts';

const ORDER: VideoOrder = {
  type: 'text-to-video',
  prompt: 'a lighthouse',
  durationSeconds: 5,
  resolution: '720p',
  aspectRatio: '16:9',
  fps: 24,
  format: 'mp4',
  seed: 9,
  audio: true,
  style: 'anime',
};
const KINDS: readonly FilmApi[] = ['openai', 'replicate', 'fal', 'luma'];
let root: string;
let film: Uint8Array;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-films-'));
  film = await readFile(await makeSmallFilm(root));
});
after(() => rm(root, { recursive: true, force: true }));

function connect(api: FilmApi, server: FilmServerStandIn, timeLimitSeconds = 60): VideoEngine {
  const base = { openai: '/v1', replicate: '/v1', fal: '', luma: '' }[api];
  const entry = {
    name: 'elsewhere',
    kind: api,
    base_url: server.url + base,
    api_key_env: 'KEY',
    time_limit_seconds: timeLimitSeconds,
    poll_seconds: 0.02,
    models: [{ id: 'film-1', upstream_id: api === 'replicate' ? 'someone/small' : 'small' }],
  };
  const [engine] = connectVideoUpstreams({ entries: [entry], openAi: null, secretByName: () => 'secret' });
  assert.ok(engine);
  return engine;
}

/** A job's memory, as the store keeps it: through JSON. */
function memory(): OrderMemory & { isOpen: boolean; kept: string | undefined } {
  const self = {
    isOpen: true,
    kept: undefined as string | undefined,
    read: async () => (self.kept === undefined ? undefined : (JSON.parse(self.kept) as unknown)),
    write: async (state: object) => {
      self.kept = JSON.stringify(state);
    },
    isWanted: async () => self.isOpen,
  };
  return self;
}

async function make(engine: VideoEngine, kept?: OrderMemory, signal = new AbortController().signal, order = ORDER) {
  const folder = await mkdtemp(join(root, 'film-'));
  const stages = new Set<string>();
  const made = await engine.make(order, folder, (_fraction, stage) => stages.add(stage), signal, kept);
  return { made, folder, stages };
}

for (const api of KINDS) {
  test(`${api}: ordered as published, asked, forgiven a hiccup, fetched and looked at`, async () => {
    const server = await startFilmServer(api, film);
    server.hiccups = [503, 429];
    const { made, folder, stages } = await make(connect(api, server), memory());
    server.close();
    assert.equal(server.orders().length, 1);
    checkOrder(api, server);
    for (const call of server.calls.filter(({ path }) => !path.startsWith('/cdn/')))
      assert.equal(call.authorization, keyOf(api), call.path);
    assert.equal(server.calls.find(({ path }) => path.endsWith('/film.mp4'))?.authorization, cdnKeyOf(api));
    assert.deepEqual(
      [made.width, made.height, made.fps, made.hasAudio, made.files.video, made.files.subtitles],
      [160, 90, 24, false, 'film.mp4', null],
    );
    assert.ok(Math.abs(made.durationSeconds - 1) < 0.05);
    assert.ok(
      made.warnings.some((warning) => warning.includes('1.0 s')) && made.warnings.some((w) => w.includes('sound')),
    );
    assert.deepEqual(await readFile(join(folder, 'film.mp4')), Buffer.from(film));
    const poster = await sharp(join(folder, made.files.poster)).metadata();
    assert.deepEqual([poster.format, poster.width, poster.height], ['jpeg', 160, 90]);
    assert.deepEqual([...stages], ['ordering', 'filming', 'fetching']);
  });

  test(`${api}: a video that could not be made is engine_failed`, async () => {
    const server = await startFilmServer(api, film);
    server.ending = 'failed';
    await assert.rejects(make(connect(api, server), memory()), (error: ServiceError) => {
      assert.ok(['engine_failed', 'invalid_parameter'].includes(error.code), error.code);
      return true;
    });
    server.close();
    assert.equal(server.orders().length, 1);
  });

  test(`${api}: one that stalls ends with the time limit and is called off`, async () => {
    const server = await startFilmServer(api, film);
    server.ending = 'never';
    await assert.rejects(make(connect(api, server, 1), memory()), { code: 'engine_timeout' });
    server.close();
    assert.deepEqual([server.orders().length, server.cancels().length], [1, 1]);
  });

  test(`${api}: a second attempt polls for the first one's video and places no order`, async () => {
    const server = await startFilmServer(api, film);
    server.ending = 'never';
    const kept = memory();
    const first = new AbortController();
    const making = make(connect(api, server), kept, first.signal);
    await server.asked();
    first.abort(new Error('the worker is stopping'));
    await assert.rejects(making, { message: 'the worker is stopping' });
    assert.deepEqual([server.orders().length, server.cancels().length], [1, 0], 'the order stands');

    server.ending = 'done';
    const { made } = await make(connect(api, server), kept);
    server.close();
    assert.equal(server.orders().length, 1, 'is not paid twice');
    assert.equal(made.width, 160);
  });

  test(`${api}: what is cancelled here is called off there`, async () => {
    const server = await startFilmServer(api, film);
    server.ending = 'never';
    const kept = memory();
    const leaving = new AbortController();
    const making = make(connect(api, server), kept, leaving.signal);
    await server.asked();
    kept.isOpen = false;
    leaving.abort(new Error('cancelled'));
    await assert.rejects(making, { message: 'cancelled' });
    server.close();
    assert.equal(server.cancels().length, 1);
  });
}

test('an order whose response was lost is not sent again', async () => {
  const server = await startFilmServer('openai', film);
  const kept = memory();
  await kept.write({ server: 'elsewhere', sentAt: new Date().toISOString() });
  await assert.rejects(make(connect('openai', server), kept), (error: ServiceError) => {
    assert.equal(error.code, 'engine_failed');
    assert.match(error.message, /is not paid twice/);
    return true;
  });
  server.close();
  assert.equal(server.calls.length, 0);
});

test('a picture goes along as each server takes it', async () => {
  const picture = join(root, 'picture.png');
  await sharp({ create: { width: 16, height: 16, channels: 3, background: '#ff8800' } })
    .png()
    .toFile(picture);
  const order: VideoOrder = { ...ORDER, type: 'image-to-video', imagePath: picture };
  const sent = {
    openai: 'name="input_reference"',
    replicate: '"image":"data:image/png;base64,',
    fal: '"image_url":"data:',
  };
  for (const api of ['openai', 'replicate', 'fal'] as const) {
    const server = await startFilmServer(api, film);
    await make(connect(api, server), memory(), undefined, order);
    server.close();
    assert.ok(server.orders()[0]?.body.includes(sent[api]), server.orders()[0]?.body.slice(0, 200));
  }
  assert.equal(connect('luma', await startAndClose()).makes('image-to-video'), false);
});

test('bytes that are not a video are refused', async () => {
  const server = await startFilmServer('openai', Buffer.from('<html>not a film</html>'));
  await assert.rejects(make(connect('openai', server), memory()), { code: 'engine_failed' });
  server.close();
});

test('settings that cannot work are named', () => {
  const settings = { openAi: null, secretByName: () => undefined };
  const models = [{ id: 'a' }];
  assert.throws(() => connectVideoUpstreams({ ...settings, entries: [{ name: 'x', kind: 'vimeo', models }] }), /kind/);
  assert.throws(
    () => connectVideoUpstreams({ ...settings, entries: [{ name: 'x', kind: 'fal', models }] }),
    /api_key_env/,
  );
  const sora = connectVideoUpstreams({
    ...settings,
    entries: [],
    openAi: { baseUrl: 'https://api.openai.com/v1', apiKey: 'k' },
  });
  assert.deepEqual(
    sora.map(({ name }) => name),
    ['sora-2'],
  );
});

async function startAndClose(): Promise<FilmServerStandIn> {
  const server = await startFilmServer('luma', film);
  server.close();
  return server;
}

function keyOf(api: FilmApi): string {
  return api === 'fal' ? 'Key secret' : 'Bearer secret';
}

/** The stand-in's films are on its own origin; OpenAI's are not behind an address of their own. */
function cdnKeyOf(api: FilmApi): string | undefined {
  return api === 'openai' ? undefined : keyOf(api);
}

function checkOrder(api: FilmApi, server: FilmServerStandIn): void {
  const [order] = server.orders();
  assert.ok(order);
  if (api === 'openai') {
    assert.equal(order.path, '/v1/videos');
    for (const part of ['small', 'a lighthouse, anime style', '1280x720']) assert.ok(order.body.includes(part), part);
    return;
  }
  const body = JSON.parse(order.body) as Record<string, unknown>;
  if (api === 'luma') {
    assert.equal(order.path, '/dream-machine/v1/generations/video');
    assert.deepEqual(body, {
      model: 'small',
      prompt: 'a lighthouse, anime style',
      aspect_ratio: '16:9',
      resolution: '720p',
      duration: '5s',
    });
  } else if (api === 'replicate') {
    assert.equal(order.path, '/v1/models/someone/small/predictions');
    assert.deepEqual(body.input, {
      prompt: 'a lighthouse, anime style',
      aspect_ratio: '16:9',
      size: '1280x720',
      duration: 5,
      fps: 24,
      seed: 9,
    });
  } else {
    assert.equal(order.path, '/fal-ai/small');
    assert.deepEqual(body, { prompt: 'a lighthouse, anime style', aspect_ratio: '16:9', duration: '5s', seed: 9 });
  }
}
