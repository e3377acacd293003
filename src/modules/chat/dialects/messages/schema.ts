// Schemas of Anthropic's Messages API, as far as this service follows it.
import Type, { type Static } from 'typebox';

const MAX_TOKENS = 10_000_000;
const MAX_MESSAGES = 4096;
const MAX_BLOCKS = 4096;
const MAX_TOOLS = 1024;

const OrNull = Type.Null();
const CacheControl = Type.Union(
  [
    Type.Object({
      type: Type.Literal('ephemeral', { description: 'The only kind' }),
      ttl: Type.Optional(Type.String({ maxLength: 20, description: '5m; a longer time asks for no more than that' })),
    }),
    OrNull,
  ],
  { description: 'Asks an upstream that knows it to keep the prompt up to here' },
);

/** The parts of a document or of a search result. */
const Inside = Type.Object({
  type: Type.String({ maxLength: 100, description: 'text or image' }),
  text: Type.Optional(Type.String({ description: 'The text of a text block' })),
  source: Type.Optional(
    Type.Union(
      [
        Type.Object({
          type: Type.String({ maxLength: 40, description: 'base64 or url' }),
          media_type: Type.Optional(Type.String({ maxLength: 100, description: 'As image/png' })),
          data: Type.Optional(Type.String({ description: 'Base64' })),
          url: Type.Optional(Type.String({ description: 'A /files/ URL of this service, or an https URL' })),
        }),
        Type.String({ description: 'Without meaning here' }),
      ],
      { description: 'The image of an image block' },
    ),
  ),
});

const Source = Type.Object(
  {
    type: Type.String({ maxLength: 40, description: 'base64, url or file; of a document also text or content' }),
    media_type: Type.Optional(Type.String({ maxLength: 100, description: 'The type of base64 data, as image/png' })),
    data: Type.Optional(Type.String({ description: 'The image or document in base64, or the text of a document' })),
    url: Type.Optional(Type.String({ description: 'A /files/ URL of this service, or an https URL' })),
    file_id: Type.Optional(Type.String({ maxLength: 256, description: 'Id of a file of POST /files' })),
    content: Type.Optional(
      Type.Union([Type.String(), Type.Array(Inside, { maxItems: MAX_BLOCKS })], {
        description: 'The content of a document of the type content',
      }),
    ),
  },
  { description: 'The image or document of a block' },
);

/** The blocks inside of a tool's result. */
const InnerBlock = Type.Object({
  type: Type.String({
    maxLength: 100,
    description:
      'text, image, document, search_result, tool_reference, tool_use, tool_result or thinking, where it may be',
  }),
  text: Type.Optional(Type.String({ description: 'The text of a text block' })),
  source: Type.Optional(
    Type.Union([Source, Type.String({ description: 'Where a search result was found' })], {
      description: 'Of an image, a document or a search result',
    }),
  ),
  title: Type.Optional(
    Type.Union([Type.String(), OrNull], { description: 'The title of a document or a search result' }),
  ),
  context: Type.Optional(Type.Union([Type.String(), OrNull], { description: 'What to know about a document' })),
  tool_name: Type.Optional(Type.String({ maxLength: 128, description: 'The tool of a tool_reference' })),
  content: Type.Optional(
    Type.Union([Type.String(), Type.Array(Inside, { maxItems: MAX_BLOCKS })], {
      description: 'The texts of a search result',
    }),
  ),
  cache_control: Type.Optional(CacheControl),
});
export type InnerBlock = Static<typeof InnerBlock>;

const Block = Type.Object({
  ...InnerBlock.properties,
  id: Type.Optional(Type.String({ maxLength: 256, description: 'Id of a tool_use' })),
  name: Type.Optional(Type.String({ maxLength: 128, description: 'The tool of a tool_use' })),
  input: Type.Optional(Type.Unknown({ description: 'What the tool was called with' })),
  tool_use_id: Type.Optional(Type.String({ maxLength: 256, description: 'The tool_use that a tool_result answers' })),
  content: Type.Optional(
    Type.Union([Type.String(), Type.Array(InnerBlock, { maxItems: MAX_BLOCKS })], {
      description: 'What the tool returned: text, or blocks of text, images and documents',
    }),
  ),
  is_error: Type.Optional(Type.Boolean({ description: 'true: the tool failed' })),
  thinking: Type.Optional(Type.String({ description: 'A thought of an earlier answer' })),
  signature: Type.Optional(Type.String({ description: 'The signature that came with the thought' })),
  data: Type.Optional(Type.String({ description: 'A thought that only its model can read' })),
});
export type Block = Static<typeof Block>;

const Message = Type.Object({
  role: Type.Enum(['user', 'assistant', 'system'], { description: 'Whose message it is' }),
  content: Type.Union([Type.String(), Type.Array(Block, { maxItems: MAX_BLOCKS })], {
    description: 'The message, as text or as blocks',
  }),
});
export type Message = Static<typeof Message>;

const Tool = Type.Object({
  type: Type.Optional(
    Type.Union([Type.String({ maxLength: 100 }), OrNull], {
      description: 'custom, or a tool of Anthropic that you run; those that Anthropic runs are left out',
    }),
  ),
  name: Type.Optional(
    Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$', description: 'How the model calls the tool; required' }),
  ),
  description: Type.Optional(Type.String({ description: 'What the tool does, for the model' })),
  input_schema: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'JSON schema of its input; required' }),
  ),
  input_examples: Type.Optional(
    Type.Array(Type.Unknown(), { maxItems: 64, description: 'Inputs, told to the model with the description' }),
  ),
  max_uses: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 1_000 }), OrNull], {
      description: 'Of a search of the web: how often; default 5, at most 10',
    }),
  ),
  allowed_domains: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 }), OrNull], {
      description: 'Of a search of the web: results of these domains alone are shown to the model',
    }),
  ),
  blocked_domains: Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 }), OrNull], {
      description: 'Of a search of the web: results of these domains are not shown to the model',
    }),
  ),
  defer_loading: Type.Optional(
    Type.Union([Type.Boolean(), OrNull], { description: 'true: shown to the model once a tool_reference names it' }),
  ),
  strict: Type.Optional(
    Type.Union([Type.Boolean(), OrNull], { description: 'true: the input follows the schema exactly' }),
  ),
  cache_control: Type.Optional(CacheControl),
});
export type Tool = Static<typeof Tool>;

const ToolChoice = Type.Object(
  {
    type: Type.Enum(['auto', 'any', 'tool', 'none'], { description: 'any: calls a tool; tool: calls the named one' }),
    name: Type.Optional(Type.String({ maxLength: 128, description: 'The tool, with the type tool' })),
    disable_parallel_tool_use: Type.Optional(
      Type.Boolean({ description: 'true: the answer has one tool_use at most' }),
    ),
  },
  { description: 'Whether the model may use tools, must use one, or must use this one' },
);

const Thinking = Type.Object(
  {
    type: Type.Enum(['enabled', 'adaptive', 'disabled'], { description: 'adaptive: as much as the model likes' }),
    budget_tokens: Type.Optional(
      Type.Integer({
        minimum: 1024,
        maximum: MAX_TOKENS,
        description: 'The most tokens to think with; less than max_tokens',
      }),
    ),
    display: Type.Optional(
      Type.Union([Type.String({ maxLength: 40 }), OrNull], {
        description: 'omitted: thoughts come without their text',
      }),
    ),
  },
  { description: 'How much a model that thinks may think' },
);

const OutputFormat = Type.Union(
  [
    Type.Object({
      type: Type.Literal('json_schema', { description: 'The only kind' }),
      schema: Type.Record(Type.String(), Type.Unknown(), { description: 'The JSON schema of the answer' }),
    }),
    OrNull,
  ],
  { description: 'JSON of a given schema' },
);

const OutputConfig = Type.Object(
  {
    effort: Type.Optional(
      Type.Union([Type.Enum(['low', 'medium', 'high', 'xhigh', 'max']), OrNull], {
        description: 'How much a model that thinks may think, for upstreams that know efforts',
      }),
    ),
    format: Type.Optional(OutputFormat),
  },
  { description: 'The form of the answer, and its effort' },
);

const Prompt = {
  model: Type.String({ minLength: 1, maxLength: 256, description: 'An id of GET /models, or "default"' }),
  messages: Type.Array(Message, {
    minItems: 1,
    maxItems: MAX_MESSAGES,
    description: 'The conversation so far, oldest first; a last message of the assistant is continued',
  }),
  system: Type.Optional(
    Type.Union([Type.String(), Type.Array(InnerBlock, { maxItems: MAX_BLOCKS })], {
      description: 'What the model should keep to, as text or as text blocks',
    }),
  ),
  tools: Type.Optional(Type.Array(Tool, { maxItems: MAX_TOOLS, description: 'Tools that the model may use' })),
  tool_choice: Type.Optional(ToolChoice),
  thinking: Type.Optional(Thinking),
  output_config: Type.Optional(OutputConfig),
  output_format: Type.Optional(OutputFormat),
};

export const CountTokensBody = Type.Object(Prompt);
export type CountTokensBody = Static<typeof CountTokensBody>;

export const MessagesBody = Type.Object({
  ...Prompt,
  max_tokens: Type.Integer({
    minimum: 1,
    maximum: MAX_TOKENS,
    description: 'The most tokens to generate, thoughts included',
  }),
  stop_sequences: Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), { maxItems: 16, description: 'Texts at which the answer ends' }),
  ),
  stream: Type.Optional(Type.Boolean({ description: 'true: the answer comes as server-sent events' })),
  temperature: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'Higher: more varied; default: that of the model' }),
  ),
  top_p: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Only the most likely tokens that together have this probability',
    }),
  ),
  top_k: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Only this many likely tokens' })),
  metadata: Type.Optional(
    Type.Object(
      {
        user_id: Type.Optional(
          Type.Union([Type.String({ maxLength: 512 }), OrNull], {
            description: 'Your own name for the person who asks',
          }),
        ),
      },
      { description: 'About the request' },
    ),
  ),
  service_tier: Type.Optional(
    Type.String({ maxLength: 40, description: 'Accepted without effect: there is one tier' }),
  ),
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
