// OpenAI's published byte-pair tables, and how a text is cut so that counting its tokens takes linear time.
export interface Encoding {
  encode(text: string, options?: { disallowedSpecial?: Set<string> }): number[];
  decode(tokens: number[]): string;
  countTokens(text: string, options?: { disallowedSpecial?: Set<string> }): number;
}

const OLD_MODELS = /^(gpt-3\.5|gpt-4(?!o|\.1|\.5)|text-embedding)/;

// Special tokens inside a customer's text are counted as plain text.
export const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };
export const SLICE_CHARACTERS = 8_192;
const LONG_RUN_CHARACTERS = 256;
const LONG_RUN = /\S{256}|\s{256}/g;

const loaded = new Map<string, Promise<Encoding>>();

/** Models outside OpenAI's family are counted with o200k_base too: a real tokenizer close to theirs, as documented. */
export function loadEncoding(model: string): Promise<Encoding> {
  const name = OLD_MODELS.test(model) ? 'cl100k_base' : 'o200k_base';
  let encoding = loaded.get(name);
  if (!encoding) {
    // The tables take 50 ms and 20 MB: loaded when first needed, since most upstreams count for themselves.
    encoding =
      name === 'cl100k_base'
        ? import('gpt-tokenizer/encoding/cl100k_base')
        : import('gpt-tokenizer/encoding/o200k_base');
    loaded.set(name, encoding);
  }
  return encoding;
}

export function countWith(encoding: Encoding, text: string): number {
  let tokens = 0;
  for (const piece of cutLongRuns(text)) tokens += encoding.countTokens(piece, PLAIN_TEXT);
  return tokens;
}

/** Cuts before a space, where tokens begin anyway; a text without spaces is cut at the limit. */
export function endOfSlice(text: string, at: number): number {
  const end = at + SLICE_CHARACTERS;
  if (end >= text.length) return text.length;
  // Looks only at the slice: searching the whole text takes quadratic time if it has no space.
  const space = text.slice(at, end + 1).lastIndexOf(' ');
  return space > 0 ? at + space : end;
}

/**
 * Byte-pair merging takes quadratic time in a word's length: a word of 300,000 letters would take minutes, so it counts
 * as several.
 */
export function cutLongRuns(text: string): string[] {
  if (text.length <= LONG_RUN_CHARACTERS) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (const { index } of text.matchAll(LONG_RUN)) {
    pieces.push(text.slice(from, index + LONG_RUN_CHARACTERS));
    from = index + LONG_RUN_CHARACTERS;
  }
  pieces.push(text.slice(from));
  return pieces;
}
