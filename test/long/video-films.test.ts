// Films of many kinds, each watched to the end: calm and stormy scenes, a sequence, a photograph, other shapes and formats.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Film, VideoOrder } from '@atelier/film';
import {
  brightness,
  differences,
  longestRun,
  type SeenFilm,
  watchFilm,
} from '../../packages/film/test/support/film-probe.ts';
import { createLocalVideoEngine } from '../../src/engines/video/local.ts';

const never = new AbortController().signal;
const engine = createLocalVideoEngine();
const ORDER: VideoOrder = {
  type: 'text-to-video',
  prompt: '',
  durationSeconds: 5,
  resolution: '720p',
  aspectRatio: '16:9',
  fps: 24,
  format: 'mp4',
  seed: 21,
  audio: false,
};
let root: string;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-films-'));
});
after(() => rm(root, { recursive: true, force: true }));

async function make(fields: Partial<VideoOrder>): Promise<{ film: Film; path: string; seen: SeenFilm }> {
  const folder = await mkdtemp(join(root, 'film-'));
  const film = await engine.make({ ...ORDER, ...fields }, folder, () => undefined, never);
  const path = join(folder, film.files.video);
  return { film, path, seen: await watchFilm(path) };
}

function assertAlive({ frames, fps }: SeenFilm, seconds: number, darkest: number): void {
  assert.equal(frames.length, seconds * fps);
  const moved = differences(frames);
  for (let second = 0; second < seconds; second++) {
    const part = moved.slice(second * fps, (second + 1) * fps - 1);
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    assert.ok(mean > 0.15, `second ${second + 1} moves ${mean.toFixed(3)}`);
  }
  assert.ok(longestRun(moved, (value) => value < 0.02) < fps / 2, 'frozen');
  assert.ok(longestRun(frames, (frame) => brightness(frame) < darkest) < fps / 2, 'black');
}

for (const prompt of [
  'a lake at sunset',
  'a snowy city at night',
  'a rocket in space',
  'rain in the forest',
  'ocean storm',
  'a red apple on a table',
  'the sound of loneliness',
])
  test(`"${prompt}" moves in every second`, async () => {
    const { seen } = await make({ prompt });
    assertAlive(seen, 5, 8);
  });

test('a sequence is shot in its order and keeps the hour until another is named', async () => {
  const { film, seen } = await make({
    prompt: 'A white horse in a meadow. Then it starts to snow. Then a castle on a hill at night.',
    durationSeconds: 12,
    fps: 30,
  });
  assertAlive(seen, 12, 8);
  const { shots } = film.understood as { shots: { weather: string; time: string }[] };
  assert.equal(shots[0]?.time, 'day');
  assert.equal(shots.at(-1)?.time, 'night');
});

test('a photograph comes to life, and its edges never show', async () => {
  const imagePath = join(import.meta.dirname, '../fixtures/photos/coffee.webp');
  const { seen } = await make({ type: 'image-to-video', prompt: 'a cup of coffee', imagePath });
  assertAlive(seen, 5, 20);
  for (const frame of seen.frames)
    for (const at of [0, 159, 89 * 160, 90 * 160 - 1])
      assert.ok((frame[at] ?? 0) > 2, 'a corner is black where the photograph is not');
});

test('an upright film in WebM has its size and its codec', async () => {
  const { seen } = await make({ prompt: 'a lighthouse by the sea', aspectRatio: '9:16', format: 'webm' });
  assert.deepEqual([seen.width, seen.height, seen.videoCodec], [720, 1280, 'vp9']);
  assertAlive(seen, 5, 8);
});

test('the same seed gives the same film, another seed another', async () => {
  const films = [];
  for (const seed of [5, 5, 6]) films.push(await make({ prompt: 'a rocket in space', seed }));
  const [one, two, three] = await Promise.all(films.map(({ path }) => digestOf(path)));
  assert.equal(one, two);
  assert.notEqual(one, three);
});

async function digestOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
