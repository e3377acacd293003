// Translates a Responses request into a chat body.
import type { Message } from '../../message-schema.ts';
import type { ChatBody } from '../../schema.ts';
import { cameFrom, type OwnNames } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import { refuseOthers } from '../refuse-others.ts';
import { ResponsesBody, type Tool } from './schema.ts';

/** Fields that a chat body may carry besides its documented ones. */
type TranslatedBody = ChatBody & {
  parallel_tool_calls?: boolean;
  reasoning_effort?: string;
  verbosity?: string;
  safety_identifier?: string;
};

const FIELDS = Object.keys(ResponsesBody.properties);
const TOOL_FIELDS = ['type', 'name', 'description', 'parameters', 'strict'];
const TIERS = ['auto', 'default'];
const MOST_METADATA = 16;

/** Refuses what this service cannot do, before anything is looked up or paid for. */
export function refuseUnsupported(body: ResponsesBody): void {
  refuseOthers(body, FIELDS, '');
  const { background, truncation, service_tier: tier, include, metadata } = body;
  if (background)
    refuse(
      'background',
      'This service does not answer in the background. Leave out "background", and use "stream" for long answers.',
    );
  if (truncation === 'auto')
    refuse(
      'truncation',
      'This service does not drop items by itself. Shorten the input, or use a conversation of /chat/completions.',
    );
  if (tier && !TIERS.includes(tier)) refuse('service_tier', 'This service has one tier. Leave out "service_tier".');
  if (include?.includes('message.output_text.logprobs'))
    refuse('include', 'This service does not offer log probabilities here.');
  if (Object.keys(metadata ?? {}).length > MOST_METADATA)
    refuse('metadata', `The field "metadata" may have ${MOST_METADATA} members.`);
  body.tools?.forEach(toolOf);
  if (body.tool_choice) choiceOf(body.tool_choice);
}

/** How a caller names the fields of the chat body. */
export const OWN_NAMES: OwnNames = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  max_completion_tokens: 'max_output_tokens',
  response_format: 'text.format',
  'response_format.json_schema.schema': 'text.format.schema',
  reasoning_effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
  '.content': '.content',
  '.image_url': '.image_url',
  '.function.name': '.name',
  '.function.parameters': '.parameters',
};

export function chatBodyOf(body: ResponsesBody, messages: Message[]): TranslatedBody {
  const { instructions, tools, tool_choice: choice, text, user, safety_identifier: identifier, stream } = body;
  const format = text?.format;
  const effort = body.reasoning?.effort;
  return {
    model: body.model,
    messages: [
      ...(instructions ? [cameFrom({ role: 'system' as const, content: instructions }, 'instructions')] : []),
      ...messages,
    ],
    ...(body.max_output_tokens ? { max_completion_tokens: body.max_output_tokens } : {}),
    ...(typeof body.temperature === 'number' ? { temperature: body.temperature } : {}),
    ...(typeof body.top_p === 'number' ? { top_p: body.top_p } : {}),
    ...(tools?.length ? { tools: tools.map(toolOf) } : {}),
    ...(choice && tools?.length ? { tool_choice: choiceOf(choice) } : {}),
    ...(body.parallel_tool_calls === false && tools?.length ? { parallel_tool_calls: false } : {}),
    ...(format && format.type !== 'text' ? { response_format: formatOf(format) } : {}),
    ...(text?.verbosity ? { verbosity: text.verbosity } : {}),
    ...(effort ? { reasoning_effort: effort } : {}),
    ...(user ? { user } : {}),
    ...(identifier ? { safety_identifier: identifier } : {}),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  };
}

function toolOf(tool: Tool, index: number): NonNullable<ChatBody['tools']>[number] {
  const at = `tools[${index}]`;
  const { type, name, description, parameters, strict } = tool;
  if (type !== 'function')
    refuse(
      `${at}.type`,
      `This service does not run the built-in tool "${type}". Declare a function, and run it yourself.`,
    );
  refuseOthers(tool, TOOL_FIELDS, at);
  const called = {
    name: name ?? missing(`${at}.name`),
    ...(description ? { description } : {}),
    ...(parameters ? { parameters } : {}),
    ...(typeof strict === 'boolean' ? { strict } : {}),
  };
  return cameFrom({ type: 'function', function: called }, at);
}

function choiceOf(choice: NonNullable<ResponsesBody['tool_choice']>): NonNullable<ChatBody['tool_choice']> {
  if (typeof choice === 'string') return choice;
  if (choice.type !== 'function')
    refuse('tool_choice.type', 'The field "tool_choice" may name a function, and nothing else.');
  return { type: 'function', function: { name: choice.name ?? missing('tool_choice.name') } };
}

type Format = NonNullable<NonNullable<ResponsesBody['text']>['format']>;

function formatOf({ type, name, schema, strict }: Format): NonNullable<ChatBody['response_format']> {
  if (type !== 'json_schema') return { type };
  return {
    type,
    json_schema: {
      name: name ?? missing('text.format.name'),
      schema: schema ?? missing('text.format.schema'),
      ...(typeof strict === 'boolean' ? { strict } : {}),
    },
  };
}
