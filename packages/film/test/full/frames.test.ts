// The frames themselves, small: no edge of a picture ever shows, the same seed paints the same frames, layers move by depth.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { RenderPool } from '@atelier/painter';
import sharp from 'sharp';
import type { Stage } from '../../src/compose/band.ts';
import { Compositor } from '../../src/compose/compositor.ts';
import { paintShot } from '../../src/scene/paint.ts';
import { reliefOf } from '../../src/scene/picture.ts';
import { readClauses } from '../../src/storyboard/clauses.ts';
import { directFilm } from '../../src/storyboard/direct.ts';
import { directPicture } from '../../src/storyboard/picture-moves.ts';

const SIZE = { width: 160, height: 90, fps: 24 };
const RHYTHM = { tempo: 90, beatsPerBar: 4 };
let root: string;
let compositor: Compositor;
let pool: RenderPool;

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-frames-'));
  compositor = new Compositor(2);
  pool = new RenderPool(new AbortController().signal, 2);
});
after(async () => {
  await compositor.close();
  pool.close();
  await rm(root, { recursive: true, force: true });
});

/** Luma of every n-th frame of a shot. */
async function shoot(stage: Stage, every: number): Promise<Uint8Array[]> {
  compositor.enter(stage);
  const frames: Uint8Array[] = [];
  for (let frame = 0; frame < stage.frames; frame += every) {
    const yuv = new Uint8Array(new SharedArrayBuffer(SIZE.width * SIZE.height * 1.5));
    await compositor.paint(frame, yuv);
    frames.push(yuv.slice(0, SIZE.width * SIZE.height));
  }
  return frames;
}

async function painted(prompt: string, seed: number): Promise<Uint8Array[]> {
  const direction = { seconds: 5, fps: SIZE.fps, aspect: SIZE.width / SIZE.height, seed, rhythm: RHYTHM };
  const frames: Uint8Array[] = [];
  for (const shot of directFilm(readClauses(prompt), direction))
    frames.push(...(await shoot(await paintShot(pool, shot, { film: SIZE, onLayer: () => undefined }), 12)));
  return frames;
}

function digestOf(frames: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const frame of frames) hash.update(frame);
  return hash.digest('hex');
}

test('a white picture stays white to its edges, whatever its shape and wherever the camera goes', async () => {
  for (const [width, height] of [
    [300, 400],
    [400, 120],
    [64, 64],
  ] as const) {
    const imagePath = join(root, `${width}.png`);
    await sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
      .png()
      .toFile(imagePath);
    const direction = { prompt: 'white', imagePath, seconds: 20, fps: SIZE.fps, seed: 2, rhythm: RHYTHM };
    for (const shot of directPicture(direction))
      for (const frame of await shoot(await reliefOf(shot, SIZE), 10)) {
        const darkest = frame.reduce((least, value) => Math.min(least, value), 255);
        assert.ok(darkest > 180, `${width} × ${height}, ${shot.move.name}: a pixel of ${darkest}`);
      }
  }
});

test('near parts of a picture move further than far ones', async () => {
  const rows = 200;
  const stripes = Buffer.alloc(320 * rows * 3, 255);
  for (let y = 0; y < rows; y++)
    for (let x = 150; x < 170; x++) stripes.fill(0, (y * 320 + x) * 3, (y * 320 + x) * 3 + 3);
  const imagePath = join(root, 'stripe.png');
  await sharp(stripes, { raw: { width: 320, height: rows, channels: 3 } })
    .png()
    .toFile(imagePath);
  const [shot] = directPicture({ prompt: 'x', imagePath, seconds: 5, fps: SIZE.fps, seed: 2, rhythm: RHYTHM });
  assert.ok(shot);
  const frames = await shoot(await reliefOf(shot, SIZE), shot.frames - 1);
  const [first, last] = [frames[0], frames.at(-1)];
  assert.ok(first && last);
  const shift = (y: number) => Math.abs(middleOfDark(last, y) - middleOfDark(first, y));
  assert.ok(shift(84) > shift(6) + 1, `bottom ${shift(84)}, top ${shift(6)}`);
});

function middleOfDark(frame: Uint8Array, y: number): number {
  const dark = Array.from({ length: SIZE.width }, (_, x) => x).filter((x) => (frame[y * SIZE.width + x] ?? 255) < 120);
  return dark.reduce((sum, x) => sum + x, 0) / Math.max(1, dark.length);
}

test('the same seed paints the same frames on any number of threads, another seed others', async () => {
  const prompt = 'a red boat on a lake in the rain';
  const one = digestOf(await painted(prompt, 3));
  await compositor.close();
  compositor = new Compositor(1);
  assert.equal(digestOf(await painted(prompt, 3)), one);
  assert.notEqual(digestOf(await painted(prompt, 4)), one);
});

test('calm scenes move too, and none is black', async () => {
  for (const prompt of ['a calm desert', 'a red apple on a table', 'a starry night sky', 'melancholy']) {
    const frames = await painted(prompt, 8);
    for (const [i, frame] of frames.entries()) {
      const mean = frame.reduce((sum, value) => sum + value, 0) / frame.length;
      assert.ok(mean > 20, `${prompt}: frame ${i} is dark (${mean.toFixed(1)})`);
      const before = frames[i - 1];
      if (!before) continue;
      const moved = frame.reduce((sum, value, at) => sum + Math.abs(value - (before[at] ?? 0)), 0) / frame.length;
      assert.ok(moved > 1, `${prompt}: half a second moves ${moved.toFixed(2)}`);
    }
  }
});
