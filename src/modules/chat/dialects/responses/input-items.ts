// Turns the items of a Responses request, and of the responses before it, into chat messages.
import type { Message as ChatMessage } from '../../message-schema.ts';
import { cameFrom } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import type { InputItem, Part } from './schema.ts';

type ChatPart = Extract<ChatMessage['content'], unknown[]>[number];

/** A thought, a text and calls that follow each other are one message of the assistant. `fieldOf` names an item by its index. */
export function messagesOfItems(items: readonly InputItem[], fieldOf: (index: number) => string): ChatMessage[] {
  const messages: ChatMessage[] = [];
  let open: ChatMessage | undefined;
  const assistant = (at: string): ChatMessage => {
    open ??= cameFrom<ChatMessage>({ role: 'assistant', content: null }, at);
    if (messages.at(-1) !== open) messages.push(open);
    return open;
  };
  for (const [index, item] of items.entries()) {
    const at = fieldOf(index);
    const type = item.type ?? 'message';
    if (type === 'function_call') addCall(assistant(at), item, at);
    else if (type === 'reasoning') addThought(assistant(at), item);
    else if (type === 'message' && item.role === 'assistant') addText(assistant(at), item, at);
    else {
      open = undefined;
      const message = type === 'function_call_output' ? outputOf(item, at) : spokenMessage(item, type, at);
      messages.push(cameFrom(message, at));
    }
  }
  return messages.filter(hasContent);
}

/** A thought without an answer, for example of a response that was cut, says nothing. */
function hasContent({ role, content, tool_calls: calls }: ChatMessage): boolean {
  return role !== 'assistant' || content !== null || calls !== undefined;
}

function addCall(message: ChatMessage, item: InputItem, at: string): void {
  const { call_id: id, name, arguments: given } = item;
  const called = { name: name ?? missing(`${at}.name`), arguments: given ?? missing(`${at}.arguments`) };
  message.tool_calls = [
    ...(message.tool_calls ?? []),
    cameFrom({ id: id ?? missing(`${at}.call_id`), type: 'function' as const, function: called }, at),
  ];
}

function addThought(message: ChatMessage, { content, summary, encrypted_content: signature }: InputItem): void {
  const texts = [...(Array.isArray(content) ? content : []), ...(summary ?? [])];
  message.reasoning_content = (message.reasoning_content ?? '') + texts.map(({ text }) => text ?? '').join('');
  if (signature) message.reasoning_signature = signature;
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

function outputOf({ call_id: id, output }: InputItem, at: string): ChatMessage {
  const given = output ?? missing(`${at}.output`);
  return {
    role: 'tool',
    tool_call_id: id ?? missing(`${at}.call_id`),
    content:
      typeof given === 'string'
        ? given
        : given.map((part, index) => outputText(part, `${at}.output[${index}]`)).join('\n'),
  };
}

function outputText({ type, text }: Part, at: string): string {
  if (type === 'input_text') return text ?? missing(`${at}.text`);
  return refuse(
    `${at}.type`,
    'The output of a function may only contain text here. Send images in a message of the user.',
  );
}

function spokenMessage(item: InputItem, type: string, at: string): ChatMessage {
  if (type !== 'message') refuse(`${at}.type`, `This service does not accept items of type "${type}".`);
  const { role, content } = item;
  const given = content ?? missing(`${at}.content`);
  return {
    role: role ?? missing(`${at}.role`),
    content: typeof given === 'string' ? given : given.map((part, index) => partOf(part, `${at}.content[${index}]`)),
  };
}

function partOf({ type, text, image_url: url, file_id: fileId, detail }: Part, at: string): ChatPart {
  if (type === 'input_text') return { type: 'text', text: text ?? missing(`${at}.text`) };
  if (type !== 'input_image')
    return refuse(
      `${at}.type`,
      `This service does not accept parts of type "${type}". Send input_text or input_image.`,
    );
  const image = url || fileId || missing(`${at}.image_url`);
  return cameFrom({ type: 'image_url', image_url: { url: image, ...(detail ? { detail } : {}) } }, at);
}
