// Schemas of the text routes: the OpenAI shapes, and a conversation's memory.
import Type, { type Static, type TSchema } from 'typebox';

/** OpenAI clients send null for fields that are not set. */
const OrNull = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Optional(Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] }));

const MAX_CHOICES = 16;
const MAX_MESSAGES = 4096;
/** Far above any model; multiplied by a price it must stay a safe integer. */
const MAX_TOKENS = 10_000_000;

/** Other lifetimes cost more than the tokens say. */
const CacheControl = Type.Object({
  type: Type.Literal('ephemeral'),
  ttl: Type.Optional(Type.Literal('5m')),
});

const ContentPart = Type.Object({
  type: Type.Enum(['text', 'image_url', 'input_audio', 'file', 'refusal']),
  text: Type.Optional(Type.String()),
  image_url: Type.Optional(Type.Object({ url: Type.String({ minLength: 1 }), detail: Type.Optional(Type.String()) })),
  cache_control: Type.Optional(CacheControl),
});

const ToolCall = Type.Object({
  id: Type.String(),
  type: Type.Literal('function'),
  function: Type.Object({ name: Type.String(), arguments: Type.String() }),
});

export const Message = Type.Object({
  role: Type.Enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: Type.Optional(Type.Union([Type.String(), Type.Array(ContentPart), Type.Null()])),
  name: Type.Optional(Type.String()),
  tool_calls: Type.Optional(Type.Array(ToolCall)),
  tool_call_id: Type.Optional(Type.String()),
  reasoning_content: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  reasoning_signature: Type.Optional(Type.String()),
});
export type Message = Static<typeof Message>;

const Tool = Type.Object({
  type: Type.Literal('function'),
  function: Type.Object({
    name: Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$' }),
    description: Type.Optional(Type.String()),
    parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    strict: OrNull(Type.Boolean()),
  }),
  cache_control: Type.Optional(CacheControl),
});

const ResponseFormat = Type.Object({
  type: Type.Enum(['text', 'json_object', 'json_schema']),
  json_schema: Type.Optional(
    Type.Object({
      name: Type.String(),
      schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      strict: OrNull(Type.Boolean()),
    }),
  ),
});

/** Fields of both chat and plain completion. */
const Sampling = {
  model: Type.String({ minLength: 1, maxLength: 256, description: 'An id of GET /models, or "default"' }),
  max_tokens: OrNull(Type.Integer({ minimum: 1, maximum: MAX_TOKENS })),
  temperature: OrNull(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: OrNull(Type.Number({ minimum: 0, maximum: 1 })),
  top_k: OrNull(
    Type.Integer({ minimum: -1, description: 'As far as the engine of the model has it; so are the next two' }),
  ),
  min_p: OrNull(Type.Number({ minimum: 0, maximum: 1 })),
  repetition_penalty: OrNull(Type.Number({ minimum: 0, maximum: 10 })),
  n: OrNull(Type.Integer({ minimum: 1, maximum: MAX_CHOICES })),
  seed: OrNull(Type.Integer()),
  stop: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 16 }), Type.Null()])),
  presence_penalty: OrNull(Type.Number({ minimum: -2, maximum: 2 })),
  frequency_penalty: OrNull(Type.Number({ minimum: -2, maximum: 2 })),
  logit_bias: OrNull(
    Type.Record(Type.String(), Type.Number({ minimum: -100, maximum: 100 })) as TSchema & { type: string },
  ),
  user: OrNull(Type.String()),
  stream: OrNull(Type.Boolean()),
  stream_options: OrNull(Type.Object({ include_usage: Type.Optional(Type.Boolean()) })),
};

export const ChatBody = Type.Object({
  ...Sampling,
  messages: Type.Array(Message, { minItems: 1, maxItems: MAX_MESSAGES }),
  max_completion_tokens: OrNull(Type.Integer({ minimum: 1, maximum: MAX_TOKENS })),
  response_format: Type.Optional(ResponseFormat),
  tools: Type.Optional(Type.Array(Tool, { maxItems: 128 })),
  tool_choice: Type.Optional(
    Type.Union([
      Type.Enum(['none', 'auto', 'required']),
      Type.Object({ type: Type.Literal('function'), function: Type.Object({ name: Type.String() }) }),
      Type.Null(),
    ]),
  ),
  conversation_id: OrNull(Type.String({ maxLength: 64, description: '"new", or one from an earlier answer' })),
});
export type ChatBody = Static<typeof ChatBody>;

export const CompletionBody = Type.Object({
  ...Sampling,
  prompt: Type.Union([
    Type.String(),
    Type.Array(Type.String(), { minItems: 1, maxItems: 64 }),
    Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }),
    Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }), { minItems: 1, maxItems: 64 }),
  ]),
  suffix: OrNull(Type.String()),
  echo: OrNull(Type.Boolean()),
  best_of: OrNull(Type.Integer({ minimum: 1, maximum: MAX_CHOICES })),
});
export type CompletionBody = Static<typeof CompletionBody>;

export const EmbeddingBody = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 256 }),
  input: Type.Union([
    Type.String({ minLength: 1 }),
    Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2048 }),
    Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 100_000 }),
    Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }), { minItems: 1, maxItems: 2048 }),
  ]),
  encoding_format: Type.Optional(Type.Enum(['float', 'base64'])),
  dimensions: OrNull(Type.Integer({ minimum: 1, maximum: 100_000 })),
  user: OrNull(Type.String()),
});
export type EmbeddingBody = Static<typeof EmbeddingBody>;

const Usage = Type.Object({
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
  credits: Type.Optional(Type.Number()),
});

const Answer = {
  id: Type.String(),
  created: Type.Integer(),
  model: Type.String(),
  usage: Type.Optional(Usage),
};

export const ChatReply = Type.Object({
  ...Answer,
  object: Type.Literal('chat.completion'),
  choices: Type.Array(
    Type.Object({ index: Type.Integer(), message: Message, finish_reason: Type.Union([Type.String(), Type.Null()]) }),
  ),
  conversation_id: Type.Optional(Type.String()),
});

export const CompletionReply = Type.Object({
  ...Answer,
  object: Type.Literal('text_completion'),
  choices: Type.Array(
    Type.Object({
      index: Type.Integer(),
      text: Type.String(),
      finish_reason: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

export const EmbeddingReply = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(
    Type.Object({
      object: Type.Literal('embedding'),
      index: Type.Integer(),
      embedding: Type.Union([Type.Array(Type.Number()), Type.String()]),
    }),
  ),
  model: Type.String(),
  usage: Type.Object({ prompt_tokens: Type.Integer(), total_tokens: Type.Integer() }),
});

export const ConversationQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 64 })),
});
export type ConversationQuery = Static<typeof ConversationQuery>;

export const ConversationParams = Type.Object({ id: Type.String({ maxLength: 64 }) });

const Conversation = {
  id: Type.String(),
  object: Type.Literal('conversation'),
  title: Type.String(),
  model: Type.String(),
  messages_count: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
};

export const ConversationList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(Type.Object(Conversation)),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});

export const ConversationReply = Type.Object({
  ...Conversation,
  messages: Type.Array(Message),
  condensed: Type.Array(
    Type.Object({
      text: Type.String({ description: 'Summary that the model receives instead of these messages' }),
      messages: Type.Integer({ description: 'Number of messages, from the start, that the summary replaces' }),
      model: Type.String(),
      created_at: Type.String(),
    }),
  ),
});

export const ConversationDeleted = Type.Object({
  id: Type.String(),
  object: Type.Literal('conversation.deleted'),
  deleted: Type.Literal(true),
});
