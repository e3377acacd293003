// Tool calls: as items of a Responses conversation, and as function calls of a chat.
import { parseBounded } from '../../../../core/bounded-json.ts';
import type { Message as ChatMessage } from '../../message-schema.ts';
import { unwrapInput, wrapInput } from '../one-string-tools.ts';
import { missing } from '../refuse.ts';
import type { CallItem } from './response-body.ts';
import type { InputItem } from './schema.ts';
import { joined, type ToolPlace } from './tools.ts';

type ChatCall = NonNullable<ChatMessage['tool_calls']>[number];

export function callOf(item: InputItem, at: string): ChatCall {
  const { type, call_id: id, name, namespace, input } = item;
  const called =
    type === 'tool_search_call'
      ? { name: 'tool_search', arguments: asJson(item.arguments ?? {}) }
      : {
          name: joined(name ?? missing(`${at}.name`), namespace),
          arguments:
            type === 'custom_tool_call'
              ? wrapInput(input ?? missing(`${at}.input`))
              : asJson(item.arguments ?? missing(`${at}.arguments`)),
        };
  return { id: id ?? missing(`${at}.call_id`), type: 'function', function: called };
}

export interface StartedCall {
  id: string;
  callId: string;
  place: ToolPlace;
}

/** The item of a call whose arguments have not arrived yet. */
export function newCallItem({ id, callId, place }: StartedCall): CallItem {
  const head = { id, status: 'in_progress' as const, call_id: callId };
  const { kind, name, namespace } = place;
  const named = { name, ...(namespace === undefined ? {} : { namespace }) };
  if (kind === 'custom') return { type: 'custom_tool_call', ...head, ...named, input: '' };
  if (kind === 'tool_search') return { type: 'tool_search_call', ...head, execution: 'client', arguments: {} };
  return { type: 'function_call', ...head, ...named, arguments: '' };
}

/** Puts the model's arguments into the item. */
export function endCallItem(item: CallItem, written: string): void {
  if (item.type === 'function_call') item.arguments = written;
  else if (item.type === 'custom_tool_call') item.input = unwrapInput(written);
  else item.arguments = asObject(written);
}

function asJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function asObject(written: string): unknown {
  try {
    return parseBounded(written || '{}');
  } catch {
    return { query: written };
  }
}
