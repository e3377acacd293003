// Counts tokens for upstreams that do not report their usage: long texts in a thread, off the event loop.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CallThread } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import { countWith, cutLongRuns, endOfSlice, loadEncoding, PLAIN_TEXT, SLICE_CHARACTERS } from './encoding.ts';
import type { TextMessage, TextOrder } from './port.ts';

export interface LongTexts {
  model: string;
  texts: readonly string[];
}

// From OpenAI's cookbook: the tokens around one message, and at the start of the answer.
const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_REPLY = 3;
// OpenAI's low-detail price of an image; exact numbers come with the upstream's own usage.
const TOKENS_PER_IMAGE = 85;

const thread = new CallThread<LongTexts, number>(
  new URL('./token-thread.ts', import.meta.url),
  () => new ServiceError('engine_failed', 'The tokens of this call could not be counted. Try again.'),
);

export async function countMessages(model: string, messages: readonly TextMessage[]): Promise<number> {
  let tokens = TOKENS_PER_REPLY;
  const texts: string[] = [];
  for (const { role, content, name, tool_calls: calls, tool_call_id: callId } of messages) {
    tokens += TOKENS_PER_MESSAGE + (name ? 1 : 0);
    texts.push(role, name ?? '', callId ?? '');
    if (typeof content === 'string') texts.push(content);
    else
      for (const part of content ?? [])
        if (part.type === 'text') texts.push(part.text);
        else tokens += TOKENS_PER_IMAGE;
    for (const { function: called } of calls ?? []) texts.push(called.name, called.arguments);
  }
  return tokens + (await countTexts(model, texts));
}

/** The parts of an order that a prompt contains besides its messages. */
export type PromptShape = Pick<TextOrder, 'tools' | 'responseFormat'>;

/** Tools and schemas count as their JSON: each server writes them into the prompt in its own way. */
export async function countPrompt(
  model: string,
  input: string | readonly TextMessage[],
  { tools, responseFormat }: PromptShape = {},
): Promise<number> {
  const said = typeof input === 'string' ? await countText(model, input) : await countMessages(model, input);
  const schema = responseFormat?.type === 'json_schema' ? responseFormat : undefined;
  return tools?.length || schema ? said + (await countText(model, JSON.stringify([tools, schema]))) : said;
}

export function countText(model: string, text: string): Promise<number> {
  return countTexts(model, [text]);
}

/** Short texts are counted here: that takes less time than a message to the thread. */
async function countTexts(model: string, texts: readonly string[]): Promise<number> {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  if (characters === 0) return 0;
  if (characters > SLICE_CHARACTERS) return thread.call({ model, texts });
  const encoding = await loadEncoding(model);
  return texts.reduce((sum, text) => sum + countWith(encoding, text), 0);
}

/** The start of a text, with at most `limit` tokens. */
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
        // A cut through a character leaves half of it, which is dropped.
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
