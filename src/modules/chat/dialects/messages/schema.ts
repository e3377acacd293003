// Schemas of Anthropic's Messages API, as far as this service follows it.
import Type, { type Static } from 'typebox';

const MOST_TOKENS = 10_000_000;
const MOST_MESSAGES = 4096;
const MOST_BLOCKS = 4096;

const OrNull = Type.Null();
const CacheControl = Type.Union([
  Type.Object({ type: Type.Literal('ephemeral'), ttl: Type.Optional(Type.Enum(['5m', '1h'])) }),
  OrNull,
]);

const Source = Type.Object({
  type: Type.String({ maxLength: 40 }),
  media_type: Type.Optional(Type.String({ maxLength: 100 })),
  data: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
});

/** The blocks inside of a tool's result. */
const InnerBlock = Type.Object({
  type: Type.String({ maxLength: 100 }),
  text: Type.Optional(Type.String()),
  source: Type.Optional(Source),
  cache_control: Type.Optional(CacheControl),
});
export type InnerBlock = Static<typeof InnerBlock>;

const Block = Type.Object({
  ...InnerBlock.properties,
  id: Type.Optional(Type.String({ maxLength: 256 })),
  name: Type.Optional(Type.String({ maxLength: 128 })),
  input: Type.Optional(Type.Unknown()),
  tool_use_id: Type.Optional(Type.String({ maxLength: 256 })),
  content: Type.Optional(Type.Union([Type.String(), Type.Array(InnerBlock, { maxItems: MOST_BLOCKS })])),
  is_error: Type.Optional(Type.Boolean()),
  thinking: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String()),
});
export type Block = Static<typeof Block>;

const Message = Type.Object({
  role: Type.Enum(['user', 'assistant', 'system']),
  content: Type.Union([Type.String(), Type.Array(Block, { maxItems: MOST_BLOCKS })]),
});
export type Message = Static<typeof Message>;

const Tool = Type.Object({
  type: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), OrNull])),
  name: Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$' }),
  description: Type.Optional(Type.String()),
  input_schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  strict: Type.Optional(Type.Boolean()),
  cache_control: Type.Optional(CacheControl),
});
export type Tool = Static<typeof Tool>;

const ToolChoice = Type.Object({
  type: Type.Enum(['auto', 'any', 'tool', 'none']),
  name: Type.Optional(Type.String({ maxLength: 128 })),
  disable_parallel_tool_use: Type.Optional(Type.Boolean()),
});

const Thinking = Type.Object({
  type: Type.Enum(['enabled', 'adaptive', 'disabled']),
  budget_tokens: Type.Optional(Type.Integer({ minimum: 1024, maximum: MOST_TOKENS })),
  display: Type.Optional(Type.Union([Type.Literal('summarized'), OrNull])),
});

const OutputConfig = Type.Object({
  effort: Type.Optional(Type.Union([Type.Enum(['low', 'medium', 'high', 'xhigh', 'max']), OrNull])),
  format: Type.Optional(
    Type.Union([
      Type.Object({ type: Type.Literal('json_schema'), schema: Type.Record(Type.String(), Type.Unknown()) }),
      OrNull,
    ]),
  ),
});

const Prompt = {
  model: Type.String({ minLength: 1, maxLength: 256, description: 'An id of GET /models, or "default"' }),
  messages: Type.Array(Message, { minItems: 1, maxItems: MOST_MESSAGES }),
  system: Type.Optional(Type.Union([Type.String(), Type.Array(InnerBlock, { maxItems: MOST_BLOCKS })])),
  tools: Type.Optional(Type.Array(Tool, { maxItems: 128 })),
  tool_choice: Type.Optional(ToolChoice),
  thinking: Type.Optional(Thinking),
  output_config: Type.Optional(OutputConfig),
};

export const CountTokensBody = Type.Object(Prompt);
export type CountTokensBody = Static<typeof CountTokensBody>;

export const MessagesBody = Type.Object({
  ...Prompt,
  max_tokens: Type.Integer({ minimum: 1, maximum: MOST_TOKENS }),
  stop_sequences: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 16 })),
  stream: Type.Optional(Type.Boolean()),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  top_p: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  top_k: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  metadata: Type.Optional(
    Type.Object({ user_id: Type.Optional(Type.Union([Type.String({ maxLength: 512 }), OrNull])) }),
  ),
  service_tier: Type.Optional(Type.Enum(['auto', 'standard_only'])),
});
export type MessagesBody = Static<typeof MessagesBody>;

export const MessagesReply = Type.Object({
  id: Type.String(),
  type: Type.Literal('message'),
  role: Type.Literal('assistant'),
  model: Type.String(),
  content: Type.Array(
    Type.Object({
      type: Type.Enum(['thinking', 'text', 'tool_use']),
      thinking: Type.Optional(Type.String()),
      signature: Type.Optional(Type.String()),
      text: Type.Optional(Type.String()),
      id: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      input: Type.Optional(Type.Unknown()),
    }),
  ),
  stop_reason: Type.Enum(['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'refusal']),
  stop_sequence: Type.Union([Type.String(), Type.Null()]),
  usage: Type.Object({
    input_tokens: Type.Integer({ description: 'Prompt tokens, without the cached ones' }),
    cache_read_input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    credits: Type.Optional(Type.Number()),
  }),
});

export const CountTokensReply = Type.Object({ input_tokens: Type.Integer() });
