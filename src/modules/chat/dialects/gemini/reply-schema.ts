// Schemas of the Gemini API: the replies.
import Type from 'typebox';
import { Part } from './schema.ts';

const UsageMetadata = Type.Object(
  {
    promptTokenCount: Type.Integer(),
    candidatesTokenCount: Type.Integer(),
    totalTokenCount: Type.Integer(),
    cachedContentTokenCount: Type.Optional(Type.Integer()),
    thoughtsTokenCount: Type.Optional(Type.Integer()),
  },
  { title: 'GeminiUsage' },
);

export const GenerateReply = Type.Object(
  {
    candidates: Type.Array(
      Type.Object({
        content: Type.Object({ role: Type.Literal('model'), parts: Type.Array(Part) }),
        index: Type.Integer(),
        finishReason: Type.Optional(
          Type.Enum(['STOP', 'MAX_TOKENS', 'SAFETY', 'MALFORMED_FUNCTION_CALL', 'FINISH_REASON_UNSPECIFIED']),
        ),
      }),
    ),
    usageMetadata: Type.Optional(UsageMetadata),
    modelVersion: Type.String(),
    responseId: Type.String(),
  },
  { title: 'GeminiReply' },
);

export const CountReply = Type.Object({ totalTokens: Type.Integer() });

const Embedding = Type.Object({ values: Type.Array(Type.Number()) });
const EmbedUsage = Type.Object({ promptTokenCount: Type.Integer() });
export const EmbedReply = Type.Object({ embedding: Embedding, usageMetadata: EmbedUsage });
export const BatchEmbedReply = Type.Object({ embeddings: Type.Array(Embedding), usageMetadata: EmbedUsage });

export const GeminiModel = Type.Object(
  {
    name: Type.String({ description: 'models/ and the id' }),
    version: Type.String(),
    displayName: Type.String(),
    description: Type.Optional(Type.String()),
    inputTokenLimit: Type.Integer(),
    outputTokenLimit: Type.Integer(),
    supportedGenerationMethods: Type.Array(Type.String()),
  },
  { title: 'GeminiModel' },
);
export const GeminiModelList = Type.Object({
  models: Type.Array(GeminiModel),
  nextPageToken: Type.Optional(Type.String()),
});
