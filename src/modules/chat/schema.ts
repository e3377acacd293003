// Schemas of chat, plain completion and embeddings, in OpenAI's shapes.
import Type, { type Static, type TSchema } from 'typebox';
import { Message, OrNull, ResponseFormat, Tool } from './message-schema.ts';
import { SentMessage, SentTool, SentToolChoice } from './sent-tools.ts';

const MAX_CHOICES = 16;
const MAX_MESSAGES = 4096;
const MAX_TOOLS = 1024;
/** Far above any model; multiplied by a price it must stay a safe integer. */
const MAX_TOKENS = 10_000_000;

/** Fields of both chat and plain completion. */
const Sampling = {
  model: Type.String({ minLength: 1, maxLength: 256, description: 'An id of GET /models, or "default"' }),
  max_tokens: OrNull(
    Type.Integer({
      description: 'The most tokens to generate; default: what the window of the model allows',
      minimum: 1,
      maximum: MAX_TOKENS,
    }),
  ),
  temperature: OrNull(
    Type.Number({
      description: '0 to 0.3: nearly the same answer each time; 0.8 and above: varied; default: that of the model',
      minimum: 0,
      maximum: 2,
    }),
  ),
  top_p: OrNull(
    Type.Number({
      description: 'Only the most likely tokens that together have this probability',
      minimum: 0,
      maximum: 1,
    }),
  ),
  top_k: OrNull(
    Type.Integer({
      minimum: -1,
      description: "Only if the model's engine supports it; the same holds for the next two",
    }),
  ),
  min_p: OrNull(
    Type.Number({ minimum: 0, maximum: 1, description: 'Only tokens at least this likely, relative to the likeliest' }),
  ),
  repetition_penalty: OrNull(
    Type.Number({ minimum: 0, maximum: 10, description: 'Above 1: repeats earlier tokens less' }),
  ),
  n: OrNull(
    Type.Integer({ description: 'How many answers to generate; each is charged', minimum: 1, maximum: MAX_CHOICES }),
  ),
  seed: OrNull(
    Type.Integer({ description: 'The same seed and request give the same answer where the model allows it' }),
  ),
  stop: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 16 }), Type.Null()], {
      title: 'Stop',
      description: 'Text, or up to 16 texts, at which the answer ends',
    }),
  ),
  presence_penalty: OrNull(
    Type.Number({ description: 'Above 0: more likely to introduce new topics', minimum: -2, maximum: 2 }),
  ),
  frequency_penalty: OrNull(
    Type.Number({ description: 'Above 0: less repetition of frequent words', minimum: -2, maximum: 2 }),
  ),
  logit_bias: OrNull(
    Type.Record(Type.String(), Type.Number({ minimum: -100, maximum: 100 }), {
      description: 'Token id to a value that is added to its likelihood',
    }) as TSchema & { type: string },
  ),
  user: OrNull(Type.String({ description: 'Your own identifier of the end customer' })),
  stream: OrNull(Type.Boolean({ description: 'true: the answer comes as server-sent events' })),
  stream_options: OrNull(
    Type.Object(
      { include_usage: Type.Optional(Type.Boolean({ description: 'true: a last event with the usage' })) },
      { description: 'include_usage: the last event of a stream says how many tokens it took' },
    ),
  ),
};

export const ChatBody = Type.Object(
  {
    ...Sampling,
    messages: Type.Array(Message, {
      description: 'The conversation so far, oldest first',
      minItems: 1,
      maxItems: MAX_MESSAGES,
    }),
    max_completion_tokens: OrNull(
      Type.Integer({ description: 'The newer name of max_tokens', minimum: 1, maximum: MAX_TOKENS }),
    ),
    store: OrNull(Type.Boolean({ description: 'true: keeps the completion for GET /chat/completions' })),
    metadata: OrNull(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Up to 16 notes of your own, kept with a stored completion',
      }),
    ),
    response_format: Type.Optional(ResponseFormat),
    tools: Type.Optional(Type.Array(Tool, { description: 'Functions that the model may call', maxItems: MAX_TOOLS })),
    tool_choice: Type.Optional(
      Type.Union(
        [
          Type.Enum(['none', 'auto', 'required']),
          Type.Object({
            type: Type.Literal('function', { description: 'The only kind' }),
            function: Type.Object({ name: Type.String({ description: 'Its name' }) }, { description: 'The function' }),
          }),
          Type.Null(),
        ],
        { description: 'Whether the model may call tools, must call one, or must call this one' },
      ),
    ),
    parallel_tool_calls: OrNull(
      Type.Boolean({ description: 'false: the answer has one tool call at most; default: as many as the model makes' }),
    ),
    conversation_id: OrNull(Type.String({ maxLength: 64, description: '"new", or one from an earlier answer' })),
  },
  { title: 'PlainChatRequest' },
);
export type ChatBody = Static<typeof ChatBody>;

/** As clients send it, with custom tools and allowed tools, which become functions before anything else is done. */
export const SentChatBody = Type.Object(
  {
    ...ChatBody.properties,
    messages: Type.Array(SentMessage, {
      description: 'The conversation so far, oldest first',
      minItems: 1,
      maxItems: MAX_MESSAGES,
    }),
    tools: Type.Optional(Type.Array(SentTool, { description: 'Tools that the model may call', maxItems: MAX_TOOLS })),
    tool_choice: Type.Optional(SentToolChoice),
  },
  { title: 'ChatRequest' },
);
export type SentChatBody = Static<typeof SentChatBody>;

export const CompletionBody = Type.Object(
  {
    ...Sampling,
    prompt: Type.Union(
      [
        Type.String(),
        Type.Array(Type.String(), { minItems: 1, maxItems: 64 }),
        Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }),
        Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }), { minItems: 1, maxItems: 64 }),
      ],
      { description: 'The text to continue; or several, or token ids' },
    ),
    suffix: OrNull(
      Type.String({ description: 'Text that follows the completion; needs a model with fill_in_the_middle' }),
    ),
    echo: OrNull(Type.Boolean({ description: 'true: the answer begins with the prompt' })),
    best_of: OrNull(
      Type.Integer({ description: 'Generates this many and returns the best n', minimum: 1, maximum: MAX_CHOICES }),
    ),
  },
  { title: 'CompletionRequest' },
);
export type CompletionBody = Static<typeof CompletionBody>;

export const EmbeddingBody = Type.Object(
  {
    model: Type.String({
      description: 'An id of GET /models with the capability "embedding", or "default"',
      minLength: 1,
      maxLength: 256,
    }),
    input: Type.Union(
      [
        Type.String({ minLength: 1 }),
        Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2048 }),
        Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1, maxItems: 100_000 }),
        Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }), { minItems: 1, maxItems: 2048 }),
      ],
      { description: 'A text, texts, token ids or lists of them' },
    ),
    encoding_format: Type.Optional(
      Type.Enum(['float', 'base64'], { description: 'float (default): numbers; base64: little-endian 32-bit floats' }),
    ),
    dimensions: OrNull(
      Type.Integer({
        description: 'Keeps the first values and scales the vector to length 1',
        minimum: 1,
        maximum: 100_000,
      }),
    ),
    user: OrNull(Type.String({ description: 'Your own identifier of the end customer' })),
  },
  { title: 'EmbeddingRequest' },
);
export type EmbeddingBody = Static<typeof EmbeddingBody>;

const Usage = Type.Object(
  {
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    credits: Type.Optional(Type.Number()),
  },
  { title: 'TokenUsage' },
);

const Answer = {
  id: Type.String(),
  created: Type.Integer(),
  model: Type.String(),
  usage: Type.Optional(Usage),
};

export const ChatReply = Type.Object(
  {
    ...Answer,
    object: Type.Literal('chat.completion'),
    choices: Type.Array(
      Type.Object({ index: Type.Integer(), message: Message, finish_reason: Type.Union([Type.String(), Type.Null()]) }),
    ),
    conversation_id: Type.Optional(Type.String()),
  },
  { title: 'ChatCompletion' },
);

export const CompletionReply = Type.Object(
  {
    ...Answer,
    object: Type.Literal('text_completion'),
    choices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        text: Type.String(),
        finish_reason: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  },
  { title: 'Completion' },
);

export const EmbeddingReply = Type.Object(
  {
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
  },
  { title: 'EmbeddingList' },
);
