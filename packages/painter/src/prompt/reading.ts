// The state of reading a prompt, and how phrases are matched with what the painter knows.
import type { Kind, Pose } from '../subjects/kind.ts';
import { kindNamed, undoubled, wordSoundingLike } from '../subjects/registry.ts';
import { isColour, PATTERNS, SHADES, SIZES, STUFFS } from './adjectives.ts';
import type { Relation, SceneDescription, SceneSubject } from './scene.ts';
import { baseForm } from './tokens.ts';

interface Pending {
  count?: number;
  colours: string[];
  shade: number;
  size: number;
  finish?: NonNullable<SceneSubject['finish']>;
  pattern?: NonNullable<SceneSubject['pattern']>;
  airborne: boolean;
  pose?: Pose;
  old?: boolean;
}
export interface Reading {
  scene: SceneDescription;
  pending: Pending;
  /** The relation between the subjects before (a list) and the next noun. */
  relation?: { kind: Relation; reverse: boolean; from: number[] };
  /** Subjects since the last relation: "a cat and a dog on …" share it. */
  list: number[];
  placeFrom?: Relation;
}
export function nothingPending(): Pending {
  return { colours: [], shade: 0, size: 1, airborne: false };
}
export function nounFollows(words: readonly string[], from: number): boolean {
  for (let at = from; at < Math.min(words.length, from + 4); at++) {
    if (nounPhrase(words, at)) return true;
    const word = words[at] ?? '';
    if (/^(sky|background|wall|grass|water|clouds?|sea|light|mountains?|hills?)$/.test(word)) return true;
    if (
      !isColour(word) &&
      !Object.hasOwn(STUFFS, word) &&
      !Object.hasOwn(SIZES, word) &&
      !Object.hasOwn(PATTERNS, word) &&
      !Object.hasOwn(SHADES, word) &&
      word !== 'and'
    )
      return false;
    if (word === 'and' && !isColour(words[at + 1] ?? '')) return false;
  }
  return false;
}
/** The corrected form of a word with a doubled or missing double letter: "squirrell", "racoon". */
export function spelled(word: string): string {
  if (word.length < SHORTEST_MISSPELLED || kindNamed(word) || kindNamed(baseForm(word))) return word;
  return wordSoundingLike(undoubled(word)) ?? word;
}
const SHORTEST_MISSPELLED = 6;

export function nounPhrase(words: readonly string[], at: number): { kind: Kind; taken: number } | undefined {
  for (const taken of [3, 2, 1]) {
    const slice = words.slice(at, at + taken);
    if (slice.length < taken) continue;
    const phrase = [...slice.slice(0, -1), baseForm(slice.at(-1) ?? '')].join(' ');
    const kind = kindNamed(phrase) ?? kindNamed(slice.join(' '));
    if (kind) return { kind, taken };
  }
  return undefined;
}
export function settingAt<T>(
  table: Readonly<Record<string, T>>,
  words: readonly string[],
  at: number,
): { value: T; taken: number } | undefined {
  for (const taken of [3, 2, 1]) {
    const slice = words.slice(at, at + taken);
    if (slice.length < taken) continue;
    for (const phrase of [slice.join(' '), [...slice.slice(0, -1), baseForm(slice.at(-1) ?? '')].join(' ')]) {
      const value = Object.hasOwn(table, phrase) ? table[phrase] : undefined;
      if (value !== undefined) return { value, taken };
    }
  }
  return undefined;
}
