// The engine's lexicon: entities with fields, companions and examples.
import type { Known } from './known.ts';
import { HOME_LEXICON } from './lexicon-home.ts';
import { WORK_LEXICON } from './lexicon-work.ts';

export const LEXICON: readonly Known[] = [...HOME_LEXICON, ...WORK_LEXICON];

export function knownFor(words: string): Known | undefined {
  const wanted = words.toLowerCase();
  return (
    LEXICON.find((known) => known.words[0] === wanted) ??
    LEXICON.find((known) => known.words.includes(wanted)) ??
    LEXICON.find((known) => known.words.includes(wanted.split(' ').at(-1) ?? ''))
  );
}
