// The sandbox's own token rule, documented so that a client's test can count tokens too: see `splitTokens`.
import type { TextMessage } from '../port.ts';

const TOKENS_PER_MESSAGE = 3;

const TOKEN = /\s*(?:[\p{L}\p{N}]+|[^\s\p{L}\p{N}])|\s+$/gu;

/** A token is a run of letters and digits, or one other visible character, together with the white space before it. */
export function splitTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

/** For text: its tokens. For a chat: the tokens of each message's text, plus 3 per message. Stops counting above `most`. */
export function countSandboxTokens(
  input: string | readonly TextMessage[],
  most: number = Number.POSITIVE_INFINITY,
): number {
  if (typeof input === 'string') return countText(input, most);
  let tokens = 0;
  for (const message of input) {
    tokens += TOKENS_PER_MESSAGE + countText(textOf(message), most - tokens);
    if (tokens > most) break;
  }
  return tokens;
}

function countText(text: string, most: number): number {
  let tokens = 0;
  for (const _ of text.matchAll(TOKEN)) {
    tokens += 1;
    if (tokens > most) break;
  }
  return tokens;
}

export function textOf(message: TextMessage): string {
  if (typeof message.content === 'string') return message.content;
  return (message.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}
