// Schemas of OpenAI's Responses API, as far as this service follows it.
import Type, { type Static, type TSchema } from 'typebox';

const MOST_TOKENS = 10_000_000;
const MOST_ITEMS = 4096;

const OrNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

const Part = Type.Object({
  type: Type.String({ maxLength: 100 }),
  text: Type.Optional(Type.String()),
  refusal: Type.Optional(Type.String()),
  image_url: OrNull(Type.String()),
  file_id: OrNull(Type.String({ maxLength: 256 })),
  detail: OrNull(Type.String({ maxLength: 20 })),
});
export type Part = Static<typeof Part>;

const Texts = Type.Array(Type.Object({ type: Type.Optional(Type.String()), text: Type.String() }), {
  maxItems: MOST_ITEMS,
});

/** A message, a call, its output, a thought, or a reference to one of them in a stored response. */
export const InputItem = Type.Object({
  type: Type.Optional(Type.String({ maxLength: 100 })),
  id: OrNull(Type.String({ maxLength: 128 })),
  role: Type.Optional(Type.Enum(['user', 'assistant', 'system', 'developer'])),
  content: OrNull(Type.Union([Type.String(), Type.Array(Part, { maxItems: MOST_ITEMS })])),
  call_id: Type.Optional(Type.String({ maxLength: 256 })),
  name: Type.Optional(Type.String({ maxLength: 128 })),
  arguments: Type.Optional(Type.String()),
  output: Type.Optional(Type.Union([Type.String(), Type.Array(Part, { maxItems: MOST_ITEMS })])),
  summary: Type.Optional(Texts),
  encrypted_content: OrNull(Type.String()),
});
export type InputItem = Static<typeof InputItem>;

const Tool = Type.Object({
  type: Type.String({ maxLength: 100 }),
  name: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$' })),
  description: OrNull(Type.String()),
  parameters: OrNull(Type.Record(Type.String(), Type.Unknown())),
  strict: OrNull(Type.Boolean()),
});
export type Tool = Static<typeof Tool>;

const Format = Type.Object({
  type: Type.Enum(['text', 'json_object', 'json_schema']),
  name: Type.Optional(Type.String({ maxLength: 128 })),
  description: Type.Optional(Type.String()),
  schema: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  strict: OrNull(Type.Boolean()),
});

export const ResponsesBody = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 256, description: 'An id of GET /models, or "default"' }),
  input: Type.Union([Type.String(), Type.Array(InputItem, { minItems: 1, maxItems: MOST_ITEMS })]),
  instructions: OrNull(Type.String()),
  previous_response_id: OrNull(Type.String({ maxLength: 64 })),
  store: OrNull(Type.Boolean()),
  stream: OrNull(Type.Boolean()),
  max_output_tokens: OrNull(Type.Integer({ minimum: 1, maximum: MOST_TOKENS })),
  temperature: OrNull(Type.Number({ minimum: 0, maximum: 2 })),
  top_p: OrNull(Type.Number({ minimum: 0, maximum: 1 })),
  tools: Type.Optional(Type.Array(Tool, { maxItems: 128 })),
  tool_choice: OrNull(
    Type.Union([
      Type.Enum(['none', 'auto', 'required']),
      Type.Object({ type: Type.String({ maxLength: 100 }), name: Type.Optional(Type.String({ maxLength: 128 })) }),
    ]),
  ),
  parallel_tool_calls: OrNull(Type.Boolean()),
  text: Type.Optional(
    Type.Object({ format: Type.Optional(Format), verbosity: OrNull(Type.Enum(['low', 'medium', 'high'])) }),
  ),
  reasoning: OrNull(
    Type.Object({
      effort: OrNull(Type.Enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'])),
      summary: OrNull(Type.Enum(['auto', 'concise', 'detailed'])),
    }),
  ),
  metadata: OrNull(Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 512 }))),
  include: OrNull(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
  truncation: OrNull(Type.Enum(['auto', 'disabled'])),
  background: OrNull(Type.Boolean()),
  service_tier: OrNull(Type.String({ maxLength: 40 })),
  user: Type.Optional(Type.String({ maxLength: 512 })),
  safety_identifier: OrNull(Type.String({ maxLength: 512 })),
  prompt_cache_key: OrNull(Type.String({ maxLength: 512 })),
  stream_options: OrNull(Type.Object({ include_obfuscation: Type.Optional(Type.Boolean()) })),
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
