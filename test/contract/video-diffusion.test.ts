// Video models on this machine without their weights: settings, the plan of a video, the frames of an AVI, and what is refused.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import sharp from 'sharp';
import { encodeClip } from '../../packages/film/src/index.ts';
import { readAviFrames } from '../../src/engines/video/diffusion/avi.ts';
import { VideoDiffusion } from '../../src/engines/video/diffusion/engine.ts';
import { countFrames, inWords, planVideo } from '../../src/engines/video/diffusion/plan.ts';
import { describeVideoModel, readVideoSettings } from '../../src/engines/video/diffusion/settings.ts';
import type { VideoOrder } from '../../src/engines/video/port.ts';
import { inspectFilm } from '../../src/engines/video/upstream/inspect.ts';
import type { CatalogueEntry } from '../../src/models/catalogue.ts';
import type { ModelStore } from '../../src/models/store.ts';

const entryWith = (settings: object, more: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  id: 'wan-1',
  kind: 'text-to-video',
  title: 'Wan',
  ownedBy: 'owner',
  licence: 'Apache-2.0',
  files: {},
  settings: { layout: 'wan2.1-1.3b', threads: 8, ...settings },
  ...more,
});
const ORDER: VideoOrder = {
  type: 'text-to-video',
  prompt: 'a cat',
  durationSeconds: 5,
  resolution: '720p',
  aspectRatio: '16:9',
  fps: 24,
  format: 'mp4',
  seed: 1,
  audio: false,
};

test('a plan has multiples of 16 and 4 n + 1 frames within the limits of the model', () => {
  const plan = planVideo(ORDER, readVideoSettings(entryWith({})));
  assert.deepEqual([plan.width, plan.height, plan.frames, plan.fps, plan.steps], [832, 464, 81, 16, 20]);
  const upright = planVideo({ ...ORDER, aspectRatio: '9:16' }, readVideoSettings(entryWith({ side: 320 })));
  assert.deepEqual([upright.width, upright.height], [240, 432]);
  for (const [wished, most, frames] of [
    [80, 81, 81],
    [960, 81, 81],
    [80, 20, 17],
    [1, 81, 5],
    [3, 81, 5],
    [80, 8, 5],
  ] as const)
    assert.equal(countFrames(wished, most), frames, `${wished} of ${most}`);
});

test('the expected time grows with frames, steps and size and shrinks with cores; on a GPU it is not known', () => {
  const expected = (settings: object) => planVideo(ORDER, readVideoSettings(entryWith(settings))).expectedMs ?? 0;
  const base = expected({ side: 320, maxFrames: 17 });
  for (const more of [{ maxFrames: 33 }, { side: 480 }, { steps: 40 }, { threads: 4 }, { layout: 'wan2.1-14b' }])
    assert.ok(expected({ side: 320, maxFrames: 17, ...more }) > base * 1.4, JSON.stringify(more));
  assert.ok(expected({ side: 320, maxFrames: 17, guidance: 1 }) < base * 0.7);
  assert.equal(planVideo(ORDER, readVideoSettings(entryWith({ device: 'gpu' }))).expectedMs, undefined);
  assert.deepEqual(
    [inWords(1), inWords(720_000), inWords(7_200_000 * 2)],
    ['about 1 minute', 'about 12 minutes', 'about 4 hours'],
  );
});

test('settings that do not exist and files that are missing are named', () => {
  assert.throws(() => readVideoSettings(entryWith({ layout: 'wan9' })), /wan-1: settings \/layout/);
  assert.throws(() => readVideoSettings(entryWith({ stpes: 3 })), /wan-1: settings/);
  const files = { 'model.gguf': '/m', 'vae.safetensors': '/v' };
  assert.throws(() => describeVideoModel(entryWith({}), files), /a file called text\.gguf or text\.safetensors/);
  const model = describeVideoModel(entryWith({ weightType: 'q8_0' }), { ...files, 'text.gguf': '/t' });
  assert.deepEqual(model.files, { diffusionModelPath: '/m', t5XxlPath: '/t', vaePath: '/v' });
  assert.deepEqual([model.config.type, model.config.threads, model.config.device], ['q8_0', '8', 'cpu']);
});

test('a model that starts from an image needs a network that sees it, takes longer and makes only such videos', () => {
  const entry = entryWith({ layout: 'wan2.1-i2v-1.3b' });
  const files = { 'model.gguf': '/m', 'vae.safetensors': '/v', 'text.gguf': '/t' };
  assert.throws(() => describeVideoModel(entry, files), /a file called vision\.gguf or vision\.safetensors/);
  const model = describeVideoModel(entry, { ...files, 'vision.safetensors': '/c' });
  assert.equal(model.files.clipVisionPath, '/c');
  const expected = (layout: string) => planVideo(ORDER, readVideoSettings(entryWith({ layout }))).expectedMs ?? 0;
  assert.ok(expected('wan2.1-i2v-1.3b') > expected('wan2.1-1.3b'));
  const store = { entries: () => [entry], status: () => ({ ready: true }) } as unknown as ModelStore;
  const diffusion = new VideoDiffusion({
    store,
    mayPull: false,
    timeLimitMs: 3_600_000,
    fitImage: async (image) => image,
  });
  const [engine] = diffusion.engines().slow;
  assert.deepEqual([engine?.makes('image-to-video'), engine?.makes('text-to-video')], [true, false]);
});

test('a model is offered once its weights are here, and refuses what the machine cannot do', () => {
  const entries = [
    entryWith({}),
    entryWith({ device: 'gpu' }, { id: 'wan-gpu-1', needs: { memoryBytes: 1e15 } }),
    entryWith({}, { id: 'absent-1' }),
    entryWith({ layout: 'other' }, { id: 'broken-1' }),
  ];
  const status = (id: string) => ({ ready: id !== 'absent-1', pulling: false, progress: 0 });
  const store = { entries: () => entries, status } as unknown as ModelStore;
  const left: unknown[] = [];
  const log = { warn: (fields: object) => void left.push(fields) };
  const diffusion = new VideoDiffusion({
    store,
    mayPull: false,
    timeLimitMs: 3_600_000,
    fitImage: async (image) => image,
    log,
  });
  const { fast, slow } = diffusion.engines();
  assert.deepEqual([fast.map(({ name }) => name), slow.map(({ name }) => name)], [['wan-gpu-1'], ['wan-1']]);
  assert.equal(left.length, 1);
  assert.throws(() => slow[0]?.check?.(ORDER), {
    code: 'invalid_parameter',
    message: /about \d+ hours .* may take about 60 minutes/,
  });
  assert.throws(() => fast[0]?.check?.(ORDER), { code: 'engine_unavailable', message: /needs 1000000 GB of memory/ });
  assert.equal(slow[0]?.makes('image-to-video'), false);
  assert.equal(slow[0]?.readsNegativePrompts, true);
});

const chunk = (name: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const aviOf = (frames: readonly Uint8Array[]) => {
  const movie = Buffer.concat([Buffer.from('movi'), ...frames.map((frame) => chunk('00dc', frame))]);
  const body = [
    Buffer.from('AVI '),
    chunk('LIST', Buffer.from('hdrl')),
    chunk('LIST', movie),
    chunk('idx1', Buffer.alloc(4)),
  ];
  return chunk('RIFF', Buffer.concat(body));
};

test('the frames of an AVI become a film of their size; a file that is cut off or empty is refused', async () => {
  const side = { width: 32, height: 48 };
  const paint = (red: number) =>
    sharp({ create: { ...side, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .jpeg()
      .toBuffer();
  const pictures = await Promise.all([0, 60, 120, 180, 240].map(paint));
  const avi = aviOf(pictures);
  const frames = readAviFrames(avi);
  assert.deepEqual(
    frames.map((frame) => Buffer.from(frame)),
    pictures,
  );
  assert.throws(() => readAviFrames(avi.subarray(0, avi.length - 40)), /cut off/);
  assert.throws(() => readAviFrames(aviOf([])), /no frames/);
  assert.throws(() => readAviFrames(Buffer.from('something else')), /not an AVI/);

  const folder = await mkdtemp(join(tmpdir(), 'atelier-clip-'));
  const { signal } = new AbortController();
  try {
    const clip = { frames, ...side, fps: 16, format: 'mp4' as const };
    const made = await encodeClip(clip, folder, signal);
    assert.equal(made.seconds, 5 / 16);
    const seen = await inspectFilm(join(folder, made.video), join(folder, 'seen.jpg'), signal);
    assert.deepEqual([seen.format, seen.width, seen.height, seen.fps], ['mp4', 32, 48, 16]);
    const [red] = (await sharp(join(folder, made.poster)).stats()).channels;
    assert.ok(Math.abs((red?.mean ?? 0) - 120) < 8, `the poster is the middle frame: ${red?.mean}`);
    await assert.rejects(encodeClip({ ...clip, width: 64 }, folder, signal), /32 × 48 pixels instead of 64 × 48/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
