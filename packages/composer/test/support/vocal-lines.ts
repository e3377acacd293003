// Writes small vocal parts for tests: lines of words on a melody of scale steps, one note for each syllable.
import type { SungNote, VocalPart, VocalPhrase } from '../../src/vocal-part.ts';

export interface WrittenLine {
  /** Hyphens mark syllables: "twin-kle lit-tle star". */
  words: string;
  /** Semitones above the tonic, one for each syllable. */
  steps: number[];
  /** Beats, one for each syllable. */
  beats: number[];
}

export const LULLABY: readonly WrittenLine[] = [
  { words: 'twin-kle twin-kle lit-tle star', steps: [0, 0, 7, 7, 9, 9, 7], beats: [1, 1, 1, 1, 1, 1, 2] },
  { words: 'how I won-der what you are', steps: [5, 5, 4, 4, 2, 2, 0], beats: [1, 1, 1, 1, 1, 1, 2] },
  { words: 'walk with me to the riv-er side', steps: [7, 7, 5, 5, 4, 4, 4, 2], beats: [1, 1, 1, 0.5, 0.5, 1, 1, 2] },
  {
    words: 'we are dan-cing in the gold-en light',
    steps: [0, 2, 4, 5, 7, 5, 4, 2, 0],
    beats: [1, 1, 1, 1, 0.5, 0.5, 1, 1, 2],
  },
  {
    words: 'hold my hand and ne-ver let me go',
    steps: [4, 4, 7, 7, 9, 7, 5, 4, 0],
    beats: [1, 1, 1, 1, 1, 1, 1, 1, 2],
  },
  {
    words: 'ev-ery morn-ing brings a bright-er day',
    steps: [7, 7, 9, 9, 7, 5, 4, 2, 0],
    beats: [1, 1, 1, 1, 1, 1, 1, 1, 2],
  },
];

export interface Tune {
  voice: string;
  tonic: number;
  secondsPerBeat: number;
  role?: VocalPart['role'];
}

export function writePart(
  lines: readonly WrittenLine[],
  tune: Tune,
): { part: VocalPart; totalSeconds: number; words: string } {
  let seconds = 0.5;
  const phrases = lines.map((line) => {
    const phrase = writePhrase(line, tune, seconds);
    seconds = phrase.endSeconds + 2 * tune.secondsPerBeat;
    return phrase;
  });
  const part: VocalPart = { voice: tune.voice, role: tune.role ?? 'lead', phrases };
  return { part, totalSeconds: seconds, words: lines.map((line) => line.words.replaceAll('-', '')).join(' ') };
}

export function notesOf(part: VocalPart): SungNote[] {
  return part.phrases.flatMap((phrase) =>
    phrase.words.flatMap((word) => word.syllables.flatMap((syllable) => syllable.notes)),
  );
}

function writePhrase(line: WrittenLine, tune: Tune, startSeconds: number): VocalPhrase {
  let at = startSeconds;
  let index = 0;
  const words = line.words.split(' ').map((word) => {
    const syllables = word.split('-').map((text) => {
      const length = (line.beats[index] ?? 1) * tune.secondsPerBeat;
      const note = {
        midi: tune.tonic + (line.steps[index] ?? 0),
        startSeconds: at,
        endSeconds: at + length,
        velocity: 0.8,
      };
      at += length;
      index += 1;
      return { text, stress: 1 as const, notes: [note] };
    });
    return { text: word.replaceAll('-', ''), syllables };
  });
  return { startSeconds, endSeconds: at, text: words.map((word) => word.text).join(' '), words };
}
