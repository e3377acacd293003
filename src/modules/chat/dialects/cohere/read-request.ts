// Translates a chat of Cohere's version 2 into a chat body.
import { COHERE_CHAT_FIELDS } from '../../fields/cohere.ts';
import { refuseByTable } from '../../fields/rule.ts';
import type { Message } from '../../message-schema.ts';
import type { ChatBody } from '../../schema.ts';
import { cameFrom, type OwnNames } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import type { CohereChatBody, CohereMessage, Document, Part } from './schema.ts';

type ChatPart = Extract<Message['content'], unknown[]>[number];
type TranslatedBody = ChatBody & { reasoning_effort?: string; top_k?: number };

/** How a caller names the fields of the chat body. */
export const OWN_NAMES: OwnNames = {
  max_completion_tokens: 'max_tokens',
  max_tokens: 'max_tokens',
  stop: 'stop_sequences',
  top_p: 'p',
  top_k: 'k',
  reasoning_effort: 'thinking.type',
  'response_format.json_schema.schema': 'response_format.json_schema',
  '.content': '.content',
  '.image_url': '.image_url',
  '.function.name': '.function.name',
  '.function.parameters': '.function.parameters',
};

export function chatBodyOf(body: CohereChatBody): TranslatedBody {
  refuseByTable(body, COHERE_CHAT_FIELDS);
  const { model, messages, tools = [], documents = [], response_format: format, stream, k } = body;
  return {
    model,
    messages: [...shown(documents), ...messages.map((message, index) => messageOf(message, `messages[${index}]`))],
    ...(body.max_tokens === undefined ? {} : { max_completion_tokens: body.max_tokens }),
    ...(body.stop_sequences?.length ? { stop: body.stop_sequences } : {}),
    ...(body.temperature === undefined ? {} : { temperature: body.temperature }),
    ...(body.p === undefined ? {} : { top_p: body.p }),
    ...(k ? { top_k: k } : {}),
    ...(body.seed === undefined ? {} : { seed: body.seed }),
    ...(body.frequency_penalty ? { frequency_penalty: body.frequency_penalty } : {}),
    ...(body.presence_penalty ? { presence_penalty: body.presence_penalty } : {}),
    ...(tools.length > 0 ? { tools: toolsOf(body), ...choiceOf(body) } : {}),
    ...(format?.type === 'json_object' ? { response_format: formatOf(format.json_schema) } : {}),
    ...(body.thinking?.type === 'disabled' ? { reasoning_effort: 'none' } : {}),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  };
}

function shown(documents: readonly (string | Document)[]): Message[] {
  if (documents.length === 0) return [];
  const content = documents.map((document, index) => written(document, index)).join('\n');
  return [cameFrom({ role: 'system' as const, content: `Answer from these documents:\n${content}` }, 'documents')];
}

function written(document: string | Document, index: number): string {
  const { id = `doc:${index}`, data } = typeof document === 'string' ? { data: document } : document;
  const text =
    typeof data === 'string'
      ? data
      : Object.entries(data)
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join('\n');
  return `<document id=${JSON.stringify(id)}>\n${text}\n</document>`;
}

function messageOf(message: CohereMessage, at: string): Message {
  const { role, tool_calls: calls = [], tool_plan: plan, tool_call_id: id } = message;
  const parts = partsOf(message.content, `${at}.content`);
  if (role === 'tool')
    return cameFrom({ role, tool_call_id: id ?? missing(`${at}.tool_call_id`), content: textOf(parts) }, at);
  if (role !== 'assistant') {
    if (parts.length === 0) missing(`${at}.content`);
    return cameFrom({ role, content: parts.every(isText) ? textOf(parts) : parts }, at);
  }
  const text = textOf(parts) || plan || '';
  return cameFrom(
    {
      role,
      content: text === '' ? null : text,
      ...(calls.length > 0
        ? {
            tool_calls: calls.map(({ id: callId, function: { name, arguments: given = '{}' } }) => ({
              id: callId,
              type: 'function' as const,
              function: { name, arguments: given },
            })),
          }
        : {}),
    },
    at,
  );
}

function partsOf(content: CohereMessage['content'], at: string): ChatPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return (content ?? []).flatMap((part, index) => partOf(part, `${at}[${index}]`));
}

function partOf(part: Part, at: string): ChatPart[] {
  const { type, text, image_url: image, document } = part;
  if (type === 'text') return [cameFrom({ type, text: text ?? missing(`${at}.text`) }, at)];
  if (type === 'image_url') return [cameFrom({ type, image_url: image ?? missing(`${at}.image_url`) }, at)];
  if (type === 'document') return [{ type: 'text', text: written(document ?? missing(`${at}.document`), 0) }];
  // What other models thought is theirs.
  if (type === 'thinking') return [];
  return refuse(
    `${at}.type`,
    `This service does not accept parts of type "${type}". Send text, image_url or document.`,
  );
}

function isText({ type }: ChatPart): boolean {
  return type === 'text';
}

function textOf(parts: readonly ChatPart[]): string {
  return parts.map(({ text = '' }) => text).join('\n');
}

function toolsOf({ tools = [], strict_tools: strict }: CohereChatBody): NonNullable<ChatBody['tools']> {
  return tools.map((tool, index) =>
    cameFrom({ type: tool.type, function: { ...tool.function, ...(strict ? { strict } : {}) } }, `tools[${index}]`),
  );
}

function choiceOf({ tool_choice: choice }: CohereChatBody): Pick<ChatBody, 'tool_choice'> {
  if (!choice) return {};
  return { tool_choice: choice === 'REQUIRED' ? 'required' : 'none' };
}

function formatOf(schema: Record<string, unknown> | undefined): NonNullable<ChatBody['response_format']> {
  return schema ? { type: 'json_schema', json_schema: { name: 'answer', schema } } : { type: 'json_object' };
}
