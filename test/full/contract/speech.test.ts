// Shows that the speech engine says English words that a recogniser understands, with true times, the same every time.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Speech } from '@atelier/voice';
import { createKokoroSpeech, KOKORO_MODEL } from '../../../src/engines/speech/kokoro.ts';
import { bringWeights, testModels } from '../../support/weights.ts';
import { Recogniser, shareOfWordsHeard } from '../../support/whisper.ts';

const TEXT = 'A sail in the morning, a song in the evening, and a shoe on the lawn.';
const engine = createKokoroSpeech(testModels);
const signal = new AbortController().signal;
let speech: Speech;

before(async () => {
  await bringWeights(KOKORO_MODEL);
  speech = await engine.speak({ text: TEXT, voice: 'af_heart' }, signal);
});
after(() => engine.close());

test('a recogniser understands what was said', async () => {
  const recogniser = await Recogniser.open(await bringWeights('whisper-base-1'));
  const heard = await recogniser.transcribe(speech.samples, speech.sampleRate);
  await recogniser.close();
  assert.ok(shareOfWordsHeard(TEXT, heard) >= 0.8, heard);
});

test('phonemes come in order, fill the speech and stand within 80 ms of the hiss they name', () => {
  let last = 0;
  for (const phoneme of speech.phonemes) {
    assert.ok(phoneme.startSeconds >= last - 1e-6 && phoneme.endSeconds > phoneme.startSeconds);
    last = phoneme.startSeconds;
  }
  assert.ok((speech.phonemes.at(-1)?.endSeconds ?? 0) <= speech.samples.length / speech.sampleRate);
  const hisses = speech.phonemes.filter((phoneme) => phoneme.symbol === 's' || phoneme.symbol === 'ʃ');
  assert.ok(hisses.length >= 3);
  for (const { symbol, startSeconds, endSeconds } of hisses) {
    const loudest = loudestHiss(startSeconds - 0.15, endSeconds + 0.15);
    const off = Math.max(startSeconds - loudest, loudest - endSeconds, 0);
    assert.ok(off <= 0.08, `${symbol} at ${startSeconds.toFixed(2)} s is heard at ${loudest.toFixed(2)} s`);
  }
});

test('the same order gives the same samples', async () => {
  const order = { text: 'Good night.', voice: 'bm_george' };
  const first = await engine.speak(order, signal);
  assert.deepEqual((await engine.speak(order, signal)).samples, first.samples);
});

test('an order that is called off ends at once, and an unknown voice is refused', async () => {
  const leaving = AbortSignal.timeout(30);
  const started = performance.now();
  await assert.rejects(engine.speak({ text: TEXT.repeat(5), voice: 'am_adam' }, leaving), { name: 'TimeoutError' });
  assert.ok(performance.now() - started < 1000);
  await assert.rejects(engine.speak({ text: 'Hello', voice: 'nobody' }, signal), { code: 'invalid_parameter' });
});

/** The moment of most high-frequency power, by second differences over 20 ms. */
function loudestHiss(from: number, to: number): number {
  let best = { seconds: from, power: 0 };
  for (let seconds = from; seconds < to; seconds += 0.005) {
    let power = 0;
    const centre = Math.round(seconds * speech.sampleRate);
    for (let index = centre - 240; index < centre + 240; index += 1) {
      const bend =
        (speech.samples[index] ?? 0) - 2 * (speech.samples[index - 1] ?? 0) + (speech.samples[index - 2] ?? 0);
      power += bend * bend;
    }
    if (power > best.power) best = { seconds, power };
  }
  return best.seconds;
}
