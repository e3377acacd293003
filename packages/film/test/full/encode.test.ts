// The encoder alone: every frame arrives, in both formats, with each of the encoders that this machine has.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { writeWav } from '../../../composer/src/encode/wav.ts';
import { needProgram } from '../../../kit/test/support/programs.ts';
import { type FilmEncoder, ffmpegCommand, nodeAvChild } from '../../src/encode/encoder.ts';
import { openFilm } from '../../src/encode/film.ts';
import { boxesOf, brightness, watchFilm } from '../support/film-probe.ts';

const never = new AbortController().signal;
const SIZE = { width: 320, height: 180, fps: 30, pixels: 'rgb24' as const };
const ENCODERS: FilmEncoder[] = [ffmpegCommand, nodeAvChild];
let root: string;

before(async () => {
  needProgram('ffmpeg');
  root = await mkdtemp(join(tmpdir(), 'atelier-encode-'));
  const left = Float32Array.from({ length: 44_100 }, (_, i) => 0.3 * Math.sin(i * 0.06));
  await writeWav(join(root, 'tone.wav'), { left, right: left }, { sampleRate: 44_100 });
});
after(() => rm(root, { recursive: true, force: true }));

/** Each frame one step brighter than the one before. */
function greyFrame(level: number): Uint8Array {
  return new Uint8Array(SIZE.width * SIZE.height * 3).fill(level);
}

for (const encoder of ENCODERS)
  for (const format of ['mp4', 'webm'] as const)
    test(`${encoder.name} writes every frame into ${format} and fills the sound up to the film's length`, async () => {
      const path = join(root, `${encoder.name}.${format}`);
      const film = await openFilm({ ...SIZE, path, format }, never, encoder);
      for (let i = 0; i < 47; i++) await film.write(greyFrame(20 + i * 4));
      const made = await film.finish({ path: join(root, 'tone.wav'), fadeOutSeconds: 0.3 });
      assert.deepEqual(made, { frames: 47, seconds: 47 / 30 });
      const seen = await watchFilm(path);
      assert.equal(seen.frames.length, 47);
      assert.deepEqual([seen.videoCodec, seen.audioCodec], format === 'mp4' ? ['h264', 'aac'] : ['vp9', 'opus']);
      if (format === 'mp4') assert.ok(Math.abs((seen.audioSeconds ?? 0) - 47 / 30) <= 1 / 30);
      for (const [i, frame] of seen.frames.entries())
        assert.ok(Math.abs(brightness(frame) - (20 + i * 4)) < 4, `frame ${i} shows ${brightness(frame)}`);
      if (format === 'mp4') {
        const boxes = await boxesOf(path);
        assert.ok(boxes.indexOf('moov') < boxes.indexOf('mdat'));
      }
    });

test('the same frames give the same file', async () => {
  const digests: string[] = [];
  for (const name of ['one', 'two']) {
    const path = join(root, `${name}.mp4`);
    const film = await openFilm({ ...SIZE, path, format: 'mp4' }, never);
    for (let i = 0; i < 12; i++) await film.write(greyFrame(i * 20));
    await film.finish();
    digests.push(await digestOf(path));
  }
  assert.equal(digests[0], digests[1]);
});

test('a frame of the wrong size is refused, and an abandoned film leaves nothing', async () => {
  const place = await mkdtemp(join(root, 'left-'));
  const film = await openFilm({ ...SIZE, path: join(place, 'film.mp4'), format: 'mp4' }, never);
  await assert.rejects(film.write(new Uint8Array(7)), /must have 172800 bytes/);
  await film.write(greyFrame(9));
  await film.abort();
  assert.deepEqual(await readdir(place), []);
});

test('an aborted signal ends the encoder', async () => {
  const stop = new AbortController();
  const film = await openFilm({ ...SIZE, path: join(root, 'stopped.mp4'), format: 'mp4' }, stop.signal);
  await film.write(greyFrame(9));
  stop.abort(new Error('enough'));
  await assert.rejects(async () => {
    for (let i = 0; i < 1000; i++) await film.write(greyFrame(i % 200));
  }, /enough/);
  await film.abort();
});

async function digestOf(path: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  const { readFile } = await import('node:fs/promises');
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
