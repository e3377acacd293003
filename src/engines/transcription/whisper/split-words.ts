// Joins tokens to words: whole characters first, then up to the next space; punctuation stays with the word before it.

export interface TokenWord {
  text: string;
  /** Index of its first token, and of the first token after it. */
  from: number;
  to: number;
}

const WITHOUT_SPACES = new Set(['zh', 'ja', 'th', 'lo', 'my', 'yue']);
const PUNCTUATION = /^[\p{P}\p{S}]+$/u;

export function splitWords(
  tokens: readonly number[],
  decode: (tokens: number[]) => string,
  language: string,
): TokenWord[] {
  const words: TokenWord[] = [];
  for (const piece of wholeCharacters(tokens, decode)) {
    const last = words.at(-1);
    const startsWord = WITHOUT_SPACES.has(language) || piece.text.startsWith(' ');
    if (last && (!startsWord || PUNCTUATION.test(piece.text.trim()))) {
      last.text += piece.text;
      last.to = piece.to;
    } else words.push(piece);
  }
  return words;
}

/** A character may take several tokens; a part of one decodes to the replacement character. */
function wholeCharacters(tokens: readonly number[], decode: (tokens: number[]) => string): TokenWord[] {
  const pieces: TokenWord[] = [];
  let from = 0;
  for (let to = 1; to <= tokens.length; to += 1) {
    const text = decode(tokens.slice(from, to));
    if (text.includes('\uFFFD') && to < tokens.length) continue;
    pieces.push({ text, from, to });
    from = to;
  }
  return pieces;
}
