// Translates a Responses request into a chat body.
import { RESPONSES_FIELDS } from '../../fields/responses.ts';
import { refuseByTable } from '../../fields/rule.ts';
import type { Message } from '../../message-schema.ts';
import type { ChatBody } from '../../schema.ts';
import { cameFrom, type OwnNames } from '../own-fields.ts';
import { missing, refuse } from '../refuse.ts';
import type { ResponsesBody } from './schema.ts';
import type { DeclaredTools } from './tools.ts';

/** Fields that a chat body may carry besides its documented ones. */
type TranslatedBody = ChatBody & {
  parallel_tool_calls?: boolean;
  reasoning_effort?: string;
  verbosity?: string;
  logprobs?: boolean;
  top_logprobs?: number;
  safety_identifier?: string;
};

const MAX_METADATA = 16;

/** Refuses unsupported features before anything is looked up or paid for. */
export function refuseUnsupported(body: ResponsesBody): void {
  refuseByTable(body, RESPONSES_FIELDS);
  const { metadata } = body;
  if (Object.keys(metadata ?? {}).length > MAX_METADATA)
    refuse('metadata', `The field "metadata" may have ${MAX_METADATA} members.`);
}

export function conversationIdOf({ conversation }: Pick<ResponsesBody, 'conversation'>): string | undefined {
  return typeof conversation === 'string' ? conversation : conversation?.id;
}

/** The caller's names for the fields of the chat body. */
export const OWN_NAMES: OwnNames = {
  messages: 'input',
  conversation_id: 'conversation',
  max_tokens: 'max_output_tokens',
  max_completion_tokens: 'max_output_tokens',
  response_format: 'text.format',
  'response_format.json_schema.schema': 'text.format.schema',
  reasoning_effort: 'reasoning.effort',
  logprobs: 'top_logprobs',
  verbosity: 'text.verbosity',
  '.content': '.content',
  '.image_url': '.image_url',
  '.file': '',
  '.input_audio': '.input_audio',
  '.input_audio.data': '.input_audio.data',
  '.function.name': '.name',
  '.function.parameters': '.parameters',
};

export function chatBodyOf(body: ResponsesBody, messages: Message[], declared: DeclaredTools): TranslatedBody {
  const { instructions, tool_choice: choice, text, user, safety_identifier: identifier, stream } = body;
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
    ...(declared.tools.length > 0 ? { tools: declared.tools } : {}),
    ...(choice && body.tools?.length ? declared.choiceOf(choice) : {}),
    ...(body.parallel_tool_calls === false && declared.tools.length > 0 ? { parallel_tool_calls: false } : {}),
    ...(format && format.type !== 'text' ? { response_format: formatOf(format) } : {}),
    ...(text?.verbosity ? { verbosity: text.verbosity } : {}),
    ...(effort ? { reasoning_effort: effort === 'max' ? 'xhigh' : effort } : {}),
    ...(wantsLogprobs(body) ? { logprobs: true, top_logprobs: body.top_logprobs ?? 0 } : {}),
    ...(user ? { user } : {}),
    ...(identifier ? { safety_identifier: identifier } : {}),
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  };
}

function wantsLogprobs({ include, top_logprobs: most }: ResponsesBody): boolean {
  return (most ?? 0) > 0 || (include?.includes('message.output_text.logprobs') ?? false);
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
