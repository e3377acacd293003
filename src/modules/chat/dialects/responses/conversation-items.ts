// The messages of a conversation as items of OpenAI's Conversations API. An item's id encodes its message's position.
import type { ContentPart, TextMessage } from '../../../../engines/text/port.ts';
import type { PlacedMessage } from '../../../../store/conversation-items.ts';

export interface ConversationItem {
  id: string;
  type: string;
  status: 'completed';
  [field: string]: unknown;
}

const TEXT = 't';
const ITEM = /^item_(\d{1,9})_(t|\d{1,4})$/;

/** A message with text and calls is several items. */
export function itemsOf({ position, message }: PlacedMessage): ConversationItem[] {
  const { role, content, tool_calls: calls = [] } = message;
  const id = (part: string | number) => `item_${position}_${part}`;
  const status = 'completed' as const;
  if (role === 'tool')
    return [
      { id: id(TEXT), type: 'function_call_output', status, call_id: message.tool_call_id, output: textOf(content) },
    ];
  const said = content === null || content === '' ? [] : partsOf(content, role);
  return [
    ...(said.length > 0 || calls.length === 0 ? [{ id: id(TEXT), type: 'message', status, role, content: said }] : []),
    ...calls.map(({ id: callId, function: called }, index) => ({
      ...{ id: id(index), type: 'function_call', status, call_id: callId },
      ...{ name: called.name, arguments: called.arguments },
    })),
  ];
}

export function placeOf(itemId: string): number | undefined {
  const [, position] = ITEM.exec(itemId) ?? [];
  return position === undefined ? undefined : Number(position);
}

/** The message without this item; null if nothing is left of it. */
export function withoutItem(message: TextMessage, itemId: string): TextMessage | null {
  const [, , part = TEXT] = ITEM.exec(itemId) ?? [];
  const { tool_calls: calls = [], ...rest } = message;
  if (part === TEXT) return calls.length > 0 ? { ...rest, content: null, tool_calls: calls } : null;
  const kept = calls.filter((_, index) => index !== Number(part));
  if (kept.length > 0) return { ...rest, tool_calls: kept };
  return message.content === null || message.content === '' ? null : rest;
}

function partsOf(content: string | ContentPart[], role: string): object[] {
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  const more = role === 'assistant' ? { annotations: [], logprobs: [] } : {};
  if (typeof content === 'string') return [{ type, text: content, ...more }];
  return content.map((part: ContentPart | KeptFile) => {
    if (part.type === 'text') return { type, text: part.text, ...more };
    if (part.type === 'image_url') {
      const { url, detail = 'auto' } = part.image_url;
      return { type: 'input_image', image_url: url, detail, file_id: null };
    }
    const { file_data: data, file_id: id, filename } = part.file ?? {};
    return {
      type: 'input_file',
      ...(data ? { file_data: data } : {}),
      file_id: id ?? null,
      filename: filename ?? null,
    };
  });
}

/** A document is stored as it was sent, and converted to text for each answer. */
interface KeptFile {
  type: 'file';
  file?: { file_data?: string; file_id?: string; filename?: string };
}

function textOf(content: TextMessage['content']): string {
  if (content === null || typeof content === 'string') return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
