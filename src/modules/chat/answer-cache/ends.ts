// Reads how an answer ended in its own dialect: an answer that was cut off, refused or filtered is not given to anyone again.
import type { NativeDialect } from '../../../engines/text/port.ts';

/** Inside of a string of JSON the quotes are escaped, so that no text that a model writes looks like one of these. */
const CHAT = /"finish_reason"\s*:\s*"(\w+)"/g;
const NATIVE: Readonly<Record<NativeDialect, { body: RegExp; frames: RegExp }>> = {
  messages: { body: /"stop_reason"\s*:\s*"(\w+)"/g, frames: /"stop_reason"\s*:\s*"(\w+)"/g },
  gemini: { body: /"(?:finish|block)Reason"\s*:\s*"(\w+)"/g, frames: /"(?:finish|block)Reason"\s*:\s*"(\w+)"/g },
  responses: { body: /"status"\s*:\s*"(\w+)"/g, frames: /"type"\s*:\s*"response\.(completed|incomplete|failed)"/g },
};

const WELL = new Set([
  'stop',
  'tool_calls',
  'function_call',
  'end_turn',
  'stop_sequence',
  'tool_use',
  'STOP',
  'completed',
]);
/** Ended by a limit. If the call named it, its answer is as long as it was asked to be. */
const LIMITED = new Set(['length', 'max_tokens', 'MAX_TOKENS']);

export function endsOf(content: string, kind: 'reply' | 'stream', dialect: NativeDialect | undefined): string[] {
  const pattern = dialect ? NATIVE[dialect][kind === 'reply' ? 'body' : 'frames'] : CHAT;
  return [...content.matchAll(pattern)].map(([, end = '']) => end);
}

export function hasEndedWell(ends: readonly string[], call: { choices: number; hasLimit: boolean }): boolean {
  return ends.length >= call.choices && ends.every((end) => WELL.has(end) || (call.hasLimit && LIMITED.has(end)));
}
