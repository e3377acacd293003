// Counts tokens with the byte-pair tables that OpenAI publishes, for upstreams that do not say how many they used.
import type { ContentPart, TextMessage } from './port.ts';

interface Encoding {
  countTokens(text: string): number;
}

const OLD_MODELS = /^(gpt-3\.5|gpt-4(?!o|\.1|\.5)|text-embedding)/;
// What OpenAI's cookbook gives for the wrapping of one message, and for the start of the answer.
const TOKENS_PER_MESSAGE = 3;
const TOKENS_PER_REPLY = 3;
// The low-detail price of a picture at OpenAI; exact numbers come with the upstream's own usage.
const TOKENS_PER_IMAGE = 85;

const loaded = new Map<string, Promise<Encoding>>();

/** Models outside OpenAI's family are counted with o200k_base too: a real tokenizer near theirs, and documented as such. */
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

export async function countText(model: string, text: string): Promise<number> {
  if (text.length === 0) return 0;
  const encoding = await loadEncoding(model);
  return countWith(encoding, text);
}

export function countWith(encoding: Encoding, text: string): number {
  // Special tokens inside a customer's text are plain text to us.
  return (encoding.countTokens as (text: string, options: object) => number)(text, { disallowedSpecial: new Set() });
}

export async function countMessages(model: string, messages: readonly TextMessage[]): Promise<number> {
  const encoding = await loadEncoding(model);
  let tokens = TOKENS_PER_REPLY;
  for (const message of messages) {
    tokens += TOKENS_PER_MESSAGE + countWith(encoding, message.role) + countContent(encoding, message.content);
    if (message.name) tokens += 1 + countWith(encoding, message.name);
    for (const call of message.tool_calls ?? []) {
      tokens += countWith(encoding, call.function.name) + countWith(encoding, call.function.arguments);
    }
  }
  return tokens;
}

function countContent(encoding: Encoding, content: string | ContentPart[] | null): number {
  if (content === null) return 0;
  if (typeof content === 'string') return countWith(encoding, content);
  let tokens = 0;
  for (const part of content) tokens += part.type === 'text' ? countWith(encoding, part.text) : TOKENS_PER_IMAGE;
  return tokens;
}
