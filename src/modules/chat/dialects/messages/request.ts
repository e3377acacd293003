// Translates a Messages request into a chat body.
import type { ChatBody } from '../../schema.ts';
import { cameFrom, type OwnNames } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import { refuseOthers } from '../refuse-others.ts';
import { chatMessages, markOf, systemMessages } from './content.ts';
import { CountTokensBody, MessagesBody, type Tool } from './schema.ts';

/** Fields that a chat body may carry besides its documented ones. */
type TranslatedBody = ChatBody & {
  top_k?: number;
  parallel_tool_calls?: boolean;
  reasoning_effort?: string;
  thinking?: object;
};

const MESSAGES_FIELDS = Object.keys(MessagesBody.properties);
const COUNT_FIELDS = Object.keys(CountTokensBody.properties);
const TOOL_FIELDS = ['type', 'name', 'description', 'input_schema', 'strict', 'cache_control', 'eager_input_streaming'];
/** The highest budget of each effort, for upstreams that support only efforts. */
const EFFORTS = [
  [2_048, 'low'],
  [8_192, 'medium'],
] as const;

export function chatBodyOf(body: MessagesBody): TranslatedBody {
  refuseOthers(body, MESSAGES_FIELDS, '');
  const { max_tokens, stop_sequences, temperature, top_p, top_k, metadata, stream } = body;
  return {
    ...promptOf(body),
    ...thinkingOf(body),
    max_tokens,
    ...(stop_sequences?.length ? { stop: stop_sequences } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(top_k === undefined ? {} : { top_k }),
    ...(metadata?.user_id ? { user: metadata.user_id } : {}),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  };
}

/** How a caller names the fields of the chat body. */
export function ownNames({ output_config: output }: CountTokensBody): OwnNames {
  return {
    max_completion_tokens: 'max_tokens',
    stop: 'stop_sequences',
    user: 'metadata.user_id',
    parallel_tool_calls: 'tool_choice.disable_parallel_tool_use',
    response_format: 'output_config.format',
    'response_format.json_schema.schema': 'output_config.format.schema',
    reasoning_effort: output?.effort ? 'output_config.effort' : 'thinking',
    '.content': '.content',
    '.image_url': '.source',
    '.function.name': '.name',
    '.function.parameters': '.input_schema',
  };
}

export function countedBodyOf(body: CountTokensBody): ChatBody {
  refuseOthers(body, COUNT_FIELDS, '');
  return promptOf(body);
}

function promptOf(body: CountTokensBody): TranslatedBody {
  const { model, tools, tool_choice: choice, output_config: output } = body;
  return {
    model,
    messages: [...systemMessages(body.system), ...chatMessages(body.messages)],
    ...(tools?.length ? { tools: tools.map(toolOf) } : {}),
    ...(choice ? { tool_choice: choiceOf(choice) } : {}),
    ...(choice?.disable_parallel_tool_use ? { parallel_tool_calls: false } : {}),
    ...(output?.format
      ? { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: output.format.schema } } }
      : {}),
  };
}

function toolOf(tool: Tool, index: number): NonNullable<ChatBody['tools']>[number] {
  const at = `tools[${index}]`;
  const { name, type, description, strict } = tool;
  if (type && type !== 'custom')
    refuse(
      `${at}.type`,
      `This service does not run the tool "${type}". Declare a tool with name and input_schema, and run it yourself.`,
    );
  refuseOthers(tool, TOOL_FIELDS, at);
  const parameters = tool.input_schema ?? missing(`${at}.input_schema`);
  const called = {
    name,
    parameters,
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
  };
  return cameFrom({ type: 'function', function: called, ...markOf(tool.cache_control, at) }, at);
}

function choiceOf({ type, name }: NonNullable<CountTokensBody['tool_choice']>): NonNullable<ChatBody['tool_choice']> {
  if (type === 'tool') return { type: 'function', function: { name: name ?? missing('tool_choice.name') } };
  return type === 'any' ? 'required' : type;
}

/** A model that does not think answers without thoughts. */
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
