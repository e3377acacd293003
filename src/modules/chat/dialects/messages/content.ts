// Turns the content blocks of a Messages request into chat messages.
import type { Message as ChatMessage } from '../../message-schema.ts';
import { askToContinue } from '../continue-answer.ts';
import { cameFrom } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import { type ChatPart, describeResultBlock, markOf, partOf, partsOf } from './parts.ts';
import type { Block, InnerBlock, Message } from './schema.ts';

type ChatCall = NonNullable<ChatMessage['tool_calls']>[number];

export function systemMessages(system: string | InnerBlock[] | undefined): ChatMessage[] {
  if (system === undefined || system.length === 0) return [];
  const content = typeof system === 'string' ? system : textParts(system, 'system');
  return [cameFrom({ role: 'system', content }, 'system')];
}

export function chatMessages(messages: readonly Message[], thoughts: OwnThoughts): ChatMessage[] {
  const read = messages.flatMap((message, index) => messageOf(message, `messages[${index}]`, thoughts));
  return [...read, ...askToContinue(read, 'messages')];
}

/** Names of the tools that results refer to. */
export function referredTools(messages: readonly Message[]): Set<string> {
  const names = new Set<string>();
  for (const { content } of messages) {
    if (typeof content === 'string') continue;
    for (const block of content)
      for (const inner of typeof block.content === 'string' ? [] : (block.content ?? []))
        if (inner.type === 'tool_reference' && inner.tool_name) names.add(inner.tool_name);
  }
  return names;
}

function messageOf({ role, content }: Message, at: string, thoughts: OwnThoughts): ChatMessage[] {
  const here = `${at}.content`;
  if (typeof content === 'string') return [cameFrom({ role, content }, at)];
  if (role === 'assistant') return [cameFrom(assistantMessage(content, here, thoughts), at)];
  if (role === 'system') return [cameFrom({ role, content: textParts(content, here) }, at)];
  return userMessages(content, here);
}

function assistantMessage(blocks: readonly Block[], at: string, thoughts: OwnThoughts): ChatMessage {
  let text = '';
  let reasoning = '';
  let signature: string | undefined;
  const calls: ChatCall[] = [];
  for (const [position, block] of blocks.entries()) {
    const here = `${at}[${position}]`;
    const { type } = block;
    if (type === 'text') text += block.text ?? missing(`${here}.text`);
    else if (type === 'tool_use') calls.push(callOf(block, here));
    else if (type === 'thinking' || type === 'redacted_thinking') {
      const sealed = type === 'thinking' ? block.signature : block.data;
      const own = sealed === undefined ? undefined : thoughts.open(sealed);
      reasoning += own?.text ?? block.thinking ?? '';
      // Encrypted thoughts are only for the model that wrote them.
      signature = own ? own.signature : type === 'thinking' ? sealed : undefined;
    } else text += describeResultBlock(block, here);
  }
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(signature && reasoning !== '' ? { reasoning_signature: signature } : {}),
  };
}

function callOf({ id, name, input }: Block, at: string): ChatCall {
  const called = { name: name ?? missing(`${at}.name`), arguments: JSON.stringify(input ?? {}) };
  return cameFrom({ id: id ?? missing(`${at}.id`), type: 'function', function: called }, at);
}

/**
 * Results come first, as chats require; a result's images and documents follow as a user message, because results hold
 * only text.
 */
function userMessages(blocks: readonly Block[], at: string): ChatMessage[] {
  const results: ChatMessage[] = [];
  const parts: ChatPart[] = [];
  for (const [position, block] of blocks.entries()) {
    const here = `${at}[${position}]`;
    if (block.type !== 'tool_result') {
      parts.push(...partsOf(block, here));
      continue;
    }
    const { message, shown } = resultOf(block, here);
    results.push(message);
    if (shown.length > 0)
      parts.push({ type: 'text', text: `Images of the result of ${message.tool_call_id}:` }, ...shown);
  }
  return parts.length > 0 ? [...results, cameFrom({ role: 'user', content: parts }, at)] : results;
}

function resultOf(block: Block, at: string): { message: ChatMessage; shown: ChatPart[] } {
  const { content = '', is_error: isError, cache_control: mark } = block;
  const inner = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
  const parts = inner.flatMap((one, position) => partsOf(one, `${at}.content[${position}]`));
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  const said = isError ? `Error: ${text}` : text;
  const message: ChatMessage = {
    role: 'tool',
    tool_call_id: block.tool_use_id ?? missing(`${at}.tool_use_id`),
    content: mark ? [{ type: 'text', text: said, ...markOf(mark) }] : said,
  };
  return { message: cameFrom(message, at), shown: parts.filter(({ type }) => type !== 'text') };
}

function textParts(blocks: readonly InnerBlock[], at: string): ChatPart[] {
  return blocks.map((block, position) => {
    if (block.type === 'text') return partOf(block, `${at}[${position}]`);
    return refuse(`${at}[${position}].type`, 'Instructions may only contain blocks of type "text".');
  });
}
