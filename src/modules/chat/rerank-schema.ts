// Schemas of rerank (the shape of Cohere and Jina) and of moderation (OpenAI's shape).
import Type, { type Static } from 'typebox';

const MAX_DOCUMENTS = 1_000;

export const RerankBody = Type.Object(
  {
    model: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'A reranker or an embedding model; default "default"' }),
    ),
    query: Type.String({ minLength: 1, description: 'What the documents should answer' }),
    documents: Type.Array(
      Type.Union([
        Type.String({ minLength: 1 }),
        Type.Object({ text: Type.String({ minLength: 1, description: 'The document' }) }),
      ]),
      { minItems: 1, maxItems: MAX_DOCUMENTS, description: 'The documents to sort, as texts or as {text}' },
    ),
    top_n: Type.Optional(Type.Integer({ minimum: 1, description: 'How many of the best to return; default all' })),
    max_tokens_per_doc: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'The rest of a longer document is not read' }),
    ),
    return_documents: Type.Optional(Type.Boolean({ description: 'Whether each result repeats its document' })),
  },
  { title: 'RerankRequest' },
);
export type RerankBody = Static<typeof RerankBody>;

export const RerankReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('rerank'),
    model: Type.String(),
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'The place of the document in the request' }),
        relevance_score: Type.Number({ description: '0 to 1, best first' }),
        document: Type.Optional(Type.Object({ text: Type.String() })),
      }),
    ),
    usage: Type.Object({
      prompt_tokens: Type.Integer(),
      total_tokens: Type.Integer(),
      credits: Type.Optional(Type.Number()),
    }),
    meta: Type.Object({ tokens: Type.Object({ input_tokens: Type.Integer() }) }),
  },
  { title: 'RerankReply' },
);

const ModerationPart = Type.Object({
  type: Type.Enum(['text', 'image_url'], { description: 'What the part holds' }),
  text: Type.Optional(Type.String({ description: 'The text of a text part' })),
  image_url: Type.Optional(
    Type.Object(
      { url: Type.String({ minLength: 1, description: 'A data URI, a /files/ URL, or an https URL' }) },
      { description: 'The image of an image part' },
    ),
  ),
});
export type ModerationPart = Static<typeof ModerationPart>;

export const ModerationBody = Type.Object({
  model: Type.Optional(
    Type.String({ minLength: 1, maxLength: 256, description: 'A model of the upstream; default: its first' }),
  ),
  input: Type.Union(
    [
      Type.String(),
      Type.Array(Type.String(), { minItems: 1, maxItems: 2048 }),
      Type.Array(ModerationPart, { minItems: 1, maxItems: 2048 }),
    ],
    { description: 'A text, texts, or parts of text and images' },
  ),
});
export type ModerationBody = Static<typeof ModerationBody>;

export const ModerationReply = Type.Object({
  id: Type.String(),
  model: Type.String(),
  results: Type.Array(Type.Record(Type.String(), Type.Unknown())),
});
