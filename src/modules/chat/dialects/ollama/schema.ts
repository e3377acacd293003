// Schemas of Ollama's API: the requests that this service understands, and its replies.
import Type, { type Static } from 'typebox';

const MAX_MESSAGES = 4096;
const MAX_TOOLS = 1024;
/** The same bounds as a chat's. */
const MAX_TOKENS = 10_000_000;

const Json = (description?: string) =>
  Type.Record(Type.String(), Type.Unknown(), description === undefined ? {} : { description });
const ModelName = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'An id of GET /api/tags, with or without ":latest"',
});
const Images = Type.Array(Type.String({ minLength: 1 }), { maxItems: 32, description: 'Base64' });

const ToolCall = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 256, description: 'Names the call' })),
  function: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 128, description: 'The function that was called' }),
      arguments: Type.Optional(Json('Its arguments')),
    },
    { description: 'The call' },
  ),
});

const Message = Type.Object(
  {
    role: Type.Enum(['system', 'user', 'assistant', 'tool'], { description: 'Whose message it is' }),
    content: Type.Optional(Type.String({ description: 'The text' })),
    thinking: Type.Optional(Type.String({ description: 'What the model thought before its answer' })),
    images: Type.Optional(Images),
    tool_calls: Type.Optional(Type.Array(ToolCall, { maxItems: 128, description: 'Functions that the model called' })),
    tool_name: Type.Optional(Type.String({ maxLength: 128, description: 'Which function this answers' })),
    tool_call_id: Type.Optional(
      Type.String({ maxLength: 256, description: 'Which call this answers; default: the first open one of tool_name' }),
    ),
  },
  { title: 'OllamaMessage' },
);
export type Message = Static<typeof Message>;

const Tool = Type.Object(
  {
    type: Type.Literal('function', { description: 'The only kind' }),
    function: Type.Object(
      {
        name: Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$', description: 'How the model calls it' }),
        description: Type.Optional(Type.String({ description: 'What it does, for the model' })),
        parameters: Type.Optional(Json('JSON schema of its arguments')),
      },
      { description: 'The function' },
    ),
  },
  { title: 'OllamaTool' },
);
export type Tool = Static<typeof Tool>;

const Options = Type.Object(
  {
    num_predict: Type.Optional(
      Type.Integer({ minimum: -2, maximum: MAX_TOKENS, description: 'Below 1: up to the model’s own limit' }),
    ),
    temperature: Type.Optional(
      Type.Number({ minimum: 0, maximum: 2, description: 'Higher: more varied; default: that of the model' }),
    ),
    top_p: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Only the most likely tokens that together have this probability',
      }),
    ),
    top_k: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Only this many likely tokens' })),
    min_p: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Only tokens at least this likely, relative to the likeliest',
      }),
    ),
    seed: Type.Optional(Type.Integer({ description: 'The same seed gives the same answer where the model allows it' })),
    stop: Type.Optional(
      Type.Union([Type.String(), Type.Array(Type.String(), { maxItems: 16 })], {
        description: 'Text, or up to 16 texts, at which the answer ends',
      }),
    ),
    presence_penalty: Type.Optional(
      Type.Number({ minimum: -2, maximum: 2, description: 'Above 0: speaks of new things' }),
    ),
    frequency_penalty: Type.Optional(
      Type.Number({ minimum: -2, maximum: 2, description: 'Above 0: repeats words less' }),
    ),
    repeat_penalty: Type.Optional(
      Type.Number({ minimum: 0, maximum: 10, description: 'Above 1: repeats earlier tokens less' }),
    ),
  },
  { title: 'OllamaOptions' },
);
export type Options = Static<typeof Options>;

/** Fields of both chat and generate. */
const Asked = {
  model: ModelName,
  stream: Type.Optional(Type.Boolean({ description: 'Default true' })),
  format: Type.Optional(
    Type.Union([Type.Enum(['', 'json']), Json()], { description: 'json, or the JSON schema of the answer' }),
  ),
  think: Type.Optional(
    Type.Union([Type.Boolean(), Type.Enum(['low', 'medium', 'high'])], {
      description: 'Whether, or how much, a model that thinks may think',
    }),
  ),
  options: Type.Optional(Type.Unsafe<Options>({ ...Options, description: 'How the answer is made' })),
  keep_alive: Type.Optional(
    Type.Union([Type.String({ maxLength: 32 }), Type.Number()], { description: 'Accepted without effect' }),
  ),
};

export const OllamaChatBody = Type.Object({
  ...Asked,
  messages: Type.Optional(
    Type.Array(Message, { maxItems: MAX_MESSAGES, description: 'The conversation so far, oldest first' }),
  ),
  tools: Type.Optional(Type.Array(Tool, { maxItems: MAX_TOOLS, description: 'Functions that the model may call' })),
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
      { description: 'Whether the model may call functions, must call one, or must call this one' },
    ),
  ),
});
export type OllamaChatBody = Static<typeof OllamaChatBody>;

export const OllamaGenerateBody = Type.Object({
  ...Asked,
  prompt: Type.Optional(
    Type.String({ description: 'What is asked; without it the answer says whether the model is there' }),
  ),
  suffix: Type.Optional(Type.String({ description: 'Text that follows the answer; needs fill_in_the_middle' })),
  system: Type.Optional(Type.String({ description: 'What the model should keep to' })),
  raw: Type.Optional(Type.Boolean({ description: 'The prompt is sent without the chat template' })),
  images: Type.Optional(Images),
});
export type OllamaGenerateBody = Static<typeof OllamaGenerateBody>;

export const EmbedBody = Type.Object({
  model: ModelName,
  input: Type.Union(
    [Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 2048 })],
    { description: 'A text, or several' },
  ),
  dimensions: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'Keeps the first values of the vector' }),
  ),
  truncate: Type.Optional(Type.Boolean({ description: 'Without effect: a text that is too long is refused' })),
  keep_alive: Asked.keep_alive,
  options: Type.Optional(Json('Accepted without effect')),
});
export type EmbedBody = Static<typeof EmbedBody>;

export const EmbeddingsBody = Type.Object({
  model: ModelName,
  prompt: Type.String({ minLength: 1, description: 'The text' }),
  keep_alive: Asked.keep_alive,
  options: Type.Optional(Json('Accepted without effect')),
});

export const ShowBody = Type.Object({
  model: Type.Optional(ModelName),
  name: Type.Optional(ModelName),
  verbose: Type.Optional(Type.Boolean({ description: 'Accepted without effect' })),
});
export type ShowBody = Static<typeof ShowBody>;

const Measured = {
  done_reason: Type.Optional(Type.String()),
  total_duration: Type.Optional(Type.Integer({ description: 'Nanoseconds, as the others' })),
  load_duration: Type.Optional(Type.Integer()),
  prompt_eval_count: Type.Optional(Type.Integer()),
  prompt_eval_duration: Type.Optional(Type.Integer()),
  eval_count: Type.Optional(Type.Integer()),
  eval_duration: Type.Optional(Type.Integer()),
};
const Said = { model: Type.String(), created_at: Type.String(), done: Type.Boolean() };

export const OllamaChatReply = Type.Object({ ...Said, message: Message, ...Measured }, { title: 'OllamaChatReply' });
export const OllamaGenerateReply = Type.Object({
  ...Said,
  response: Type.String(),
  thinking: Type.Optional(Type.String()),
  ...Measured,
});
export const EmbedReply = Type.Object({
  model: Type.String(),
  embeddings: Type.Array(Type.Array(Type.Number())),
  total_duration: Type.Integer(),
  load_duration: Type.Integer(),
  prompt_eval_count: Type.Integer(),
});
export const EmbeddingsReply = Type.Object({ embedding: Type.Array(Type.Number()) });
export const VersionReply = Type.Object({ version: Type.String() });

const Details = Type.Object(
  {
    parent_model: Type.String(),
    format: Type.String(),
    family: Type.String(),
    families: Type.Array(Type.String()),
    parameter_size: Type.String(),
    quantization_level: Type.String(),
  },
  { title: 'OllamaModelDetails' },
);
export const TagsReply = Type.Object(
  {
    models: Type.Array(
      Type.Object({
        name: Type.String(),
        model: Type.String(),
        modified_at: Type.String(),
        size: Type.Integer({ description: '0: unknown here' }),
        digest: Type.String({ description: 'SHA-256 of the id' }),
        details: Details,
      }),
    ),
  },
  { title: 'OllamaModels' },
);
export const ShowReply = Type.Object({
  details: Details,
  model_info: Json(),
  capabilities: Type.Array(Type.String()),
  parameters: Type.String(),
  template: Type.String(),
  modelfile: Type.String(),
  modified_at: Type.String(),
});
/** Every request is refused, so its body is not validated. */
const Anything = Type.Optional(Type.Unknown({ description: 'Whatever it is, the call is refused' }));
export const RefusedBody = Type.Object({ model: Anything, from: Anything, source: Anything, destination: Anything });
export type RefusedBody = Static<typeof RefusedBody>;

export const Refused = Type.Object({ error: Type.String() });
