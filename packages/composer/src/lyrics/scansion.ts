// Scans a line of lyrics: its words, their syllables and which of them are stressed.
import type { ScannedWord, Scansion, Stress } from '../vocal-part.ts';
import { plainWord, stressesOf } from './pronunciations.ts';
import { guessSyllableCount, splitLetters } from './syllable-letters.ts';

// Function words are sung without stress, whatever the dictionary says.
const LIGHT = new Set(
  'a an the and or but of to in on at by for from with as is am are was were be my your his her our their i you he she we they me him us them it if so'.split(
    ' ',
  ),
);

export class DictionaryScansion implements Scansion {
  scan(line: string): ScannedWord[] {
    return line
      .replace(/\([^)]*\)/g, (aside) => aside.slice(1, -1))
      .split(/[\s—–]+/)
      .flatMap((text) => splitHyphens(text))
      .filter((text) => /[\p{L}\p{N}]/u.test(text))
      .map(scanWord);
  }
}

export function countSyllables(line: string): number {
  return new DictionaryScansion().scan(line).reduce((sum, word) => sum + word.syllables.length, 0);
}

function scanWord(text: string): ScannedWord {
  const plain = plainWord(text);
  const stresses = stressesOf(plain) ?? guessStresses(plain);
  const pieces = splitLetters(text, stresses.length);
  const isLight = stresses.length === 1 && LIGHT.has(plain);
  return {
    text,
    syllables: pieces.map((piece, index) => ({ text: piece, stress: isLight ? 0 : (stresses[index] ?? 0) })),
  };
}

function guessStresses(word: string): Stress[] {
  const digits = word.replace(/\D/g, '').length;
  const count = Math.max(1, digits > 0 ? digits : guessSyllableCount(word));
  return Array.from({ length: count }, (_one, index): Stress => (index === 0 ? 1 : 0));
}

/** "heart-shaped" is two words to a singer; "o-o-oh" stays one. */
function splitHyphens(text: string): string[] {
  const parts = text.split('-').filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => part.length > 2) ? parts : [text];
}
