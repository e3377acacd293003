// Shows, without any network, that sung sounds are laid out without gaps, on their notes, at any tempo.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { StudiedLine } from '@atelier/voice';
import { layOutSungWords } from '../../voice/src/kokoro/spoken-line.ts';
import { writeGuide } from '../src/singer/spoken-guide.ts';
import { findNuclei } from '../src/singer/syllables.ts';
import { guideMoment, mapTime } from '../src/singer/time-map.ts';
import { LULLABY, notesOf, writePart } from './support/vocal-lines.ts';

for (const secondsPerBeat of [0.1, 0.25, 0.5, 1.5]) {
  test(`at ${secondsPerBeat} s a beat every vowel begins on its note and nothing is left out`, () => {
    for (const written of LULLABY) {
      const { part } = writePart([written], { voice: 'any', tonic: 60, secondsPerBeat });
      const [phrase] = part.phrases;
      assert.ok(phrase);
      const line = evenLine(phrase.words.map((word) => word.text));
      const nuclei = findNuclei(line, phrase);
      const guide = writeGuide(line, nuclei, 0);
      const hearVowel = (label: { start: number; end: number }) => ({
        sounding: label,
        hold: { start: label.start + 0.02, end: label.start + 0.05 },
      });
      const stretches = mapTime({ line, nuclei, starts: guide.startSeconds, hearVowel });
      const onsets = stretches.filter((one) => one.kind === 'vowel').map((one) => one.to.start);
      assert.deepEqual(
        onsets,
        notesOf(part).map((note) => note.startSeconds),
      );
      stretches.forEach((stretch, index) => {
        const before = stretches[index - 1];
        if (before) assert.ok(Math.abs(stretch.to.start - before.to.end) < 1e-9, `a gap in "${written.words}"`);
        if (stretch.kind === 'rest') return;
        for (let step = 0; step <= 10; step += 1) {
          const moment = guideMoment(stretch, stretch.to.start + ((stretch.to.end - stretch.to.start) * step) / 10);
          assert.ok(moment >= stretch.from.start - 1e-6 && moment <= stretch.from.end + 1e-6);
        }
      });
    }
  });
}

test('a word with more notes than vowels holds its vowel through all of them', () => {
  const { part } = writePart([{ words: 'glo-ri-a-a-a', steps: [0, 2, 4, 5, 7], beats: [1, 1, 1, 1, 1] }], {
    voice: 'any',
    tonic: 60,
    secondsPerBeat: 0.5,
  });
  const [phrase] = part.phrases;
  assert.ok(phrase);
  const sung = { ...phrase, words: phrase.words.map((word) => ({ ...word, text: 'gloria' })) };
  const nuclei = findNuclei(evenLine(['gloria']), sung);
  assert.equal(nuclei.length, 3);
  assert.deepEqual(
    nuclei.flatMap((nucleus) => nucleus.notes),
    notesOf(part),
  );
});

/** A studied line in which every sound lasts two frames on one pitch. */
function evenLine(words: string[]): StudiedLine {
  const { symbols, words: places } = layOutSungWords(words, 'american');
  const halves = symbols.length * 4;
  return {
    voice: 'any',
    symbols: symbols.map((symbol, index) => ({ symbol, word: places[index] ?? -1, frames: 2 })),
    secondsPerFrame: 0.025,
    labelLagSeconds: 0.075,
    sampleRate: 24_000,
    pitchHz: new Float32Array(halves).fill(200),
    energy: new Float32Array(halves).fill(6),
  };
}
