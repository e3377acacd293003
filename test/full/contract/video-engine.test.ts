// A film of the local engine, made once and looked at from all sides with FFmpeg's libraries.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import type { Film, VideoOrder } from '@atelier/film';
import sharp from 'sharp';
import {
  boxesOf,
  brightness,
  differences,
  longestRun,
  type SeenFilm,
  watchFilm,
} from '../../../packages/film/test/support/film-probe.ts';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { ServiceError } from '../../../src/core/errors.ts';
import { createComposerEngine } from '../../../src/engines/music/composer.ts';
import { createLocalVideoEngine } from '../../../src/engines/video/local.ts';
import type { VideoEngine } from '../../../src/engines/video/port.ts';
import { soundBankPath } from '../../support/sound-probe.ts';

const never = new AbortController().signal;
const ORDER: VideoOrder = {
  type: 'text-to-video',
  prompt: 'two red balloons above a meadow',
  durationSeconds: 5,
  resolution: '720p',
  aspectRatio: '1:1',
  fps: 24,
  format: 'mp4',
  seed: 4,
  audio: true,
};
/** Grey levels between two frames of 160 × 90, averaged over a second. */
const LEAST_MOTION = 0.25;

let root: string;
let engine: VideoEngine;
let folder: string;
let film: Film;
let seen: SeenFilm;
const reports: { fraction: number; stage: string; at: number; preview?: Uint8Array }[] = [];

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-film-'));
  const bank = await soundBankPath();
  engine = createLocalVideoEngine({ music: createComposerEngine({ bankPath: () => bank, serviceName: 'Atelier' }) });
  folder = await mkdtemp(join(root, 'film-'));
  film = await engine.make(
    ORDER,
    folder,
    (fraction, stage, preview) => reports.push({ fraction, stage, at: Date.now(), ...(preview ? { preview } : {}) }),
    never,
  );
  seen = await watchFilm(join(folder, film.files.video));
});
after(() => rm(root, { recursive: true, force: true }));

test('a film has exactly the asked length, size and rate, as H.264 with AAC', () => {
  assert.equal(seen.frames.length, 120);
  assert.deepEqual([seen.width, seen.height, seen.fps], [720, 720, 24]);
  assert.deepEqual([seen.videoCodec, seen.audioCodec], ['h264', 'aac']);
  assert.equal(seen.seconds, 5);
  assert.ok(Math.abs((seen.audioSeconds ?? 0) - 5) <= 1 / 24, `sound of ${seen.audioSeconds} s`);
  assert.deepEqual([film.durationSeconds, film.width, film.height, film.fps, film.hasAudio], [5, 720, 720, 24, true]);
});

test('ffprobe sees the same', async () => {
  const entries = 'stream=codec_name,width,height,nb_frames,r_frame_rate:format=duration';
  const args = ['-v', 'error', '-show_entries', entries, '-of', 'json', join(folder, film.files.video)];
  const told = JSON.parse((await promisify(execFile)(needProgram('ffprobe'), args)).stdout);
  const [picture, sound] = told.streams;
  assert.deepEqual(
    [picture.codec_name, picture.width, picture.height, picture.nb_frames, picture.r_frame_rate, sound.codec_name],
    ['h264', 720, 720, '120', '24/1', 'aac'],
  );
  assert.ok(Math.abs(Number(told.format.duration) - 5) <= 1 / 24, told.format.duration);
});

test('a film starts to play before all of it is there', async () => {
  const boxes = await boxesOf(join(folder, film.files.video));
  assert.ok(boxes.indexOf('moov') < boxes.indexOf('mdat'), boxes.join(' '));
});

test('something moves in every second, and nothing is frozen or black for half a second', () => {
  const moved = differences(seen.frames);
  for (let second = 0; second < 5; second++) {
    const part = moved.slice(second * 24, second * 24 + 23);
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    assert.ok(mean > LEAST_MOTION, `second ${second + 1} moves ${mean.toFixed(3)}`);
  }
  assert.ok(longestRun(moved, (value) => value < 0.02) < 12);
  assert.ok(longestRun(seen.frames, (frame) => brightness(frame) < 20) < 12);
});

test('the storyboard has two shots that meet on a beat, and says what was read', () => {
  const { shots, soundtrack } = film.understood as {
    shots: { start: number; end: number; camera: string; shows: string }[];
    soundtrack: { tempo: number };
  };
  assert.equal(shots.length, 2);
  assert.equal(shots[1]?.end, 5);
  const beats = ((shots[0]?.end ?? 0) * soundtrack.tempo) / 60;
  assert.ok(Math.abs(beats - Math.round(beats)) < 0.05, `cut at beat ${beats}`);
  const moved = differences(seen.frames);
  const cut = Math.round((shots[0]?.end ?? 0) * 24) - 1;
  assert.equal(moved.indexOf(Math.max(...moved)), cut, 'the largest change is the cut');
});

test('the poster is a JPEG of the film’s size that is not dark', async () => {
  const poster = sharp(join(folder, film.files.poster));
  const { format, width, height } = await poster.metadata();
  assert.deepEqual([format, width, height], ['jpeg', 720, 720]);
  const { channels } = await poster.stats();
  assert.ok(channels.every(({ mean }) => mean > 25));
});

test('progress goes forward through its stages, with a small picture at most once a second', async () => {
  const fractions = reports.map((report) => report.fraction);
  assert.deepEqual(
    fractions,
    [...fractions].sort((a, b) => a - b),
  );
  const stages = [...new Set(reports.map((report) => report.stage))];
  for (const stage of ['storyboard', 'composing', 'rendering', 'encoding']) assert.ok(stages.includes(stage), stage);
  const previews = reports.filter((report) => report.preview);
  assert.ok(previews.length >= 1);
  for (const [i, report] of previews.entries())
    assert.ok(i === 0 || report.at - (previews[i - 1]?.at ?? 0) > 700, 'previews come too fast');
  const { width, format } = await sharp(previews[0]?.preview).metadata();
  assert.deepEqual([format, width], ['jpeg', 360]);
});

test('only the film and its poster are left in the folder', async () => {
  assert.deepEqual((await readdir(folder)).sort(), ['film.mp4', 'poster.jpg']);
});

test('an aborted film ends at once and leaves no process behind', async () => {
  const stop = new AbortController();
  const place = await mkdtemp(join(root, 'aborted-'));
  let abortedAt = 0;
  const running = engine.make(
    { ...ORDER, seed: 5 },
    place,
    (_fraction, stage) => {
      if (stage !== 'rendering' || abortedAt > 0) return;
      abortedAt = Date.now();
      stop.abort(new Error('enough'));
    },
    stop.signal,
  );
  await assert.rejects(running, /enough/);
  assert.ok(Date.now() - abortedAt < 5_000, `took ${Date.now() - abortedAt} ms`);
  assert.ok(!(await readdir(place)).includes('film.mp4'));
});

test('image-to-video without a picture is refused', async () => {
  await assert.rejects(
    engine.make({ ...ORDER, type: 'image-to-video' }, root, () => undefined, never),
    (error) => error instanceof ServiceError && error.param === 'image',
  );
});
