// The sandbox's own rule for tokens, stated so that a client's test can count along: see `splitTokens`.
import type { TextMessage } from '../port.ts';

const TOKENS_PER_MESSAGE = 3;

/** A token is a run of letters and digits, or one other visible sign; the white space before it belongs to it. */
export function splitTokens(text: string): string[] {
  return text.match(/\s*(?:[\p{L}\p{N}]+|[^\s\p{L}\p{N}])|\s+$/gu) ?? [];
}

/** A text: its tokens. A chat: the tokens of each message's text, and 3 more for each message. */
export function countSandboxTokens(input: string | readonly TextMessage[]): number {
  if (typeof input === 'string') return splitTokens(input).length;
  return input.reduce((sum, message) => sum + TOKENS_PER_MESSAGE + splitTokens(textOf(message)).length, 0);
}

export function textOf(message: TextMessage): string {
  if (typeof message.content === 'string') return message.content;
  return (message.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}
