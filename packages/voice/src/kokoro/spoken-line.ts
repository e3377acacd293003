// Lays out a line of speech as the network's symbols, and reads times back from the lengths it chose.

import type { Dialect } from '../pronounce/arpabet.ts';
import { type PronouncedWord, pronounceText, pronounceWord } from '../pronounce/pronounce.ts';
import type { TimedPhoneme } from '../speech.ts';
import { EDGE, isMark, numberOfSymbol } from './symbols.ts';

export interface LaidOutLine {
  symbols: string[];
  /** The word each symbol belongs to; −1 for edges, spaces and punctuation. */
  words: number[];
}

// Beyond this length the voices run out of breath; the network's own limit is 510.
const LONGEST_LINE = 220;

/** Breath groups of a text, cut at sentence ends first, then at commas, then at words. */
export function layOutText(text: string, dialect: Dialect): LaidOutLine[] {
  const lines: LaidOutLine[] = [];
  let open: PronouncedWord[] = [];
  const lengthOf = (words: readonly PronouncedWord[]): number =>
    words.reduce((sum, word) => sum + word.ipa.length + 2, 0);
  const close = (): void => {
    if (open.length > 0) lines.push(layOutWords(open));
    open = [];
  };
  for (const word of pronounceText(text, dialect)) {
    if (lengthOf(open) + word.ipa.length > LONGEST_LINE) close();
    open.push(word);
    const isSentenceEnd = /[.!?…]/.test(word.punctuation);
    const isClauseEnd = /[,;:—]/.test(word.punctuation);
    if ((isSentenceEnd && lengthOf(open) > LONGEST_LINE / 4) || (isClauseEnd && lengthOf(open) > LONGEST_LINE / 2))
      close();
  }
  close();
  return lines;
}

// Spoken after the last sung word and then cut off, because the voices drop and creak in a line's last word.
const CARRIER = 'ænd ðˈɛn.';

/** A sung line: exactly the given words, whatever each of them is made of, and the carrier outside all words. */
export function layOutSungWords(words: readonly string[], dialect: Dialect): LaidOutLine {
  const line = layOutWords(words.map((word) => ({ ipa: pronounceWord(word, dialect), punctuation: '' })));
  const carrier = [' ', ...CARRIER];
  line.symbols.splice(-1, 0, ...carrier);
  line.words.splice(-1, 0, ...carrier.map(() => -1));
  return line;
}

export function numbersOf(line: LaidOutLine): number[] {
  return line.symbols.map((symbol) => numberOfSymbol(symbol) ?? 0);
}

/** A stress mark counts to the sound after it; a space to the sound before it; punctuation and edges are pauses. */
export function timePhonemes(
  line: LaidOutLine,
  frames: readonly number[],
  { secondsPerFrame, offset }: { secondsPerFrame: number; offset: number },
): TimedPhoneme[] {
  const phonemes: TimedPhoneme[] = [];
  let at = 0;
  let openedAt: number | undefined;
  line.symbols.forEach((symbol, index) => {
    const start = at;
    at += (frames[index] ?? 0) * secondsPerFrame;
    const last = phonemes.at(-1);
    if (symbol === 'ˈ' || symbol === 'ˌ') openedAt = start;
    else if (isMark(symbol) && last) last.endSeconds = at + offset;
    else if ((line.words[index] ?? -1) >= 0) {
      phonemes.push({ symbol, startSeconds: Math.max(0, (openedAt ?? start) + offset), endSeconds: at + offset });
      openedAt = undefined;
    }
  });
  return phonemes;
}

function layOutWords(words: readonly PronouncedWord[]): LaidOutLine {
  const line: LaidOutLine = { symbols: [EDGE], words: [-1] };
  words.forEach((word, index) => {
    if (index > 0) push(line, ' ', -1);
    for (const letter of word.ipa) if (numberOfSymbol(letter) !== undefined) push(line, letter, index);
    if (word.punctuation) push(line, word.punctuation, -1);
  });
  push(line, EDGE, -1);
  return line;
}

function push(line: LaidOutLine, symbol: string, word: number): void {
  line.symbols.push(symbol);
  line.words.push(word);
}
