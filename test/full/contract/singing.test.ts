// Shows that the singer follows the written notes, keeps to the stem's form and sings the same every time.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { GuidedSinger } from '@atelier/composer';
import { LULLABY, notesOf, writePart } from '../../../packages/composer/test/support/vocal-lines.ts';
import { createKokoroSpeech, KOKORO_MODEL } from '../../../src/engines/speech/kokoro.ts';
import { measurePitch } from '../../support/sung-pitch.ts';
import { bringWeights, testModels } from '../../support/weights.ts';

const RATE = 44_100;
const speech = createKokoroSpeech(testModels);
const singer = new GuidedSinger(speech);
const signal = new AbortController().signal;
const { part, totalSeconds } = writePart(LULLABY.slice(0, 1), { voice: 'af_heart', tonic: 58, secondsPerBeat: 0.5 });
let stem: Float32Array;

before(async () => {
  await bringWeights(KOKORO_MODEL);
  stem = await singer.sing(part, { sampleRate: RATE, totalSeconds }, () => undefined, signal);
});
after(() => speech.close());

test('an independent tracker hears the written melody: median error below 50 cents', () => {
  const pitch = measurePitch(stem, RATE, notesOf(part));
  assert.ok(pitch.voicedFrames > pitch.frames / 2, `only ${pitch.voicedFrames} of ${pitch.frames} frames ring`);
  assert.ok(pitch.medianCents < 50, `${pitch.medianCents} cents`);
});

test('a voice that whispers when it speaks has a tone when it sings', async () => {
  const whisper = writePart(LULLABY.slice(0, 1), { voice: 'af_nicole', tonic: 54, secondsPerBeat: 0.5 });
  const sung = await singer.sing(
    whisper.part,
    { sampleRate: RATE, totalSeconds: whisper.totalSeconds },
    () => undefined,
    signal,
  );
  const pitch = measurePitch(sung, RATE, notesOf(whisper.part));
  // 143 of 200 with the voice that is lent to her, 114 without it.
  assert.ok(pitch.voicedFrames > pitch.frames * 0.65, `only ${pitch.voicedFrames} of ${pitch.frames} frames ring`);
  assert.ok(pitch.medianCents < 50, `${pitch.medianCents} cents`);
});

test('the stem is as long as asked, peaks at −3 dBFS and is silent after its phrases', () => {
  assert.equal(stem.length, Math.round(totalSeconds * RATE));
  const peak = stem.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  assert.ok(Math.abs(20 * Math.log10(peak) + 3) < 0.1);
  const end = part.phrases.at(-1)?.endSeconds ?? 0;
  assert.ok(stem.subarray(Math.round((end + 0.2) * RATE)).every((value) => Math.abs(value) < 1e-4));
});

test('the same part gives the same samples, a double others', async () => {
  const format = { sampleRate: RATE, totalSeconds };
  const again = await new GuidedSinger(speech).sing(part, format, () => undefined, signal);
  assert.deepEqual(again, stem);
  const double = await singer.sing({ ...part, role: 'double' }, format, () => undefined, signal);
  assert.notDeepEqual(double, stem);
  assert.ok(measurePitch(double, RATE, notesOf(part)).medianCents < 50);
});

test('a song that is called off stops the singer at once', async () => {
  const stopping = new AbortController();
  const singing = singer.sing(
    { ...part, voice: 'am_adam' },
    { sampleRate: RATE, totalSeconds },
    () => undefined,
    stopping.signal,
  );
  const started = performance.now();
  stopping.abort(new Error('called off'));
  await assert.rejects(singing, /called off/);
  assert.ok(performance.now() - started < 1000);
});
