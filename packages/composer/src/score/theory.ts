// Keys and modes: names that people write, turned into pitch classes.
export type Mode = 'major' | 'minor' | 'dorian' | 'mixolydian' | 'phrygian' | 'lydian';

export interface Key {
  /** Pitch class of the tonic, 0 is C. */
  tonic: number;
  mode: Mode;
}

const MODE_STEPS: Record<Mode, readonly number[]> = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
  lydian: [0, 2, 4, 6, 7, 9, 11],
};

const LETTERS: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11, h: 11 };
const SHARP_NAMES = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];
const MODE_WORDS: Record<string, Mode> = {
  '': 'major',
  maj: 'major',
  major: 'major',
  dur: 'major',
  m: 'minor',
  min: 'minor',
  minor: 'minor',
  moll: 'minor',
  dorian: 'dorian',
  mixolydian: 'mixolydian',
  phrygian: 'phrygian',
  lydian: 'lydian',
};

export function scaleOf(mode: Mode): readonly number[] {
  return MODE_STEPS[mode];
}

export function isMinorish(mode: Mode): boolean {
  return MODE_STEPS[mode][2] === 3;
}

/** Reads "A minor", "F# dorian", "Bbm", "C"; undefined where it is none of these. */
export function parseKey(text: string): Key | undefined {
  const found = /^\s*([a-h])\s*(#|♯|b|♭|-?sharp|-?flat)?\s*-?\s*([a-z]*)\s*$/i.exec(text);
  if (!found?.[1]) return undefined;
  const letter = LETTERS[found[1].toLowerCase()];
  const word = found[3] ?? '';
  const mode = word === 'M' ? 'major' : MODE_WORDS[word.toLowerCase()];
  if (letter === undefined || mode === undefined) return undefined;
  return { tonic: (letter + accidentalOf(found[2]) + 12) % 12, mode };
}

export function nameKey(key: Key): string {
  return `${SHARP_NAMES[key.tonic]} ${key.mode}`;
}

/** Pitch class → is it in the scale of this key. */
export function scaleMembers(key: Key): boolean[] {
  const members = new Array<boolean>(12).fill(false);
  for (const step of MODE_STEPS[key.mode]) members[(key.tonic + step) % 12] = true;
  return members;
}

function accidentalOf(sign: string | undefined): number {
  if (!sign) return 0;
  return /#|♯|sharp/i.test(sign) ? 1 : -1;
}
