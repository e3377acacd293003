// Translates an order into the AI SDK's prompt, tools and response format.

import type { LanguageModelV3CallOptions, LanguageModelV3Message, LanguageModelV3ToolChoice } from '@ai-sdk/provider';
import { parseBounded } from '../../../core/bounded-json.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { CacheControl, ContentPart, TextMessage, TextOrder } from '../port.ts';
import { mergeOptions, oneCallOptions } from './one-call-options.ts';
import type { Dialect } from './providers.ts';
import { reasoningOptions } from './reasoning.ts';

export function callOptions(order: TextOrder, kind: Dialect, signal: AbortSignal): LanguageModelV3CallOptions {
  const { temperature, topP, seed, stop, presencePenalty, frequencyPenalty, tools, toolChoice } = order;
  const responseFormat = formatOf(order);
  const { providerOptions = {}, ...limit } = reasoningOptions(order, kind);
  return {
    prompt: promptOf(order, kind),
    abortSignal: signal,
    ...limit,
    providerOptions: mergeOptions(providerOptions, oneCallOptions(order, kind)),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(typeof order.extra?.top_k === 'number' ? { topK: order.extra.top_k } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stopSequences: stop }),
    ...(presencePenalty === undefined ? {} : { presencePenalty }),
    ...(frequencyPenalty === undefined ? {} : { frequencyPenalty }),
    ...(responseFormat === undefined ? {} : { responseFormat }),
    ...(tools === undefined ? {} : { tools: tools.map((tool) => toolOf(tool)) }),
    ...(toolChoice === undefined ? {} : { toolChoice: choiceOf(toolChoice) }),
  };
}

/** Their APIs take instructions only before the conversation, and the AI SDK refuses others. */
const INSTRUCTIONS_FIRST: readonly Dialect[] = ['google', 'bedrock'];

function promptOf(order: TextOrder, kind: Dialect): LanguageModelV3Message[] {
  if (!order.messages) return [{ role: 'user', content: [{ type: 'text', text: order.prompt ?? '' }] }];
  const toolNames = new Map<string, string>();
  for (const message of order.messages) {
    for (const call of message.tool_calls ?? []) toolNames.set(call.id, call.function.name);
  }
  const begun = order.messages.findIndex(({ role }) => !isInstruction(role));
  return order.messages.map((message, index) => {
    const isLate = index > begun && begun >= 0 && isInstruction(message.role) && INSTRUCTIONS_FIRST.includes(kind);
    return isLate ? lateInstruction(message) : messageOf(message, toolNames);
  });
}

function isInstruction(role: TextMessage['role']): boolean {
  return role === 'system' || role === 'developer';
}

/** Keeps its position and says what it is, because agents change their instructions in the middle of a conversation. */
function lateInstruction({ content }: TextMessage): LanguageModelV3Message {
  return { role: 'user', content: [{ type: 'text', text: `Instruction of the system:\n${plainText(content)}` }] };
}

function messageOf(message: TextMessage, toolNames: ReadonlyMap<string, string>): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: plainText(message.content), ...cachedLast(message.content) };
    case 'user':
      return { role: 'user', content: userParts(message.content) };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...thoughtOf(message),
          ...(plainText(message.content)
            ? [{ type: 'text' as const, text: plainText(message.content), ...cachedLast(message.content) }]
            : []),
          ...(message.tool_calls ?? []).map((call) => ({
            type: 'tool-call' as const,
            toolCallId: call.id,
            toolName: call.function.name,
            input: parseArguments(call.function.arguments),
          })),
        ],
      };
    case 'tool': {
      const toolCallId = message.tool_call_id ?? '';
      const output = { type: 'text' as const, value: plainText(message.content) };
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId,
            toolName: toolNames.get(toolCallId) ?? toolCallId,
            output,
            ...cachedLast(message.content),
          },
        ],
      };
    }
  }
}

function userParts(content: TextMessage['content']): Extract<LanguageModelV3Message, { role: 'user' }>['content'] {
  if (!Array.isArray(content)) return [{ type: 'text', text: content ?? '' }];
  return content.map((part) =>
    part.type === 'text' ? { type: 'text', text: part.text, ...cached(part.cache_control) } : imageOf(part),
  );
}

/** Claude accepts its thoughts back only with their signature; other thoughts are not sent. */
function thoughtOf({ reasoning_content: text, reasoning_signature: signature }: TextMessage) {
  if (text === undefined || signature === undefined) return [];
  return [{ type: 'reasoning' as const, text, providerOptions: { anthropic: { signature }, bedrock: { signature } } }];
}

/** The cache mark that Anthropic understands; other providers ignore it. */
function cached(control: CacheControl | undefined) {
  return control ? { providerOptions: { anthropic: { cacheControl: { type: control.type } } } } : {};
}

/** For messages that become one part: a mark on any of their parts applies to all. */
function cachedLast(content: TextMessage['content']) {
  if (!Array.isArray(content)) return {};
  return cached(content.findLast((part) => part.cache_control)?.cache_control);
}

function imageOf(part: Extract<ContentPart, { type: 'image_url' }>) {
  const inline = /^data:([^;,]+);base64,(.*)$/s.exec(part.image_url.url);
  const mark = cached(part.cache_control);
  if (inline?.[1] && inline[2]) return { type: 'file' as const, mediaType: inline[1], data: inline[2], ...mark };
  throw new ServiceError('unsafe_url', 'No upstream receives a URL from a client.', { param: 'messages' });
}

function plainText(content: TextMessage['content']): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** A model may have written arguments that are not JSON; they are sent back unchanged. */
function parseArguments(text: string): unknown {
  try {
    return parseBounded(text || '{}');
  } catch {
    return text;
  }
}

function formatOf({ responseFormat }: TextOrder): LanguageModelV3CallOptions['responseFormat'] {
  if (!responseFormat || responseFormat.type === 'text') return undefined;
  if (responseFormat.type === 'json_object') return { type: 'json' };
  const { name, schema } = responseFormat.json_schema;
  return { type: 'json', name, ...(schema ? { schema } : {}) };
}

function toolOf(tool: NonNullable<TextOrder['tools']>[number]) {
  const { name, description, parameters, strict } = tool.function;
  return {
    type: 'function' as const,
    name,
    inputSchema: parameters ?? { type: 'object', properties: {} },
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
    ...cached(tool.cache_control),
  };
}

function choiceOf(choice: NonNullable<TextOrder['toolChoice']>): LanguageModelV3ToolChoice {
  return typeof choice === 'string' ? { type: choice } : { type: 'tool', toolName: choice.function.name };
}
