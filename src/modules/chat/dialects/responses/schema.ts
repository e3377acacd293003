// Schemas of OpenAI's Responses API, as far as this service follows it.
import Type, { type Static, type TSchema } from 'typebox';

const MAX_TOKENS = 10_000_000;
const MAX_ITEMS = 4096;
const MAX_TOOLS = 1024;

/** A nullable field; its description belongs to the field, not to its value. */
export const OrNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }));

const Part = Type.Object({
  type: Type.String({
    maxLength: 100,
    description: 'input_text, output_text, refusal, input_image, input_file or input_audio',
  }),
  text: Type.Optional(Type.String({ description: 'The text of a text part' })),
  refusal: Type.Optional(Type.String({ description: 'The text of an earlier refusal' })),
  image_url: OrNull(Type.String(), 'A data URI, a /files/ URL of this service, or an https URL'),
  file_id: OrNull(Type.String({ maxLength: 256 }), 'Id of an image or document of POST /files'),
  file_data: OrNull(Type.String(), 'A document (PDF or text) as a data URI'),
  file_url: OrNull(Type.String(), 'A document: a /files/ URL of this service, or an https URL'),
  filename: OrNull(Type.String({ maxLength: 1024 }), 'The name of the document, for the model'),
  detail: OrNull(Type.String({ maxLength: 20 }), 'low, high or auto: how closely the model looks'),
  input_audio: Type.Optional(
    Type.Object(
      {
        data: Type.Optional(
          Type.String({ description: 'Base64, a data URI, or an id or /files/ URL of this service' }),
        ),
        format: Type.Optional(Type.String({ maxLength: 40, description: 'wav, mp3 …; the recording itself decides' })),
      },
      { description: 'A recording: it is transcribed, at the price of POST /audio/transcriptions' },
    ),
  ),
});
export type Part = Static<typeof Part>;

const Texts = Type.Array(
  Type.Object({
    type: Type.Optional(Type.String({ description: 'summary_text or reasoning_text' })),
    text: Type.String({ description: 'The thought' }),
  }),
  { maxItems: MAX_ITEMS, description: 'What the model thought, of an item of type reasoning' },
);

const ToolMembers = {
  type: Type.String({ maxLength: 100, description: 'function, custom, namespace or tool_search; others are left out' }),
  name: Type.Optional(
    Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$', description: 'How the model calls the tool' }),
  ),
  description: OrNull(Type.String(), 'What the tool does, for the model'),
  parameters: OrNull(Type.Record(Type.String(), Type.Unknown()), 'JSON schema of the arguments of a function'),
  strict: OrNull(Type.Boolean(), 'true: the arguments follow the schema exactly'),
  format: Type.Optional(Type.Unknown({ description: 'Text, or the grammar, that a custom tool takes' })),
  execution: Type.Optional(Type.String({ maxLength: 20, description: 'client: you answer the search of tools' })),
  external_web_access: OrNull(
    Type.Boolean(),
    'Of web_search; false: it is left out, because nothing is kept of earlier searches',
  ),
  filters: OrNull(
    Type.Object({
      allowed_domains: OrNull(
        Type.Array(Type.String({ maxLength: 253 }), { maxItems: 100 }),
        'Results of these domains alone are shown to the model',
      ),
    }),
    'Of web_search: `allowed_domains`. Of file_search: a condition on the attributes of files',
  ),
  vector_store_ids: OrNull(
    Type.Array(Type.String({ maxLength: 64 }), { maxItems: 8 }),
    'Of file_search: the vector stores to search',
  ),
  max_num_results: OrNull(
    Type.Integer({ minimum: 1, maximum: 50 }),
    'Of file_search: how many passages a search finds at most; default 8',
  ),
  ranking_options: OrNull(
    Type.Object({
      ranker: OrNull(Type.String({ maxLength: 64 }), 'Accepted; passages are ranked by similarity'),
      score_threshold: OrNull(Type.Number({ minimum: 0, maximum: 1 }), 'Only passages with at least this score'),
      hybrid_search: Type.Optional(Type.Unknown({ description: 'Refused: passages are found by meaning alone' })),
    }),
    'Of file_search: how passages are ranked',
  ),
  defer_loading: OrNull(Type.Boolean(), 'true: shown to the model once a search of yours has found it'),
};

const Tool = Type.Object({
  ...ToolMembers,
  tools: Type.Optional(
    Type.Array(Type.Object(ToolMembers), { maxItems: MAX_TOOLS, description: 'The tools of a namespace' }),
  ),
});
export type Tool = Static<typeof Tool>;

/** A message, a call, its output, a thought, or a reference to one of them in a stored response. */
export const InputItem = Type.Object({
  type: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'message (default), function_call, custom_tool_call, tool_search_call, their outputs, reasoning, compaction, additional_tools or item_reference',
    }),
  ),
  id: OrNull(Type.String({ maxLength: 128 }), 'Id of the item; an item_reference names an item of a stored response'),
  role: Type.Optional(Type.Enum(['user', 'assistant', 'system', 'developer'], { description: 'Whose message it is' })),
  content: OrNull(
    Type.Union([Type.String(), Type.Array(Part, { maxItems: MAX_ITEMS })]),
    'The message, as text or as parts',
  ),
  call_id: Type.Optional(
    Type.String({ maxLength: 256, description: 'Which call this is, or which call this is the output of' }),
  ),
  name: Type.Optional(Type.String({ maxLength: 128, description: 'The function that was called' })),
  namespace: OrNull(Type.String({ maxLength: 128 }), 'The namespace of the tool that was called'),
  arguments: Type.Optional(
    Type.Unknown({ description: 'The arguments of the call, as JSON text; of a search of tools, as an object' }),
  ),
  input: Type.Optional(Type.String({ description: 'What a custom tool was called with' })),
  tools: Type.Optional(Type.Array(Tool, { maxItems: MAX_TOOLS, description: 'What a search of tools found' })),
  output: Type.Optional(
    Type.Union([Type.String(), Type.Array(Part, { maxItems: MAX_ITEMS })], {
      description: 'What the tool returned, as text or as parts: text, images, documents',
    }),
  ),
  summary: Type.Optional(Texts),
  encrypted_content: OrNull(Type.String(), 'The thought itself, encrypted, or the signature that came with it'),
});
export type InputItem = Static<typeof InputItem>;

const Format = Type.Object(
  {
    type: Type.Enum(['text', 'json_object', 'json_schema'], { description: 'text is the default' }),
    name: Type.Optional(Type.String({ maxLength: 128, description: 'Your name for the schema' })),
    description: Type.Optional(Type.String({ description: 'Accepted without effect' })),
    schema: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'The JSON schema of the answer' })),
    strict: OrNull(Type.Boolean(), 'true: the answer follows the schema exactly'),
  },
  { description: 'Text, any JSON object, or JSON of a given schema' },
);

export const ResponsesBody = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 256, description: 'An id of GET /models, or "default"' }),
  input: Type.Union([Type.String(), Type.Array(InputItem, { minItems: 1, maxItems: MAX_ITEMS })], {
    description: 'A text, or the items of the conversation, oldest first',
  }),
  instructions: OrNull(Type.String(), 'What the model should keep to; not carried over to the next response'),
  conversation: OrNull(
    Type.Union([
      Type.String({ maxLength: 64 }),
      Type.Object({ id: Type.String({ maxLength: 64, description: 'Id of the conversation' }) }),
    ]),
    'A conversation of POST /conversations that goes on; not together with previous_response_id',
  ),
  previous_response_id: OrNull(Type.String({ maxLength: 64 }), 'A stored response whose conversation goes on'),
  store: OrNull(Type.Boolean(), 'false: the response is not kept; default true'),
  stream: OrNull(Type.Boolean(), 'true: the answer comes as server-sent events'),
  max_output_tokens: OrNull(
    Type.Integer({ minimum: 1, maximum: MAX_TOKENS }),
    'The most tokens to generate, thoughts included',
  ),
  temperature: OrNull(Type.Number({ minimum: 0, maximum: 2 }), 'Higher: more varied; default: that of the model'),
  top_p: OrNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Only the most likely tokens that together have this probability',
  ),
  tools: Type.Optional(Type.Array(Tool, { maxItems: MAX_TOOLS, description: 'Tools that the model may call' })),
  tool_choice: OrNull(
    Type.Union([
      Type.Enum(['none', 'auto', 'required']),
      Type.Object({
        type: Type.String({ maxLength: 100, description: 'function, custom or allowed_tools' }),
        name: Type.Optional(Type.String({ maxLength: 128, description: 'The tool that must be called' })),
        namespace: OrNull(Type.String({ maxLength: 128 }), 'Its namespace'),
        mode: Type.Optional(Type.Enum(['auto', 'required'], { description: 'Of allowed_tools' })),
        tools: Type.Optional(
          Type.Array(
            Type.Object({
              type: Type.Optional(Type.String({ maxLength: 100, description: 'function or custom' })),
              name: Type.Optional(Type.String({ maxLength: 128, description: 'Its name' })),
              namespace: OrNull(Type.String({ maxLength: 128 }), 'Its namespace'),
            }),
            { maxItems: MAX_TOOLS, description: 'The tools that may be called' },
          ),
        ),
      }),
    ]),
    'Whether the model may call tools, must call one, or must call this one',
  ),
  parallel_tool_calls: OrNull(Type.Boolean(), 'false: the answer has one call at most; default true'),
  text: Type.Optional(
    Type.Object(
      {
        format: Type.Optional(Format),
        verbosity: OrNull(Type.Enum(['low', 'medium', 'high']), 'How much it says, for upstreams that know it'),
      },
      { description: 'The form of the answer' },
    ),
  ),
  reasoning: OrNull(
    Type.Object({
      effort: OrNull(
        Type.Enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']),
        'How much a model that thinks may think',
      ),
      summary: OrNull(
        Type.Enum(['auto', 'concise', 'detailed']),
        'Thoughts arrive as the summary of a reasoning item, not as its content',
      ),
    }),
    'How much the model thinks, and how its thoughts are shown',
  ),
  metadata: OrNull(
    Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 512 })),
    'Up to 16 notes of your own, stored with the response',
  ),
  include: OrNull(
    Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 }),
    'reasoning.encrypted_content: thoughts that only this service can read; message.output_text.logprobs',
  ),
  top_logprobs: OrNull(
    Type.Integer({ minimum: 0, maximum: 20 }),
    'How many likely tokens to name at each place, for upstreams that tell',
  ),
  max_tool_calls: OrNull(
    Type.Integer({ minimum: 1, maximum: 1_000 }),
    'How often the web may be searched; default 5, at most 10',
  ),
  truncation: OrNull(Type.Enum(['auto', 'disabled']), 'Accepted without effect: no item is dropped'),
  background: OrNull(
    Type.Boolean(),
    'true: answered without a connection; read it with GET /responses/{id}, whose `stream` and `starting_after` give its events',
  ),
  service_tier: OrNull(Type.String({ maxLength: 40 }), 'Accepted without effect: there is one tier'),
  user: Type.Optional(Type.String({ maxLength: 512, description: 'Your own name for the person who asks' })),
  safety_identifier: OrNull(Type.String({ maxLength: 512 }), 'The newer name of user, for upstreams that know it'),
  prompt_cache_key: OrNull(Type.String({ maxLength: 512 }), 'Accepted without effect'),
  stream_options: OrNull(
    Type.Object({ include_obfuscation: Type.Optional(Type.Boolean({ description: 'Accepted without effect' })) }),
    'Accepted without effect: streams are not padded',
  ),
});
/** Counts what would be sent; OpenAI's clients may omit the model. */
export const CountBody = Type.Object({
  ...ResponsesBody.properties,
  model: OrNull(ResponsesBody.properties.model, 'An id of GET /models; the default model if absent'),
  input: OrNull(ResponsesBody.properties.input, 'A text, or the items of the conversation'),
});
export type CountBody = Static<typeof CountBody>;

export const InputTokens = Type.Object(
  { object: Type.Literal('response.input_tokens'), input_tokens: Type.Integer() },
  { title: 'InputTokens' },
);

export type ResponsesBody = Static<typeof ResponsesBody>;

export const Item = Type.Object({ type: Type.String(), id: Type.Optional(Type.String()) });

export const ResponseReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('response'),
  created_at: Type.Integer(),
  status: Type.Enum(['queued', 'in_progress', 'completed', 'incomplete', 'failed', 'cancelled']),
  model: Type.String(),
  output: Type.Array(Item),
  usage: Type.Optional(
    Type.Object({
      input_tokens: Type.Integer(),
      output_tokens: Type.Integer(),
      total_tokens: Type.Integer(),
      credits: Type.Optional(Type.Number()),
    }),
  ),
});

export const ResponseParams = Type.Object({
  id: Type.String({ description: 'Id of a stored response', maxLength: 64 }),
});

export const ResponseQuery = Type.Object({
  stream: Type.Optional(
    Type.Boolean({ description: 'true: the events of a response that was ordered with `background` and `stream`' }),
  ),
  starting_after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2_147_483_647, description: 'Only events after this sequence number' }),
  ),
});

export const InputItemsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return; default 20', minimum: 1, maximum: 100 })),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'By the place in the input; default desc' })),
  after: Type.Optional(Type.String({ description: 'Id of the last item of the previous page', maxLength: 128 })),
});
export type InputItemsQuery = Static<typeof InputItemsQuery>;

export const InputItemList = Type.Object({
  object: Type.Literal('list'),
  data: Type.Array(Item),
  first_id: Type.Union([Type.String(), Type.Null()]),
  last_id: Type.Union([Type.String(), Type.Null()]),
  has_more: Type.Boolean(),
});

export const ResponseDeleted = Type.Object({
  id: Type.String(),
  object: Type.Literal('response'),
  deleted: Type.Literal(true),
});
