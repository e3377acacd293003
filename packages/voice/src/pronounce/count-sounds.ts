// Counts the sounds of words, to estimate the speaking time before synthesis.
import { isMark } from '../kokoro/symbols.ts';
import { dialectOf } from '../kokoro/voices.ts';

/** The dictionary is large, so it is read on the first call, not when the package is loaded. */
export async function countSounds(words: readonly string[], voice: string): Promise<number[]> {
  const { pronounceText } = await import('./pronounce.ts');
  return words.map((word) =>
    pronounceText(word, dialectOf(voice)).reduce(
      (sum, { ipa }) => sum + [...ipa].filter((letter) => !isMark(letter)).length,
      0,
    ),
  );
}
