// Schemas of Cohere's chat and embeddings, as far as this service follows them.
import Type, { type Static } from 'typebox';

const MAX_MESSAGES = 4_096;
const MAX_TOOLS = 1_024;
const MAX_TEXTS = 2_048;
const MAX_DOCUMENTS = 1_000;
const MAX_TOKENS = 10_000_000;

const Data = Type.Record(Type.String(), Type.Unknown());

const Document = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 512, description: 'Your name for the document' })),
  data: Type.Union([Type.String(), Data], { description: 'Its fields, such as title and text' }),
});
export type Document = Static<typeof Document>;

const Part = Type.Object({
  type: Type.String({ maxLength: 100, description: 'text, image_url, thinking or document' }),
  text: Type.Optional(Type.String({ description: 'The text of a text part' })),
  thinking: Type.Optional(Type.String({ description: 'What the model thought before' })),
  image_url: Type.Optional(
    Type.Object(
      {
        url: Type.String({ description: 'A data URI, a /files/ URL of this service, or an https URL' }),
        detail: Type.Optional(Type.String({ maxLength: 20, description: 'low, high or auto' })),
      },
      { description: 'The image of an image part' },
    ),
  ),
  document: Type.Optional(Type.Object(Document.properties, { description: 'The document of a document part' })),
});
export type Part = Static<typeof Part>;

const Content = Type.Optional(
  Type.Union([Type.String(), Type.Array(Part, { maxItems: MAX_MESSAGES }), Type.Null()], {
    description: 'The message, as text or as parts',
  }),
);

const Message = Type.Object({
  role: Type.Enum(['user', 'assistant', 'system', 'tool'], { description: 'Whose message it is' }),
  content: Content,
  tool_plan: Type.Optional(Type.String({ description: 'What the assistant said before its calls' })),
  tool_calls: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ maxLength: 256, description: 'Names the call' }),
        type: Type.Optional(Type.Literal('function', { description: 'The only kind' })),
        function: Type.Object(
          {
            name: Type.String({ maxLength: 128, description: 'The function that was called' }),
            arguments: Type.Optional(Type.String({ description: 'Its arguments as JSON text' })),
          },
          { description: 'The call' },
        ),
      }),
      { maxItems: MAX_TOOLS, description: 'Functions that the assistant called' },
    ),
  ),
  tool_call_id: Type.Optional(Type.String({ maxLength: 256, description: 'Which call a message of a tool answers' })),
});
export type CohereMessage = Static<typeof Message>;

export const CohereChatBody = Type.Object(
  {
    model: Type.String({ minLength: 1, maxLength: 256, description: 'An id of GET /models, or "default"' }),
    messages: Type.Array(Message, { minItems: 1, maxItems: MAX_MESSAGES, description: 'The chat so far' }),
    stream: Type.Optional(Type.Boolean({ description: 'true: the answer comes as server-sent events' })),
    tools: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.Literal('function', { description: 'The only kind' }),
          function: Type.Object(
            {
              name: Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$', description: 'How the model calls it' }),
              description: Type.Optional(Type.String({ description: 'What it does, for the model' })),
              parameters: Type.Optional(
                Type.Record(Type.String(), Type.Unknown(), { description: 'JSON schema of its arguments' }),
              ),
            },
            { description: 'The function' },
          ),
        }),
        { maxItems: MAX_TOOLS, description: 'Functions that the model may call' },
      ),
    ),
    strict_tools: Type.Optional(Type.Boolean({ description: 'true: arguments follow their schemas exactly' })),
    tool_choice: Type.Optional(
      Type.Enum(['REQUIRED', 'NONE'], { description: 'Whether the model must call a function, or must not' }),
    ),
    documents: Type.Optional(
      Type.Array(Type.Union([Type.String(), Document]), {
        maxItems: MAX_DOCUMENTS,
        description: 'What the answer should rest on, as texts or as {id, data}',
      }),
    ),
    response_format: Type.Optional(
      Type.Object(
        {
          type: Type.Enum(['text', 'json_object'], { description: 'text is the default' }),
          json_schema: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), { description: 'The JSON schema of the answer' }),
          ),
        },
        { description: 'Text, or JSON' },
      ),
    ),
    max_tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TOKENS, description: 'The longest answer' })),
    stop_sequences: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 256 }), {
        maxItems: 5,
        description: 'Texts that end the answer',
      }),
    ),
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2, description: 'Higher: more varied' })),
    seed: Type.Optional(Type.Integer({ description: 'The same seed gives the same answer, where the engine can' })),
    frequency_penalty: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Against repeating words' })),
    presence_penalty: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'For new words' })),
    k: Type.Optional(Type.Integer({ minimum: 0, maximum: 500, description: 'Only the k most likely tokens; 0: all' })),
    p: Type.Optional(Type.Number({ minimum: 0.01, maximum: 0.99, description: 'Only tokens of this probability' })),
    thinking: Type.Optional(
      Type.Object(
        { type: Type.Enum(['enabled', 'disabled'], { description: 'Whether a model that can think does' }) },
        { description: 'Of models that think' },
      ),
    ),
    safety_mode: Type.Optional(Type.Unknown({ description: 'CONTEXTUAL or OFF; STRICT is refused' })),
    logprobs: Type.Optional(Type.Boolean({ description: 'Only false' })),
  },
  { title: 'CohereChatRequest' },
);
export type CohereChatBody = Static<typeof CohereChatBody>;

const Usage = Type.Object({
  billed_units: Type.Object({ input_tokens: Type.Integer(), output_tokens: Type.Integer() }),
  tokens: Type.Object({ input_tokens: Type.Integer(), output_tokens: Type.Integer() }),
  cached_tokens: Type.Integer(),
});

export const CohereChatReply = Type.Object(
  {
    id: Type.String(),
    finish_reason: Type.Enum(['COMPLETE', 'STOP_SEQUENCE', 'MAX_TOKENS', 'TOOL_CALL', 'ERROR']),
    message: Type.Object({
      role: Type.Literal('assistant'),
      content: Type.Array(Type.Object({ type: Type.String() })),
      tool_calls: Type.Optional(Type.Array(Type.Object({ id: Type.String() }))),
    }),
    usage: Usage,
  },
  { title: 'CohereChatReply' },
);

const Texts = Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: MAX_TEXTS, description: 'The texts' });
const EMBED = {
  input_type: Type.Optional(
    Type.String({ maxLength: 40, description: 'search_document, search_query, classification or clustering' }),
  ),
  embedding_types: Type.Optional(
    Type.Array(Type.Enum(['float', 'base64', 'binary', 'ubinary', 'int8', 'uint8']), {
      minItems: 1,
      maxItems: 6,
      description: 'Forms of the vectors; int8 and uint8 are refused',
    }),
  ),
  truncate: Type.Optional(Type.String({ maxLength: 20, description: 'Accepted without effect' })),
  max_tokens: Type.Optional(Type.Unknown({ description: 'Refused: a text is read whole' })),
  images: Type.Optional(
    Type.Array(Type.String(), { maxItems: MAX_TEXTS, description: 'Refused: models here read texts' }),
  ),
};

/** Of version 1, whose clients may leave the model out. */
export const CohereEmbedBody = Type.Object(
  {
    model: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: 'An embedding model of GET /models; default "default"',
      }),
    ),
    texts: Type.Optional(Texts),
    ...EMBED,
  },
  { title: 'CohereEmbedRequest' },
);
export type CohereEmbedBody = Static<typeof CohereEmbedBody>;

export const CohereEmbedBodyV2 = Type.Object(
  {
    model: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'An embedding model of GET /models, or "default"',
    }),
    texts: Type.Optional(Texts),
    inputs: Type.Optional(
      Type.Array(
        Type.Object({
          content: Type.Array(Part, { minItems: 1, maxItems: MAX_TEXTS, description: 'The parts of the input' }),
        }),
        {
          minItems: 1,
          maxItems: MAX_TEXTS,
          description: 'Instead of texts: inputs of several parts',
        },
      ),
    ),
    output_dimension: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Keeps the first values, scaled to length 1' }),
    ),
    ...EMBED,
  },
  { title: 'CohereEmbedRequestV2' },
);
export type CohereEmbedBodyV2 = Static<typeof CohereEmbedBodyV2>;

export const CohereEmbedReply = Type.Object(
  {
    id: Type.String(),
    response_type: Type.Enum(['embeddings_floats', 'embeddings_by_type']),
    embeddings: Type.Unknown({ description: 'Vectors, or vectors by their form' }),
    texts: Type.Array(Type.String()),
    meta: Type.Object({ billed_units: Type.Object({ input_tokens: Type.Integer() }) }),
  },
  { title: 'CohereEmbedReply' },
);
