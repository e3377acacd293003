// Roman numerals to chords: "ii7", "bVII", "V7/vi", "Imaj9", "iv6", relative to the tonic, with the genre's own colour.
import { isMinorish, type Key, scaleOf } from './theory.ts';

export type Colour = 'triad' | 'seventh' | 'ninth' | 'power' | 'add9';

export interface Chord {
  /** Pitch class. */
  root: number;
  /** Semitones above the root, ascending, the root included. */
  tones: readonly number[];
  /** Pitch class in the bass where it is not the root. */
  bass?: number;
  name: string;
}

const DEGREES: Record<string, number> = { i: 0, ii: 1, iii: 2, iv: 3, v: 4, vi: 5, vii: 6 };
const ROOT_NAMES = ['C', 'Db', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];

export function parseProgression(text: string, key: Key, colour: Colour): Chord[] {
  return text
    .trim()
    .split(/\s+/)
    .map((numeral) => parseNumeral(numeral, key, colour));
}

function parseNumeral(numeral: string, key: Key, colour: Colour): Chord {
  const [symbol = '', target] = numeral.split('/');
  const home = target ? { tonic: parseNumeral(target, key, 'triad').root, mode: 'major' as const } : key;
  const found = /^([b#]?)([ivIV]+)(.*)$/.exec(symbol);
  const degree = DEGREES[found?.[2]?.toLowerCase() ?? ''];
  if (!found || degree === undefined) throw new RangeError(`"${numeral}" is not a chord.`);
  const isUpper = found[2] === found[2]?.toUpperCase();
  const root = (home.tonic + rootStep(degree, found[1] ?? '', home) + 12) % 12;
  const suffix = found[3] ?? '';
  const tones = tonesOf({ isUpper, suffix, degree }, colour);
  return { root, tones, name: nameChord(root, isUpper, suffix) };
}

// A plain numeral follows the key's own scale; with a flat or sharp it is counted from the major scale, as musicians write it.
function rootStep(degree: number, accidental: string, key: Key): number {
  const major = scaleOf('major')[degree] ?? 0;
  if (accidental === 'b') return major - 1;
  if (accidental === '#') return major + 1;
  const minorVII = isMinorish(key.mode) && degree === 6;
  return minorVII ? 10 : (scaleOf(key.mode)[degree] ?? 0);
}

function tonesOf(
  { isUpper, suffix, degree }: { isUpper: boolean; suffix: string; degree: number },
  colour: Colour,
): number[] {
  if (suffix === '5' || (colour === 'power' && suffix === '')) return [0, 7, 12];
  if (suffix === 'sus4') return [0, 5, 7];
  if (suffix === 'sus2') return [0, 2, 7];
  if (suffix === 'o' || suffix === 'o7') return suffix === 'o7' ? [0, 3, 6, 9] : [0, 3, 6];
  if (suffix === 'ø') return [0, 3, 6, 10];
  if (suffix === '+') return [0, 4, 8];
  const third = isUpper ? 4 : 3;
  const base = [0, third, 7];
  if (suffix === 'maj7') return [...base, 11];
  if (suffix === 'maj9') return [...base, 11, 14];
  if (suffix === '7') return [...base, 10];
  if (suffix === '9') return [...base, 10, 14];
  if (suffix === '13') return [0, 4, 10, 14, 21];
  if (suffix === '6') return [...base, 9];
  if (suffix === '69') return [...base, 9, 14];
  if (suffix === 'add9') return [0, third, 7, 14];
  if (suffix === '7b9') return [0, 4, 7, 10, 13];
  return colourBase(base, { isUpper, degree }, colour);
}

function colourBase(
  base: number[],
  { isUpper, degree }: { isUpper: boolean; degree: number },
  colour: Colour,
): number[] {
  if (colour === 'triad') return base;
  if (colour === 'add9') return [...base, 14];
  const seventh = isUpper && degree !== 4 ? 11 : 10;
  return colour === 'seventh' ? [...base, seventh] : [...base, seventh, 14];
}

function nameChord(root: number, isUpper: boolean, suffix: string): string {
  return `${ROOT_NAMES[root]}${isUpper ? '' : 'm'}${suffix}`;
}

/** The chord's pitch classes, strongest first. */
export function pitchClasses(chord: Chord): number[] {
  return chord.tones.map((tone) => (chord.root + tone) % 12);
}

export function transposeChord(chord: Chord, semitones: number): Chord {
  const root = (chord.root + semitones + 12) % 12;
  return { ...chord, root };
}
