// Turns the content blocks of a Messages request into chat messages.
import type { Message as ChatMessage } from '../../message-schema.ts';
import { cameFrom } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import type { Block, InnerBlock, Message } from './schema.ts';

type ChatPart = Extract<ChatMessage['content'], unknown[]>[number];
type ChatCall = NonNullable<ChatMessage['tool_calls']>[number];

export function systemMessages(system: string | InnerBlock[] | undefined): ChatMessage[] {
  if (system === undefined || system.length === 0) return [];
  const content = typeof system === 'string' ? system : textParts(system, 'system');
  return [cameFrom({ role: 'system', content }, 'system')];
}

export function chatMessages(messages: readonly Message[]): ChatMessage[] {
  if (messages.at(-1)?.role === 'assistant')
    refuse('messages', "The last message must not be the assistant's: this service cannot continue a partial answer.");
  return messages.flatMap((message, index) => messageOf(message, `messages[${index}]`));
}

function messageOf({ role, content }: Message, at: string): ChatMessage[] {
  const here = `${at}.content`;
  if (typeof content === 'string') return [cameFrom({ role, content }, at)];
  if (role === 'assistant') return [cameFrom(assistantMessage(content, here), at)];
  if (role === 'system') return [cameFrom({ role, content: textParts(content, here) }, at)];
  return userMessages(content, here);
}

function assistantMessage(blocks: readonly Block[], at: string): ChatMessage {
  let text = '';
  const thoughts: Block[] = [];
  const calls: ChatCall[] = [];
  for (const [position, block] of blocks.entries()) {
    const here = `${at}[${position}]`;
    if (block.type === 'text') text += block.text ?? missing(`${here}.text`);
    else if (block.type === 'tool_use') calls.push(callOf(block, here));
    else if (block.type === 'thinking') thoughts.push(block);
    else refuse(`${here}.type`, `This service does not accept blocks of type "${block.type}" from the assistant.`);
  }
  const signature = thoughts.at(-1)?.signature;
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(thoughts.length > 0 ? { reasoning_content: thoughts.map(({ thinking }) => thinking ?? '').join('') } : {}),
    ...(signature ? { reasoning_signature: signature } : {}),
  };
}

function callOf({ id, name, input }: Block, at: string): ChatCall {
  const called = { name: name ?? missing(`${at}.name`), arguments: JSON.stringify(input ?? {}) };
  return cameFrom({ id: id ?? missing(`${at}.id`), type: 'function', function: called }, at);
}

/** Results come first, as chats require; images of a result follow as a message of the user, because results hold text only. */
function userMessages(blocks: readonly Block[], at: string): ChatMessage[] {
  const results: ChatMessage[] = [];
  const parts: ChatPart[] = [];
  for (const [position, block] of blocks.entries()) {
    const here = `${at}[${position}]`;
    if (block.type !== 'tool_result') {
      parts.push(partOf(block, here));
      continue;
    }
    const { message, images } = resultOf(block, here);
    results.push(message);
    if (images.length > 0)
      parts.push({ type: 'text', text: `Images of the result of ${message.tool_call_id}:` }, ...images);
  }
  return parts.length > 0 ? [...results, cameFrom({ role: 'user', content: parts }, at)] : results;
}

function resultOf(block: Block, at: string): { message: ChatMessage; images: ChatPart[] } {
  const { content = '', is_error: isError, cache_control: mark } = block;
  const inner = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const parts = inner.map((one, position) => partOf(one, `${at}.content[${position}]`));
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const said = isError ? `Error: ${text}` : text;
  const message: ChatMessage = {
    role: 'tool',
    tool_call_id: block.tool_use_id ?? missing(`${at}.tool_use_id`),
    content: mark ? [{ type: 'text', text: said, ...markOf(mark, at) }] : said,
  };
  return {
    message: cameFrom(message, at),
    images: parts.filter(({ type }) => type === 'image_url'),
  };
}

function textParts(blocks: readonly InnerBlock[], at: string): ChatPart[] {
  return blocks.map((block, position) => {
    if (block.type === 'text') return partOf(block, `${at}[${position}]`);
    return refuse(`${at}[${position}].type`, 'Instructions may only contain blocks of type "text".');
  });
}

function partOf(block: InnerBlock, at: string): ChatPart {
  const mark = markOf(block.cache_control, at);
  if (block.type === 'text') return { type: 'text', text: block.text ?? missing(`${at}.text`), ...mark };
  if (block.type === 'image')
    return cameFrom({ type: 'image_url', image_url: { url: imageUrl(block, at) }, ...mark }, at);
  return refuse(`${at}.type`, `This service does not accept blocks of type "${block.type}". Send text or images.`);
}

function imageUrl({ source }: InnerBlock, at: string): string {
  const { type, data, media_type: mediaType, url } = source ?? missing(`${at}.source`);
  if (type === 'base64') return `data:${mediaType ?? 'image/png'};base64,${data ?? missing(`${at}.source.data`)}`;
  if (type === 'url') return url || missing(`${at}.source.url`);
  return refuse(`${at}.source.type`, 'The source of an image must be "base64" or "url".');
}

export function markOf(control: InnerBlock['cache_control'], at: string): Pick<ChatPart, 'cache_control'> {
  if (!control) return {};
  if (control.ttl === '1h') refuse(`${at}.cache_control.ttl`, 'This service offers caches of 5 minutes ("5m") only.');
  return { cache_control: { type: 'ephemeral' } };
}
