// One line that every voice sings for its preview, written where that voice is comfortable.
import type { Scansion, SingingVoice, SungWord, VocalPart } from '../vocal-part.ts';

const LINE = 'Sing with me tonight until the morning light';
/** Steps of the major scale above the line's lowest note. */
const TUNE = [0, 4, 7, 5, 7, 9, 7, 4, 5, 4, 0];
const NOTE_SECONDS = 0.42;
const START_SECONDS = 0.25;
const TAIL_SECONDS = 0.8;

export function writePreview(voice: SingingVoice, scansion: Scansion): { part: VocalPart; seconds: number } {
  const low = Math.round(voice.range.low + (voice.range.high - voice.range.low) * 0.3);
  let count = 0;
  const words = scansion.scan(LINE).map(
    (word): SungWord => ({
      text: word.text,
      syllables: word.syllables.map((syllable) => {
        const startSeconds = START_SECONDS + count * NOTE_SECONDS;
        const midi = low + (TUNE[count % TUNE.length] ?? 0);
        count += 1;
        return {
          ...syllable,
          notes: [{ midi, startSeconds, endSeconds: startSeconds + NOTE_SECONDS * 0.96, velocity: 0.8 }],
        };
      }),
    }),
  );
  const endSeconds = START_SECONDS + count * NOTE_SECONDS;
  const phrase = { startSeconds: START_SECONDS, endSeconds, text: LINE, words };
  return { part: { voice: voice.id, role: 'lead', phrases: [phrase] }, seconds: endSeconds + TAIL_SECONDS };
}
