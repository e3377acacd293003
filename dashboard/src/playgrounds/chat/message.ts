// The messages of a chat in the API's format.
import type { Body } from '../../api/client.ts';

export type ChatBody = Body<'POST /chat/completions'>;
export type Message = ChatBody['messages'][number];
export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}
