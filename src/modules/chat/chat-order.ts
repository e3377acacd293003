// Turns a client's chat body into an engine's order, after checking that the model supports it.
import { ServiceError } from '../../core/errors.ts';
import type {
  ContentPart,
  ResponseFormat,
  TextMessage,
  TextModel,
  TextOrder,
  ToolCall,
} from '../../engines/text/port.ts';
import { CHAT_FIELDS } from './fields/chat.ts';
import { refuseByTable } from './fields/rule.ts';
import type { Message } from './message-schema.ts';
import type { ChatBody, CompletionBody } from './schema.ts';

/**
 * Fields that the order represents itself or that only this service uses. Of the others, an engine accepts those that
 * it knows to be harmless.
 */
const KNOWN_FIELDS = new Set([
  'model',
  'messages',
  'prompt',
  'suffix',
  'echo',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'n',
  'seed',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'response_format',
  'tools',
  'tool_choice',
  'user',
  'stream',
  'stream_options',
  'conversation_id',
]);

export function chatOrder(body: ChatBody, model: TextModel, messages: TextMessage[]): TextOrder {
  return {
    ...samplingOf(body, model),
    messages,
    ...(body.response_format ? { responseFormat: formatOf(body.response_format) } : {}),
    ...(body.tools?.length ? { tools: body.tools.map(toolOf) } : {}),
    ...(body.tool_choice && body.tools?.length
      ? { toolChoice: typeof body.tool_choice === 'string' ? body.tool_choice : choiceOf(body.tool_choice) }
      : {}),
  };
}

/** The client's body for an engine that forwards it, without members that an upstream must not receive. */
export function relayedBody(body: ChatBody, messages: TextMessage[]): Record<string, unknown> {
  const relayed: Record<string, unknown> = { ...body, messages };
  const { tools, tool_choice: choice, response_format: format } = body;
  if (tools !== undefined) relayed.tools = tools?.map(toolOf);
  if (choice !== undefined)
    relayed.tool_choice = typeof choice === 'string' ? choice : choice ? choiceOf(choice) : undefined;
  if (format !== undefined) relayed.response_format = format ? formatOf(format) : undefined;
  return relayed;
}

function choiceOf({ function: { name } }: { function: { name: string } }) {
  return { type: 'function' as const, function: { name } };
}

export function samplingOf(body: ChatBody | CompletionBody, model: TextModel): TextOrder {
  const extra = Object.fromEntries(Object.entries(body).filter(([field]) => !KNOWN_FIELDS.has(field)));
  return {
    model: model.id,
    ...(typeof body.temperature === 'number' ? { temperature: body.temperature } : {}),
    ...(typeof body.top_p === 'number' ? { topP: body.top_p } : {}),
    ...(typeof body.seed === 'number' ? { seed: body.seed } : {}),
    ...(body.stop ? { stop: typeof body.stop === 'string' ? [body.stop] : body.stop } : {}),
    ...(typeof body.presence_penalty === 'number' ? { presencePenalty: body.presence_penalty } : {}),
    ...(typeof body.frequency_penalty === 'number' ? { frequencyPenalty: body.frequency_penalty } : {}),
    ...(body.logit_bias ? { logitBias: body.logit_bias as Record<string, number> } : {}),
    ...(body.user ? { user: body.user } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

export function refuseFields(body: ChatBody | CompletionBody): void {
  refuseByTable(body, CHAT_FIELDS);
  const { best_of: bestOf } = body as { best_of?: unknown };
  if (typeof bestOf === 'number' && bestOf > (body.n ?? 1))
    throw new ServiceError('invalid_parameter', '"best_of" must not exceed "n": every generated answer is returned.', {
      param: 'best_of',
    });
}

export function messagesOf(body: ChatBody, model: TextModel): TextMessage[] {
  refuseFields(body);
  checkToolChoice(body);
  if (body.tools?.length && !model.capabilities.includes('tools')) refuse(model, 'tools', 'does not call tools');
  const wantsSchema = body.response_format?.type === 'json_schema';
  if (wantsSchema && !body.response_format?.json_schema) {
    throw new ServiceError('missing_parameter', 'The field "response_format.json_schema" is required.', {
      param: 'response_format.json_schema',
    });
  }
  if (wantsSchema && !model.capabilities.includes('json_schema'))
    refuse(model, 'response_format', 'does not support a JSON schema');
  return body.messages.map((message, index) => messageOf(message, index, model));
}

function checkToolChoice({ tools = [], tool_choice: choice }: ChatBody): void {
  if (!choice || choice === 'none' || choice === 'auto') return;
  const isKnown =
    typeof choice === 'string' ? tools.length > 0 : tools.some((tool) => tool.function.name === choice.function.name);
  if (isKnown) return;
  const message =
    typeof choice === 'string'
      ? '"tool_choice" is "required", but there are no "tools".'
      : `"tool_choice" names "${choice.function.name}", which is not among the tools.`;
  throw new ServiceError('invalid_parameter', message, { param: 'tool_choice' });
}

function messageOf(message: Message, index: number, model: TextModel): TextMessage {
  const at = `messages[${index}]`;
  if (message.role === 'tool' && !message.tool_call_id) missing(`${at}.tool_call_id`);
  const hasCalls = message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 0;
  if ((message.content === undefined || message.content === null) && !hasCalls) missing(`${at}.content`);
  const content = Array.isArray(message.content)
    ? message.content.map((part, position) => partOf(part, `${at}.content[${position}]`, model))
    : (message.content ?? null);
  const { role, name, tool_calls, tool_call_id, reasoning_content, reasoning_signature } = message;
  // Only known fields are forwarded: a field that only an upstream knows may cost more than was held.
  const known: TextMessage = { role, content };
  if (name !== undefined) known.name = name;
  if (tool_calls !== undefined) known.tool_calls = tool_calls.map(callOf);
  if (tool_call_id !== undefined) known.tool_call_id = tool_call_id;
  if (role !== 'assistant') return known;
  if (typeof reasoning_content === 'string') known.reasoning_content = reasoning_content;
  if (reasoning_signature !== undefined) known.reasoning_signature = reasoning_signature;
  return known;
}

function callOf({
  id,
  type,
  function: { name, arguments: given },
}: NonNullable<Message['tool_calls']>[number]): ToolCall {
  return { id, type, function: { name, arguments: given } };
}

type GivenPart = Extract<Message['content'], unknown[]>[number];

function partOf(part: GivenPart, at: string, model: TextModel): ContentPart {
  const mark = part.cache_control ? { cache_control: { type: part.cache_control.type } } : {};
  if (part.type === 'text') return { type: 'text', text: part.text ?? missing(`${at}.text`), ...mark };
  if (part.type === 'image_url') {
    if (!model.capabilities.includes('vision')) refuse(model, at, 'does not accept images');
    const { url, detail } = part.image_url ?? missing(`${at}.image_url`);
    return { type: 'image_url', image_url: { url, ...(detail === undefined ? {} : { detail }) }, ...mark };
  }
  if (part.type === 'input_audio')
    throw new ServiceError(
      'invalid_parameter',
      'A recording is counted only once it is transcribed, which is paid. Leave it out here.',
      { param: at },
    );
  return refuse(model, at, `does not accept parts of type "${part.type}"`);
}

function toolOf(tool: NonNullable<ChatBody['tools']>[number]): NonNullable<TextOrder['tools']>[number] {
  const { name, description, parameters, strict } = tool.function;
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters }),
      ...(typeof strict === 'boolean' ? { strict } : {}),
    },
    ...(tool.cache_control ? { cache_control: { type: tool.cache_control.type } } : {}),
  };
}

function formatOf(format: NonNullable<ChatBody['response_format']>): ResponseFormat {
  if (format.type !== 'json_schema' || !format.json_schema)
    return { type: format.type === 'json_object' ? 'json_object' : 'text' };
  const { name, schema, strict } = format.json_schema;
  return {
    type: 'json_schema',
    json_schema: {
      name,
      ...(schema === undefined ? {} : { schema }),
      ...(typeof strict === 'boolean' ? { strict } : {}),
    },
  };
}

function refuse(model: TextModel, param: string, what: string): never {
  throw new ServiceError(
    'invalid_parameter',
    `The model "${model.id}" ${what}. GET /models lists the capabilities of each model.`,
    {
      param,
    },
  );
}

function missing(param: string): never {
  throw new ServiceError('missing_parameter', `The field "${param}" is required.`, { param });
}
