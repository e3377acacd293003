// Finds the vowel that carries each sung syllable of a line, and the notes it is sung on.
import type { StudiedLine } from '@atelier/voice';
import type { SungNote, VocalPhrase } from '../vocal-part.ts';
import { isStressMark, isVowel } from './sounds.ts';

export interface Nucleus {
  /** Among the line's symbols: the vowel begins with its stress mark. */
  first: number;
  vowel: number;
  notes: SungNote[];
}

/** Dictionary and melody agree on syllables for nearly every word; where they do not, notes or vowels are shared out in order. */
export function findNuclei(line: StudiedLine, phrase: VocalPhrase): Nucleus[] {
  return phrase.words.flatMap((word, wordIndex) => {
    const vowels = line.symbols.flatMap((one, index) => (one.word === wordIndex && isVowel(one.symbol) ? [index] : []));
    const syllables = word.syllables.filter((syllable) => syllable.notes.length > 0);
    const groups = Math.min(vowels.length, syllables.length);
    return Array.from({ length: groups }, (_one, group) => {
      const notes = shareOf(syllables, group, groups).flatMap((syllable) => syllable.notes);
      const vowel = shareOf(vowels, group, groups)[0] ?? 0;
      return { first: isStressMark(line.symbols[vowel - 1]?.symbol ?? '') ? vowel - 1 : vowel, vowel, notes };
    });
  });
}

/** A syllable is spoken on its longest note. */
export function guideHertz(nucleus: Nucleus): number {
  const lengthOf = (note: SungNote): number => note.endSeconds - note.startSeconds;
  const longest = nucleus.notes.reduce((best, note) => (lengthOf(note) > lengthOf(best) ? note : best));
  return 440 * 2 ** ((longest.midi - 69) / 12);
}

function shareOf<T>(items: readonly T[], group: number, groups: number): T[] {
  return items.filter((_one, index) => Math.floor((index * groups) / items.length) === group);
}
