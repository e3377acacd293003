// Chat models begin a new message; this asks for the rest of a message that the caller began.
import type { Message } from '../message-schema.ts';
import { cameFrom } from './own-fields.ts';

const GO_ON =
  'Your last message is the beginning of your answer. Continue it exactly where it ends: write only what follows, without repeating any of it.';

/** A request to continue a final assistant message, or nothing. */
export function askToContinue(messages: readonly Message[], field: string): Message[] {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || last.tool_calls?.length) return [];
  return [cameFrom({ role: 'user', content: GO_ON }, field)];
}
