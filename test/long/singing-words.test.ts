// Shows that whisper-base finds at least 60 % of the words in what the singer sings, for voices of both genders and accents.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { GuidedSinger } from '@atelier/composer';
import { LULLABY, notesOf, writePart } from '../../packages/composer/test/support/vocal-lines.ts';
import { createKokoroSpeech, KOKORO_MODEL } from '../../src/engines/speech/kokoro.ts';
import { measurePitch } from '../support/sung-pitch.ts';
import { bringWeights, testModels } from '../support/weights.ts';
import { Recogniser, shareOfWordsHeard } from '../support/whisper.ts';

const RATE = 44_100;
const ROOM_BELOW_TONIC = 4;
const speech = createKokoroSpeech(testModels);
const singer = new GuidedSinger(speech);
before(() => bringWeights(KOKORO_MODEL));
after(() => speech.close());

for (const voice of ['af_heart', 'am_michael', 'bf_emma', 'ff_siwis']) {
  test(`${voice}: the words of a song are understood and its melody is kept`, async (context) => {
    const recogniser = await Recogniser.open(await bringWeights('whisper-base-1'));
    const low = speech.voices().find((one) => one.id === voice)?.range.low ?? 55;
    const { part, totalSeconds, words } = writePart(LULLABY, {
      voice,
      tonic: low + ROOM_BELOW_TONIC,
      secondsPerBeat: 0.5,
    });
    const format = { sampleRate: RATE, totalSeconds };
    const stem = await singer.sing(part, format, () => undefined, AbortSignal.timeout(900_000));
    const heard = await recogniser.transcribe(stem, RATE);
    await recogniser.close();
    const share = shareOfWordsHeard(words, heard);
    const pitch = measurePitch(stem, RATE, notesOf(part));
    context.diagnostic(
      `${Math.round(share * 100)} % of the words, ${pitch.medianCents.toFixed(1)} cents; heard: ${heard}`,
    );
    assert.ok(share >= 0.6, heard);
    assert.ok(pitch.medianCents < 50);
  });
}
