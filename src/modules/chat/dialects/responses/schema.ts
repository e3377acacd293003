// Schemas of OpenAI's Responses API, as far as this service follows it.
import Type, { type Static, type TSchema } from 'typebox';

const MOST_TOKENS = 10_000_000;
const MOST_ITEMS = 4096;

/** A field that may be null; what it means is said of the field, not of its value. */
const OrNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], { description }));

const Part = Type.Object({
  type: Type.String({ maxLength: 100, description: 'input_text, output_text, refusal or input_image' }),
  text: Type.Optional(Type.String({ description: 'The text of a text part' })),
  refusal: Type.Optional(Type.String({ description: 'The text of an earlier refusal' })),
  image_url: OrNull(Type.String(), 'A data URI, a /files/ URL of this service, or an https URL'),
  file_id: OrNull(Type.String({ maxLength: 256 }), 'Id of an image of POST /files, instead of image_url'),
  detail: OrNull(Type.String({ maxLength: 20 }), 'low, high or auto: how closely the model looks'),
});
export type Part = Static<typeof Part>;

const Texts = Type.Array(
  Type.Object({
    type: Type.Optional(Type.String({ description: 'summary_text or reasoning_text' })),
    text: Type.String({ description: 'The thought' }),
  }),
  { maxItems: MOST_ITEMS, description: 'What the model thought, of an item of type reasoning' },
);

/** A message, a call, its output, a thought, or a reference to one of them in a stored response. */
export const InputItem = Type.Object({
  type: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'message (default), function_call, function_call_output, reasoning or item_reference',
    }),
  ),
  id: OrNull(Type.String({ maxLength: 128 }), 'Id of the item; an item_reference names an item of a stored response'),
  role: Type.Optional(Type.Enum(['user', 'assistant', 'system', 'developer'], { description: 'Whose message it is' })),
  content: OrNull(
    Type.Union([Type.String(), Type.Array(Part, { maxItems: MOST_ITEMS })]),
    'The message, as text or as parts',
  ),
  call_id: Type.Optional(
    Type.String({ maxLength: 256, description: 'Which call this is, or which call this is the output of' }),
  ),
  name: Type.Optional(Type.String({ maxLength: 128, description: 'The function that was called' })),
  arguments: Type.Optional(Type.String({ description: 'The arguments of the call, as JSON text' })),
  output: Type.Optional(
    Type.Union([Type.String(), Type.Array(Part, { maxItems: MOST_ITEMS })], {
      description: 'What the function returned, as text or as text parts',
    }),
  ),
  summary: Type.Optional(Texts),
  encrypted_content: OrNull(Type.String(), 'The signature that came with the thought'),
});
export type InputItem = Static<typeof InputItem>;

const Tool = Type.Object({
  type: Type.String({ maxLength: 100, description: 'Only function: built-in tools are refused' }),
  name: Type.Optional(
    Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$', description: 'How the model calls the function' }),
  ),
  description: OrNull(Type.String(), 'What the function does, for the model'),
  parameters: OrNull(Type.Record(Type.String(), Type.Unknown()), 'JSON schema of the arguments'),
  strict: OrNull(Type.Boolean(), 'true: the arguments follow the schema exactly'),
});
export type Tool = Static<typeof Tool>;

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
  input: Type.Union([Type.String(), Type.Array(InputItem, { minItems: 1, maxItems: MOST_ITEMS })], {
    description: 'A text, or the items of the conversation, oldest first',
  }),
  instructions: OrNull(Type.String(), 'What the model should keep to; not carried over to the next response'),
  previous_response_id: OrNull(Type.String({ maxLength: 64 }), 'A stored response whose conversation goes on'),
  store: OrNull(Type.Boolean(), 'false: the response is not kept; default true'),
  stream: OrNull(Type.Boolean(), 'true: the answer comes as server-sent events'),
  max_output_tokens: OrNull(
    Type.Integer({ minimum: 1, maximum: MOST_TOKENS }),
    'The most tokens to generate, thoughts included',
  ),
  temperature: OrNull(Type.Number({ minimum: 0, maximum: 2 }), 'Higher: more varied; default: that of the model'),
  top_p: OrNull(
    Type.Number({ minimum: 0, maximum: 1 }),
    'Only the most likely tokens that together have this probability',
  ),
  tools: Type.Optional(Type.Array(Tool, { maxItems: 128, description: 'Functions that the model may call' })),
  tool_choice: OrNull(
    Type.Union([
      Type.Enum(['none', 'auto', 'required']),
      Type.Object({
        type: Type.String({ maxLength: 100, description: 'Only function' }),
        name: Type.Optional(Type.String({ maxLength: 128, description: 'The function that must be called' })),
      }),
    ]),
    'Whether the model may call functions, must call one, or must call this one',
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
        Type.Enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']),
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
    'Additional parts of the answer; log probabilities are refused, the others have nothing to add here',
  ),
  truncation: OrNull(Type.Enum(['auto', 'disabled']), 'Only disabled'),
  background: OrNull(Type.Boolean(), 'Only false'),
  service_tier: OrNull(Type.String({ maxLength: 40 }), 'Only auto or default: there is one tier'),
  user: Type.Optional(Type.String({ maxLength: 512, description: 'Your own name for the person who asks' })),
  safety_identifier: OrNull(Type.String({ maxLength: 512 }), 'The newer name of user, for upstreams that know it'),
  prompt_cache_key: OrNull(Type.String({ maxLength: 512 }), 'Accepted without effect'),
  stream_options: OrNull(
    Type.Object({ include_obfuscation: Type.Optional(Type.Boolean({ description: 'Accepted without effect' })) }),
    'Accepted without effect: streams are not padded',
  ),
});
export type ResponsesBody = Static<typeof ResponsesBody>;

const Item = Type.Object({ type: Type.String(), id: Type.Optional(Type.String()) });

export const ResponseReply = Type.Object({
  id: Type.String(),
  object: Type.Literal('response'),
  created_at: Type.Integer(),
  status: Type.Enum(['completed', 'incomplete', 'failed', 'in_progress']),
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
  stream: Type.Optional(Type.Boolean({ description: 'true is refused: a stored response is sent as a whole' })),
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
