// The CMU dictionary's entry for a word: its syllables with their stress, and its rhyming sound.
import { createRequire } from 'node:module';
import type { Stress } from '../vocal-part.ts';

const require = createRequire(import.meta.url);
let loaded: Record<string, string> | undefined;

/** Loaded with the first word, because it takes 60 MB, which a service without singing does not need. */
function entryOf(word: string): string | undefined {
  loaded ??= (require('cmu-pronouncing-dictionary') as { dictionary: Record<string, string> }).dictionary;
  return Object.hasOwn(loaded, word) ? loaded[word] : undefined;
}

export function phonesOf(word: string): string[] | undefined {
  return entryOf(plainWord(word))?.split(' #')[0]?.split(' ');
}

/** Stress of each syllable, or undefined for a word that the dictionary does not know. */
export function stressesOf(word: string): Stress[] | undefined {
  return phonesOf(word)?.flatMap((phone) => {
    const digit = phone.at(-1);
    return digit === '0' ? [0 as const] : digit === '1' ? [1 as const] : digit === '2' ? [2 as const] : [];
  });
}

/** From the last stressed vowel to the end: "delight" and "night" share AY T. */
function rhymeSound(word: string): string | undefined {
  const phones = phonesOf(word);
  if (!phones) return undefined;
  const stressed = phones.findLastIndex((phone) => /[12]$/.test(phone));
  const from = stressed >= 0 ? stressed : phones.findLastIndex((phone) => /\d$/.test(phone));
  return phones
    .slice(Math.max(0, from))
    .map((phone) => phone.replace(/\d$/, ''))
    .join(' ');
}

export function rhymes(first: string, second: string): boolean {
  const sound = rhymeSound(first);
  return sound !== undefined && sound === rhymeSound(second) && plainWord(first) !== plainWord(second);
}

export function plainWord(word: string): string {
  return word
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/^[^a-z0-9']+|[^a-z0-9']+$/g, '')
    .replace(/^'+|'+$/g, '');
}

export function lastWordOf(line: string): string {
  return plainWord(
    line
      .trim()
      .split(/[\s-]+/)
      .at(-1) ?? '',
  );
}
