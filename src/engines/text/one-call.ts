// Tells whether an order allows one tool call at most (OpenAI's `parallel_tool_calls: false`).
import type { TextOrder } from './port.ts';

export function allowsOneCall({ extra }: Pick<TextOrder, 'extra'>): boolean {
  return extra?.parallel_tool_calls === false;
}
