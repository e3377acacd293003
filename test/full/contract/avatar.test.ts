// A speaking head, seen and heard from outside: its mouth goes with its voice, its words fit the film.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { VideoOrder } from '@atelier/film';
import type { Speech, SpeechEngine } from '@atelier/voice';
import sharp from 'sharp';
import { setDrawnStage } from '../../../packages/film/src/avatar/drawn-stage.ts';
import { findFace } from '../../../packages/film/src/avatar/face-finder/find-face.ts';
import { readLook } from '../../../packages/film/src/avatar/look.ts';
import { Puppet } from '../../../packages/film/src/avatar/puppet.ts';
import { findFaceFiles } from '../../../src/app/video.ts';
import { createKokoroSpeech, KOKORO_MODEL } from '../../../src/engines/speech/kokoro.ts';
import { createAvatarEngine } from '../../../src/engines/video/avatar.ts';
import { correlate, measureLoudness, measureMotion, measureOpenness } from '../../support/mouth-probe.ts';
import { bringWeights, testModels } from '../../support/weights.ts';

const SCRIPT = 'Hello, my name is Pam. Please bring both maps to the big barn.';
const ORDER: VideoOrder = {
  type: 'avatar',
  prompt: 'a woman with fair skin and brown hair',
  script: SCRIPT,
  voice: 'af_heart',
  durationSeconds: 5,
  resolution: '720p',
  aspectRatio: '16:9',
  fps: 24,
  format: 'mp4',
  seed: 3,
  audio: true,
};
const signal = new AbortController().signal;
const kokoro = createKokoroSpeech(testModels);
/** What was said last: the truth that the film is held against. */
let said: Speech | undefined;
const listening: SpeechEngine = {
  name: kokoro.name,
  isReady: () => kokoro.isReady(),
  voices: () => kokoro.voices(),
  async speak(order, abort) {
    said = await kokoro.speak(order, abort);
    return said;
  },
};
const engine = createAvatarEngine({
  speech: listening,
  countSounds: async (words) => words.map((word) => word.length),
  faceFiles: (abort) => findFaceFiles(testModels, abort),
});
let root: string;

before(async () => {
  await bringWeights(KOKORO_MODEL);
  root = await mkdtemp(join(tmpdir(), 'atelier-avatar-'));
});
after(async () => {
  await kokoro.close();
  await rm(root, { recursive: true, force: true });
});

async function make(order: Partial<VideoOrder> = {}) {
  const folder = await mkdtemp(join(root, 'film-'));
  const film = await engine.make({ ...ORDER, ...order }, folder, () => undefined, signal);
  return { film, path: join(folder, film.files.video), folder };
}

test('the mouth opens with the loudness and closes its lips when it must, measured in the film', async (context) => {
  const { film, path, folder } = await make();
  const { face } = await setDrawnStage(
    readLook(ORDER.prompt, 'female', ORDER.seed),
    { width: film.width, height: film.height },
    ORDER.seed,
  );
  const { x, y, halfWidth } = face.mouth;
  const even = (value: number): number => Math.round(value / 2) * 2;
  const region = {
    left: even(x - 1.3 * halfWidth),
    top: even(y - 0.5 * halfWidth),
    width: even(2.6 * halfWidth),
    height: even(1.8 * halfWidth),
  };
  const open = await measureOpenness(path, region);
  assert.equal(open.length, 120, 'five seconds of 24 frames');
  const loud = await measureLoudness(path, open.length, 24);
  const r = correlate(open, loud);
  context.diagnostic(`openness and loudness: r = ${r.toFixed(3)}`);
  assert.ok(r >= 0.6, `r = ${r}`);

  // The best fit of the two is without delay: not a frame and a half early or late.
  const shifted = [-2, -1, 0, 1, 2].map((lag) =>
    correlate(open.slice(2, -2), loud.slice(2 + lag, loud.length - 2 + lag)),
  );
  context.diagnostic(`by delay in frames −2…2: ${shifted.map((value) => value.toFixed(2)).join(' ')}`);
  assert.ok(Math.abs(shifted.indexOf(Math.max(...shifted)) - 2) / 24 <= 0.08);

  const offs = closures(open);
  context.diagnostic(
    `${offs.length} sounds made with the lips, shown off by at most ${Math.round(Math.max(...offs) * 1000)} ms`,
  );
  assert.ok(offs.length >= 6);
  for (const off of offs) assert.ok(off <= 0.08, `${off} s`);
  // The measure would see it: the same mouth four frames later or earlier is not in time.
  for (const late of [-4, 4]) {
    const moved = open.map((_, frame) => open[frame - late] ?? 0);
    assert.ok(Math.max(...closures(moved)) > 0.08, `${late} frames late`);
  }

  const motion = await measureMotion(path);
  for (let second = 0; second < 5; second += 1) {
    const part = motion.slice(second * 24, second * 24 + 24);
    assert.ok(part.reduce((sum, value) => sum + value, 0) / part.length > 0.02, `nothing moves in second ${second}`);
  }
  const subtitles = await readFile(join(folder, film.files.subtitles ?? ''), 'utf8');
  assert.match(subtitles, /^WEBVTT\n/);
  for (const word of SCRIPT.split(' ')) assert.ok(subtitles.includes(word), word);
  assert.equal((await sharp(join(folder, film.files.poster)).metadata()).width, 1280);
});

/** For every p, b and m of the speech: how far from it, in seconds, the nearest frame is in which the lips touch. */
function closures(open: readonly number[]): number[] {
  const widest = Math.max(...open);
  return (said?.phonemes ?? [])
    .filter(({ symbol }) => 'pbm'.includes(symbol))
    .map(({ startSeconds, endSeconds }) => {
      const [start, end] = [startSeconds + 0.3, endSeconds + 0.3];
      const distances = open.flatMap((value, frame) => {
        const at = (frame + 0.5) / 24;
        return value < widest * 0.06 ? [Math.max(start - at, at - end, 0)] : [];
      });
      return Math.min(...distances);
    });
}

test('a face is found in a photograph and in a drawing, and none in what has none', async () => {
  const files = await findFaceFiles(testModels, signal);
  const photo = new URL('../../fixtures/photos/astronaut.webp', import.meta.url).pathname;
  const face = await findFace(photo, files);
  assert.ok(face);
  // Where a person sees them, in the photograph of 512 × 512.
  const { width = 512 } = await sharp(photo).metadata();
  const near = (value: number, expected: number, tolerance: number): void =>
    assert.ok(
      Math.abs(value - (expected * width) / 512) <= (tolerance * width) / 512,
      `${value} is not near ${expected}`,
    );
  near(face.mouth.x, 224, 6);
  near(face.mouth.y, 148, 8);
  near(face.eyes[0]?.x ?? 0, 203, 6);
  near(face.eyes[0]?.y ?? 0, 98, 8);
  near(face.eyes[1]?.x ?? 0, 240, 8);
  const drawn = await setDrawnStage(readLook(ORDER.prompt, 'female', 3), { width: 640, height: 360 }, 3);
  const still = new Uint8Array(640 * 360 * 3);
  new Puppet(drawn).paint({ open: 0, wide: 0, blink: 0, moveX: 0, moveY: 0, turn: 0 }, still);
  const drawing = join(root, 'drawing.png');
  await sharp(still, { raw: { width: 640, height: 360, channels: 3 } })
    .png()
    .toFile(drawing);
  const again = await findFace(drawing, files);
  assert.ok(Math.hypot((again?.mouth.x ?? 0) - drawn.face.mouth.x, (again?.mouth.y ?? 0) - drawn.face.mouth.y) < 6);
  for (const faceless of ['coffee', 'rocket'])
    assert.equal(
      await findFace(new URL(`../../fixtures/photos/${faceless}.webp`, import.meta.url).pathname, files),
      undefined,
    );
});

test('words that do not fit are refused: at once where it is clear, else after they were said', async () => {
  const words = 'One and two and three and four and five and six and seven and eight and nine and ten. ';
  assert.throws(
    () => engine.check?.({ ...ORDER, script: words.repeat(4) }),
    /need about \d+ seconds and do not fit into 5/,
  );
  engine.check?.({ ...ORDER, script: words });
  await assert.rejects(make({ script: `${words} And eleven.` }), { code: 'invalid_parameter', param: 'script' });
});

test('a film that nobody wants any more ends at once', async () => {
  const leaving = new AbortController();
  const folder = await mkdtemp(join(root, 'left-'));
  const making = engine.make(
    { ...ORDER, script: 'Good morning.' },
    folder,
    (_fraction, stage, preview) => stage === 'rendering' && preview && leaving.abort(new Error('cancelled')),
    leaving.signal,
  );
  await assert.rejects(making, { message: 'cancelled' });
});
