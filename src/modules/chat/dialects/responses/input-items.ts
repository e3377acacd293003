// Turns the items of a Responses request, and of earlier responses, into chat messages.
import type { Message as ChatMessage } from '../../message-schema.ts';
import { cameFrom } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import { callOf } from './called-items.ts';
import { compactedText } from './compaction.ts';
import type { InputItem, Part } from './schema.ts';

type ChatPart = Extract<ChatMessage['content'], unknown[]>[number];

/** Items without meaning for other models: their content is read elsewhere. */
const SILENT = [
  'additional_tools',
  'configuration_update',
  'compaction_trigger',
  'mcp_list_tools',
  'web_search_call',
  'file_search_call',
];
const CALLS = ['function_call', 'custom_tool_call', 'tool_search_call'];
const OUTPUTS = ['function_call_output', 'custom_tool_call_output', 'tool_search_output'];

export interface ItemContext {
  /** Names an item by its index. */
  fieldOf(index: number): string;
  thoughts: OwnThoughts;
  /** Whether recordings may be transcribed, which is paid. */
  hears?: boolean;
}

/** A thought, a text and calls in a row form one assistant message. */
export function messagesOfItems(
  items: readonly InputItem[],
  { fieldOf, thoughts, hears = false }: ItemContext,
): ChatMessage[] {
  const messages: ChatMessage[] = [];
  /** Images and documents of outputs come after all outputs of a turn, because tool results hold only text. */
  let shown: ChatPart[] = [];
  let open: ChatMessage | undefined;
  const show = (at: string) => {
    if (shown.length > 0) messages.push(cameFrom({ role: 'user', content: shown }, at));
    shown = [];
  };
  const assistant = (at: string): ChatMessage => {
    show(at);
    open ??= cameFrom<ChatMessage>({ role: 'assistant', content: null }, at);
    if (messages.at(-1) !== open) messages.push(open);
    return open;
  };
  for (const [index, item] of items.entries()) {
    const at = fieldOf(index);
    const type = item.type ?? 'message';
    if (SILENT.includes(type)) continue;
    if (CALLS.includes(type)) addCall(assistant(at), item, at);
    else if (type === 'reasoning') addThought(assistant(at), item, thoughts);
    else if (type === 'message' && item.role === 'assistant') addText(assistant(at), item, at);
    else {
      open = undefined;
      if (OUTPUTS.includes(type)) {
        const { message, parts } = outputOf(item, type, at);
        messages.push(cameFrom(message, at));
        if (parts.length > 0)
          shown.push({ type: 'text', text: `Files of the result of ${item.call_id ?? ''}:` }, ...parts);
        continue;
      }
      show(at);
      const compacted = type === 'compaction' ? compactedText(item, thoughts) : undefined;
      if (compacted !== undefined) messages.push(cameFrom({ role: 'system', content: compacted }, at));
      else messages.push(cameFrom(spokenMessage(item, { type, at, hears }), at));
    }
  }
  show(fieldOf(items.length - 1));
  return messages.filter(hasContent);
}

/** A thought without an answer, e.g. of a truncated response, is dropped. */
function hasContent({ role, content, tool_calls: calls }: ChatMessage): boolean {
  return role !== 'assistant' || content !== null || calls !== undefined;
}

function addCall(message: ChatMessage, item: InputItem, at: string): void {
  const called = cameFrom(callOf(item, at), at);
  message.tool_calls = [...(message.tool_calls ?? []), called];
}

function addThought(message: ChatMessage, item: InputItem, thoughts: OwnThoughts): void {
  const { content, summary, encrypted_content: sealed } = item;
  const own = sealed ? thoughts.open(sealed) : undefined;
  const texts = [...(Array.isArray(content) ? content : []), ...(summary ?? [])].map(({ text }) => text ?? '');
  const text = own?.text || texts.join('');
  message.reasoning_content = (message.reasoning_content ?? '') + text;
  const signature = own ? own.signature : sealed;
  // A signature without its thought proves nothing.
  if (signature && text !== '') message.reasoning_signature = signature;
}

function addText(message: ChatMessage, { content }: InputItem, at: string): void {
  const text =
    typeof content === 'string'
      ? content
      : (content ?? []).map((part, index) => said(part, `${at}.content[${index}]`)).join('');
  message.content = (typeof message.content === 'string' ? message.content : '') + text;
}

function said({ type, text, refusal }: Part, at: string): string {
  if (type === 'refusal') return refusal ?? '';
  if (type === 'output_text' || type === 'input_text') return text ?? missing(`${at}.text`);
  return refuse(`${at}.type`, `A message of the assistant cannot contain a part of type "${type}".`);
}

function outputOf(item: InputItem, type: string, at: string): { message: ChatMessage; parts: ChatPart[] } {
  const { call_id: id, output, tools = [] } = item;
  const answered = { role: 'tool' as const, tool_call_id: id ?? missing(`${at}.call_id`) };
  if (type === 'tool_search_output') {
    const names = tools.flatMap((tool) => [tool, ...(tool.tools ?? [])]).map(({ name }) => name ?? '');
    return { message: { ...answered, content: `Found, and can be called now: ${names.join(', ')}` }, parts: [] };
  }
  const given = output ?? missing(`${at}.output`);
  const parts =
    typeof given === 'string'
      ? [{ type: 'text' as const, text: given }]
      : given.map((part, index) => partOf(part, `${at}.output[${index}]`));
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : []));
  return { message: { ...answered, content: text.join('\n') }, parts: parts.filter((part) => part.type !== 'text') };
}

function spokenMessage(
  item: InputItem,
  { type, at, hears }: { type: string; at: string; hears: boolean },
): ChatMessage {
  if (type === 'compaction')
    refuse(`${at}.encrypted_content`, 'This compaction is none that this service made for your account.');
  if (type !== 'message') refuse(`${at}.type`, `This service does not accept items of type "${type}".`);
  const { role, content } = item;
  const given = content ?? missing(`${at}.content`);
  return {
    role: role ?? missing(`${at}.role`),
    content:
      typeof given === 'string'
        ? given
        : given.map((part, index) => spokenPart(part, `${at}.content[${index}]`, hears)),
  };
}

function spokenPart(part: Part, at: string, hears: boolean): ChatPart {
  if (part.type !== 'input_audio' || !hears) return partOf(part, at);
  const recording = part.input_audio ?? missing(`${at}.input_audio`);
  // The same object, by which its transcript is found again.
  return cameFrom({ type: 'input_audio', input_audio: recording }, at);
}

function partOf(part: Part, at: string): ChatPart {
  const { type, text, image_url: url, file_id: fileId, detail, filename } = part;
  if (type === 'input_text' || type === 'output_text') return { type: 'text', text: text ?? missing(`${at}.text`) };
  if (type === 'input_file') {
    const data = part.file_data || part.file_url || fileId || missing(`${at}.file_data`);
    return cameFrom({ type: 'file', file: { file_data: data, ...(filename ? { filename } : {}) } }, at);
  }
  if (type !== 'input_image')
    return refuse(
      `${at}.type`,
      `This service does not accept parts of type "${type}". Send input_text, input_image or input_file.`,
    );
  const image = url || fileId || missing(`${at}.image_url`);
  return cameFrom({ type: 'image_url', image_url: { url: image, ...(detail ? { detail } : {}) } }, at);
}
