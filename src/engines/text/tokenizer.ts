// Counts tokens with the byte-pair tables that OpenAI publishes, for upstreams that report no usage.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ContentPart, TextMessage } from './port.ts';

interface Encoding {
  encode(text: string, options?: { disallowedSpecial?: Set<string> }): number[];
  decode(tokens: number[]): string;
  countTokens(text: string, options?: { disallowedSpecial?: Set<string> }): number;
}

const OLD_MODELS = /^(gpt-3\.5|gpt-4(?!o|\.1|\.5)|text-embedding)/;
// OpenAI's cookbook gives these numbers for the wrapping of one message, and for the start of the answer.
const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_REPLY = 3;
// OpenAI's low-detail price of an image; exact numbers come with the upstream's own usage.
const TOKENS_PER_IMAGE = 85;

// Special tokens inside a client's text are counted as plain text.
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };
const SLICE_CHARACTERS = 8_192;
const LONG_RUN_CHARACTERS = 256;
const LONG_RUN = /\S{256}|\s{256}/g;

const loaded = new Map<string, Promise<Encoding>>();

/** Models outside OpenAI's family are also counted with o200k_base: a real tokenizer close to theirs, and documented as such. */
export function loadEncoding(model: string): Promise<Encoding> {
  const name = OLD_MODELS.test(model) ? 'cl100k_base' : 'o200k_base';
  let encoding = loaded.get(name);
  if (!encoding) {
    // The tables take 50 ms and 20 MB: loaded on first use, since most upstreams report usage themselves.
    encoding =
      name === 'cl100k_base'
        ? import('gpt-tokenizer/encoding/cl100k_base')
        : import('gpt-tokenizer/encoding/o200k_base');
    loaded.set(name, encoding);
  }
  return encoding;
}

/** Long texts are counted slice by slice, and other requests get a turn between two slices. */
export async function countText(model: string, text: string): Promise<number> {
  if (text.length === 0) return 0;
  const encoding = await loadEncoding(model);
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfSlice(text, at);
    tokens += countWith(encoding, text.slice(at, end));
    at = end;
    if (at < text.length) await nextTurn();
  }
  return tokens;
}

/** The longest start of a text with at most this many tokens. */
export async function cutToTokens(
  model: string,
  text: string,
  limit: number,
): Promise<{ text: string; tokens: number }> {
  const encoding = await loadEncoding(model);
  let tokens = 0;
  for (let at = 0; at < text.length && tokens < limit; ) {
    const end = endOfSlice(text, at);
    for (const piece of cutLongRuns(text.slice(at, end))) {
      const encoded = encoding.encode(piece, PLAIN_TEXT);
      if (tokens + encoded.length > limit) {
        // A cut through a character leaves a part of it, which is dropped.
        const part = encoding.decode(encoded.slice(0, limit - tokens)).replace(/\uFFFD+$/, '');
        return { text: text.slice(0, at) + part, tokens: limit };
      }
      tokens += encoded.length;
      at += piece.length;
    }
    if (at < text.length) await nextTurn();
    if (tokens >= limit) return { text: text.slice(0, at), tokens };
  }
  return limit <= 0 ? { text: '', tokens: 0 } : { text, tokens };
}

export function countWith(encoding: Encoding, text: string): number {
  let tokens = 0;
  for (const piece of cutLongRuns(text)) tokens += encoding.countTokens(piece, PLAIN_TEXT);
  return tokens;
}

/** Cuts before a space, where tokens begin anyway; text without spaces is cut anywhere. */
function endOfSlice(text: string, at: number): number {
  const end = at + SLICE_CHARACTERS;
  if (end >= text.length) return text.length;
  const space = text.lastIndexOf(' ', end);
  return space > at ? space : end;
}

/** Byte-pair merging takes the square of a word's length: 300,000 letters would take minutes, so a long word counts as several. */
function cutLongRuns(text: string): string[] {
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

export async function countMessages(model: string, messages: readonly TextMessage[]): Promise<number> {
  let tokens = TOKENS_PER_REPLY;
  for (const message of messages) {
    tokens +=
      TOKENS_PER_MESSAGE + (await countText(model, message.role)) + (await countContent(model, message.content));
    if (message.name) tokens += 1 + (await countText(model, message.name));
    for (const { function: called } of message.tool_calls ?? []) {
      tokens += (await countText(model, called.name)) + (await countText(model, called.arguments));
    }
  }
  return tokens;
}

async function countContent(model: string, content: string | ContentPart[] | null): Promise<number> {
  if (content === null) return 0;
  if (typeof content === 'string') return countText(model, content);
  let tokens = 0;
  for (const part of content) tokens += part.type === 'text' ? await countText(model, part.text) : TOKENS_PER_IMAGE;
  return tokens;
}
