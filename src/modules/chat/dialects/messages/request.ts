// Translates a Messages request into a chat body.
import { MESSAGES_FIELDS } from '../../fields/messages.ts';
import { refuseByTable } from '../../fields/rule.ts';
import type { ChatBody } from '../../schema.ts';
import type { OwnNames } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import type { SearchTerms } from '../search/web-search.ts';
import { chatMessages, referredTools, systemMessages } from './content.ts';
import type { CountTokensBody, MessagesBody } from './schema.ts';
import { chatTools } from './tools.ts';

/** Fields that a chat body may carry besides its documented ones. */
type TranslatedBody = ChatBody & {
  top_k?: number;
  parallel_tool_calls?: boolean;
  reasoning_effort?: string;
  thinking?: object;
};

/** The chat that a request asks for, and the requested features that this service does not have. */
export interface Translated {
  body: TranslatedBody;
  leftOut: string[];
  search?: SearchTerms;
}

/** The highest budget of each effort level, for upstreams that support only effort levels. */
const EFFORTS = [
  [2_048, 'low'],
  [8_192, 'medium'],
] as const;

/** `canSearch`: this service has a search engine. */
export function chatBodyOf(body: MessagesBody, thoughts: OwnThoughts, canSearch = false): Translated {
  const { max_tokens, stop_sequences, temperature, top_p, top_k, metadata, stream } = body;
  const { body: prompt, ...more } = countedBodyOf(body, thoughts, canSearch);
  const translated = {
    ...prompt,
    ...thinkingOf(body),
    max_tokens,
    ...(stop_sequences?.length ? { stop: stop_sequences } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(top_k === undefined ? {} : { top_k }),
    ...(metadata?.user_id ? { user: metadata.user_id } : {}),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  };
  return { body: translated, ...more };
}

/** The caller's names for the fields of the chat body. */
export function ownNames({ output_config: output, output_format: format }: CountTokensBody): OwnNames {
  const at = format && !output?.format ? 'output_format' : 'output_config.format';
  return {
    max_completion_tokens: 'max_tokens',
    stop: 'stop_sequences',
    user: 'metadata.user_id',
    parallel_tool_calls: 'tool_choice.disable_parallel_tool_use',
    response_format: at,
    'response_format.json_schema.schema': `${at}.schema`,
    reasoning_effort: output?.effort ? 'output_config.effort' : 'thinking',
    '.content': '.content',
    '.image_url': '.source',
    '.file': '.source',
    '.function.name': '.name',
    '.function.parameters': '.input_schema',
  };
}

/** The prompt alone, for counting. */
export function countedBodyOf(body: CountTokensBody, thoughts: OwnThoughts, canSearch = false): Translated {
  refuseByTable(body, MESSAGES_FIELDS);
  const { model, tool_choice: choice } = body;
  const format = body.output_config?.format ?? body.output_format;
  const { tools, leftOut, search } = chatTools(body.tools ?? [], referredTools(body.messages), canSearch);
  const isForced = search !== undefined && choice?.type === 'tool' && choice.name === 'web_search';
  for (const name of ['container', 'mcp_servers'] as const) if (isSet(body, name)) leftOut.push(name);
  const translated = {
    model,
    messages: [...systemMessages(body.system), ...chatMessages(body.messages, thoughts)],
    ...(tools.length > 0 ? { tools } : {}),
    // Without its tools, a tool choice would only be refused.
    ...(choice && !isForced && (tools.length > 0 || leftOut.length === 0 || choice.type === 'tool')
      ? { tool_choice: choiceOf(choice) }
      : {}),
    ...(choice?.disable_parallel_tool_use ? { parallel_tool_calls: false } : {}),
    ...(format
      ? { response_format: { type: 'json_schema' as const, json_schema: { name: 'answer', schema: format.schema } } }
      : {}),
  };
  return { body: translated, leftOut, ...(search ? { search: { ...search, isForced } } : {}) };
}

function isSet(body: object, name: string): boolean {
  const value = (body as Record<string, unknown>)[name];
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function choiceOf({ type, name }: NonNullable<CountTokensBody['tool_choice']>): NonNullable<ChatBody['tool_choice']> {
  if (type === 'tool') return { type: 'function', function: { name: name ?? missing('tool_choice.name') } };
  return type === 'any' ? 'required' : type;
}

/** A model that cannot reason answers without thoughts. */
function thinkingOf({ thinking, output_config: output, max_tokens: limit }: MessagesBody) {
  const effort = output?.effort ? { reasoning_effort: output.effort === 'max' ? 'xhigh' : output.effort } : {};
  if (!thinking) return effort;
  if (thinking.type !== 'enabled') return { ...effort, thinking: { type: thinking.type } };
  const budget = thinking.budget_tokens ?? missing('thinking.budget_tokens');
  if (budget >= limit)
    refuse('thinking.budget_tokens', 'The field "thinking.budget_tokens" must be less than max_tokens.');
  const [, named = 'high'] = EFFORTS.find(([most]) => budget <= most) ?? [];
  return { reasoning_effort: named, ...effort, thinking: { type: 'enabled', budget_tokens: budget } };
}
