// Songs and videos that are ordered elsewhere: another upstream is asked only if the first one surely has no order.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { MusicEngine, MusicOrder } from '../../src/engines/music/port.ts';
import { createMusicRouter } from '../../src/engines/music/router.ts';
import { connectMusic } from '../../src/engines/music/upstream/connect.ts';
import type { OrderMemory, VideoOrder } from '../../src/engines/video/port.ts';
import { createVideoRouter } from '../../src/engines/video/router.ts';
import { connectVideoUpstreams } from '../../src/engines/video/upstream/connect.ts';
import { Routing } from '../../src/net/routing.ts';
import { readRules } from '../../src/net/routing-settings.ts';
import { type FickleUpstream, jsonAnswer, type Mood, startFickle } from '../support/fickle-upstream.ts';
import { makeSmallFilm, startFilmServer } from '../support/film-server.ts';

const never = new AbortController().signal;
let root: string;
let film: Uint8Array;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-paid-'));
  film = await readFile(await makeSmallFilm(root));
});
after(() => rm(root, { recursive: true, force: true }));

const SONG: MusicOrder = {
  prompt: 'waves',
  durationSeconds: 30,
  seed: 9,
  instrumental: true,
  voices: [],
  mastering: { preset: 'streaming' },
};

/** Replicate's protocol; the prediction is done, or failed, when it is created. */
function startReplicate(status: 'succeeded' | 'failed'): Promise<FickleUpstream> {
  return startFickle((_, path) => {
    if (path.endsWith('/predictions'))
      return jsonAnswer({ id: 'p1', status, output: '/song.wav', error: status === 'failed' ? 'no luck' : null });
    return path === '/song.wav' ? { type: 'audio/wav', bytes: 'a song' } : undefined;
  });
}

/** Masters by handing on what was fetched: what is looked at here is who was asked for it. */
const composer = {
  name: 'composer',
  isReady: () => true,
  genres: () => [],
  knowsGenre: () => true,
  compose: async () => ({ title: 'by the composer', warnings: [] }),
  master: async (path: string) => ({ files: { fetched: await readFile(path, 'utf8') }, durationSeconds: 30 }),
} as unknown as MusicEngine;

async function song(moods: Mood[], options: { status?: 'succeeded' | 'failed'; fallbacks?: string[] } = {}) {
  const first = await startReplicate(options.status ?? 'succeeded');
  const second = await startReplicate('succeeded');
  first.moods = [...moods];
  const settings = [
    { name: 'first', kind: 'replicate' as const, base_url: first.url, model: 'some/model', weight: 1 },
    { name: 'second', kind: 'replicate' as const, base_url: second.url, model: 'some/model', weight: 0 },
  ];
  const used = options.fallbacks
    ? settings.slice(0, 1).map((one) => ({ ...one, fallbacks: options.fallbacks }))
    : settings;
  const upstreams = used.map((one) => connectMusic({ ...one }, composer, 'Atelier', () => undefined));
  const router = createMusicRouter({
    upstreams: () => upstreams,
    composer,
    model: 'composer-1',
    routing: new Routing({
      rules: readRules(used.map((one) => ({ ...one, models: [{ ...one, id: 'composer-1' }] }))),
    }),
  });
  const folder = await mkdtemp(join(root, 'song-'));
  const made = await router.compose(SONG, folder, () => undefined, never).catch((error: unknown) => error);
  first.close();
  second.close();
  const orders = (one: FickleUpstream) => one.calls.filter((call) => call.endsWith('/predictions')).length;
  return { made, orders: [orders(first), orders(second)], health: router.health() };
}

test('a song that the first upstream refuses is made by the second', async () => {
  for (const moods of [[500, 503], [429]] satisfies Mood[][]) {
    const { made, orders, health } = await song(moods);
    assert.equal((made as { by: { engine: string } }).by.engine, 'second');
    assert.deepEqual(orders, [moods.length, 1]);
    assert.equal(health.find(({ engine }) => engine === 'first')?.errors, moods.length);
  }
});

test('a song that the first upstream has, or may have, is not ordered again', async () => {
  const cut = await song(['cut']);
  assert.deepEqual(cut.orders, [1, 0]);
  assert.match(String(cut.made), /connection to the model was lost/);
  const gateway = await song([504]);
  assert.deepEqual(gateway.orders, [1, 0]);
  const failed = await song([], { status: 'failed' });
  assert.deepEqual(failed.orders, [1, 0]);
  assert.match(String(failed.made), /no luck/);
  const refused = await song([400]);
  assert.deepEqual(refused.orders, [1, 0]);
  assert.match(String(refused.made), /refused this request/);
});

test('the composer of this machine steps in only where it is a fallback, and says so', async () => {
  const { made } = await song([500, 500], { fallbacks: ['composer'] });
  const { title, warnings } = made as { title: string; warnings: string[] };
  assert.deepEqual([title, warnings.length], ['by the composer', 1]);
  const alone = await song([500, 500], { fallbacks: [] });
  assert.match(String(alone.made), /failed with status 500/);
});

const VIDEO: VideoOrder = {
  type: 'text-to-video',
  prompt: 'a lighthouse',
  durationSeconds: 5,
  resolution: '720p',
  aspectRatio: '16:9',
  fps: 24,
  format: 'mp4',
  seed: 9,
  audio: false,
};

function memory(): OrderMemory & { kept: unknown } {
  const self: OrderMemory & { kept: unknown } = {
    kept: undefined,
    read: async () => self.kept,
    write: async (state) => {
      self.kept = JSON.parse(JSON.stringify(state));
    },
    isWanted: async () => true,
  };
  return self;
}

async function startVideos(moods: Mood[]) {
  const first = await startFickle(() => jsonAnswer({ id: 'v1', status: 'failed', error: { message: 'no luck' } }));
  first.moods = [...moods];
  const second = await startFilmServer('openai', film);
  const entry = { kind: 'openai', poll_seconds: 0.02 };
  const entries = [
    { ...entry, name: 'first', base_url: first.url, models: [{ id: 'film-9' }] },
    { ...entry, name: 'second', base_url: `${second.url}/v1`, models: [{ id: 'film-9', weight: 0 }] },
  ];
  const engines = connectVideoUpstreams({ entries, openAi: null, secretByName: () => undefined });
  const router = createVideoRouter(() => engines, new Routing({ rules: readRules(entries) }));
  const make = async (kept: OrderMemory) => {
    const folder = await mkdtemp(join(root, 'film-'));
    return router.choose('film-9', 'text-to-video').make(VIDEO, folder, () => undefined, never, kept);
  };
  const orders = () => [first.calls.filter((call) => call.startsWith('POST')).length, second.orders().length];
  return { make, orders, first, second };
}

test('a video that the first upstream refuses is ordered from the second, where a later attempt takes it up', async () => {
  const { make, orders, first, second } = await startVideos([503, 503]);
  const kept = memory();
  const made = await make(kept);
  assert.equal(made.by?.engine, 'second');
  assert.deepEqual(orders(), [2, 1]);
  assert.equal((kept.kept as { server: string }).server, 'second');
  await make(kept);
  assert.deepEqual(orders(), [2, 1], 'the first is well again, but the order is with the second');
  first.close();
  second.close();
});

test('a video that the first upstream has, or may have, is not ordered again', async () => {
  for (const moods of [['cut'], [504], []] satisfies Mood[][]) {
    const { make, orders, first, second } = await startVideos(moods);
    const kept = memory();
    await assert.rejects(make(kept));
    assert.deepEqual(orders(), [1, 0]);
    await assert.rejects(make(kept));
    assert.deepEqual(orders(), [1, 0], 'nor by a later attempt');
    first.close();
    second.close();
  }
});
