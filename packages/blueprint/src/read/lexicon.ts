// What the engine knows of the world: the things people keep records of, with fields, companions and examples.
import { HOME_LEXICON } from './lexicon-home.ts';
import { WORK_LEXICON } from './lexicon-work.ts';

export interface Known {
  /** Words that name it, singular. */
  words: string[];
  icon: string;
  /** In the notation of fields.ts. */
  fields: string[];
  names: string[];
  /** Things that usually come along, by their first word. */
  along?: string[];
  hue?: number;
}

export const LEXICON: readonly Known[] = [...HOME_LEXICON, ...WORK_LEXICON];

export function knownFor(words: string): Known | undefined {
  const wanted = words.toLowerCase();
  return (
    LEXICON.find((known) => known.words[0] === wanted) ??
    LEXICON.find((known) => known.words.includes(wanted)) ??
    LEXICON.find((known) => known.words.includes(wanted.split(' ').at(-1) ?? ''))
  );
}
