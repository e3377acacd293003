// Schemas of the Gemini API: the requests that this service understands, and its replies.
import Type, { type Static } from 'typebox';

const MAX_CONTENTS = 4096;
const MAX_PARTS = 4096;
/** The same bounds as a chat's. */
const MAX_TOKENS = 10_000_000;
const MAX_CHOICES = 16;

const Json = Type.Record(Type.String(), Type.Unknown());

const Part = Type.Object(
  {
    text: Type.Optional(Type.String()),
    thought: Type.Optional(Type.Boolean({ description: 'Marks a thought of an earlier answer' })),
    thoughtSignature: Type.Optional(Type.String()),
    inlineData: Type.Optional(
      Type.Object({ mimeType: Type.String({ maxLength: 100 }), data: Type.String({ description: 'Base64' }) }),
    ),
    fileData: Type.Optional(
      Type.Object({
        mimeType: Type.Optional(Type.String({ maxLength: 100 })),
        fileUri: Type.String({ minLength: 1, maxLength: 4096, description: 'A file of this service, or an https URL' }),
      }),
    ),
    functionCall: Type.Optional(
      Type.Object({
        id: Type.Optional(Type.String({ maxLength: 256 })),
        name: Type.String({ minLength: 1, maxLength: 128 }),
        args: Type.Optional(Json),
      }),
    ),
    functionResponse: Type.Optional(
      Type.Object({
        id: Type.Optional(Type.String({ maxLength: 256 })),
        name: Type.String({ minLength: 1, maxLength: 128 }),
        response: Json,
      }),
    ),
  },
  { title: 'GeminiPart' },
);
export type Part = Static<typeof Part>;

export const Content = Type.Object(
  {
    role: Type.Optional(Type.Enum(['user', 'model', 'function'])),
    parts: Type.Array(Part, { minItems: 1, maxItems: MAX_PARTS }),
  },
  { title: 'GeminiContent' },
);
export type Content = Static<typeof Content>;

const SystemInstruction = Type.Object({
  role: Type.Optional(Type.String({ maxLength: 32 })),
  parts: Type.Array(Part, { minItems: 1, maxItems: MAX_PARTS }),
});

const FunctionDeclaration = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$' }),
    description: Type.Optional(Type.String()),
    parameters: Type.Optional(Json),
    parametersJsonSchema: Type.Optional(Json),
    response: Type.Optional(Json),
    responseJsonSchema: Type.Optional(Json),
    behavior: Type.Optional(Type.Enum(['UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING'])),
  },
  { title: 'GeminiFunction' },
);
export type FunctionDeclaration = Static<typeof FunctionDeclaration>;

const Tool = Type.Object({ functionDeclarations: Type.Optional(Type.Array(FunctionDeclaration, { maxItems: 128 })) });
export type Tool = Static<typeof Tool>;

const ToolConfig = Type.Object({
  functionCallingConfig: Type.Optional(
    Type.Object({
      mode: Type.Optional(Type.String({ maxLength: 32, description: 'AUTO, ANY, NONE or VALIDATED, in either case' })),
      allowedFunctionNames: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 128 })),
    }),
  ),
});

const GenerationConfig = Type.Object(
  {
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    topP: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    topK: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    candidateCount: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_CHOICES })),
    maxOutputTokens: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_TOKENS })),
    stopSequences: Type.Optional(Type.Array(Type.String(), { maxItems: 16 })),
    seed: Type.Optional(Type.Integer()),
    presencePenalty: Type.Optional(Type.Number({ minimum: -2, maximum: 2 })),
    frequencyPenalty: Type.Optional(Type.Number({ minimum: -2, maximum: 2 })),
    responseMimeType: Type.Optional(Type.String({ maxLength: 100, description: 'text/plain or application/json' })),
    responseSchema: Type.Optional(Json),
    responseJsonSchema: Type.Optional(Json),
    responseModalities: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 })),
    mediaResolution: Type.Optional(Type.String({ maxLength: 64 })),
    thinkingConfig: Type.Optional(
      Type.Object({
        includeThoughts: Type.Optional(Type.Boolean()),
        thinkingBudget: Type.Optional(Type.Integer({ minimum: -1, maximum: MAX_TOKENS })),
        thinkingLevel: Type.Optional(Type.String({ maxLength: 32, description: 'MINIMAL, LOW, MEDIUM or HIGH' })),
      }),
    ),
  },
  { title: 'GeminiGenerationConfig' },
);
export type GenerationConfig = Static<typeof GenerationConfig>;

export const GenerateBody = Type.Object(
  {
    model: Type.Optional(Type.String({ maxLength: 256 })),
    contents: Type.Array(Content, { minItems: 1, maxItems: MAX_CONTENTS }),
    systemInstruction: Type.Optional(SystemInstruction),
    tools: Type.Optional(Type.Array(Tool, { maxItems: 128 })),
    toolConfig: Type.Optional(ToolConfig),
    generationConfig: Type.Optional(GenerationConfig),
    safetySettings: Type.Optional(
      Type.Array(
        Type.Object({
          category: Type.Optional(Type.String({ maxLength: 100 })),
          threshold: Type.Optional(Type.String({ maxLength: 100 })),
        }),
        { maxItems: 32 },
      ),
    ),
    labels: Type.Optional(Json),
    store: Type.Optional(Type.Boolean()),
    serviceTier: Type.Optional(Type.String({ maxLength: 32 })),
  },
  { title: 'GeminiRequest' },
);
export type GenerateBody = Static<typeof GenerateBody>;

export const CountBody = Type.Object({
  contents: Type.Optional(Type.Array(Content, { minItems: 1, maxItems: MAX_CONTENTS })),
  generateContentRequest: Type.Optional(GenerateBody),
});
export type CountBody = Static<typeof CountBody>;

export const EmbedBody = Type.Object(
  {
    model: Type.Optional(Type.String({ maxLength: 256 })),
    content: Content,
    taskType: Type.Optional(Type.String({ maxLength: 64 })),
    title: Type.Optional(Type.String({ maxLength: 4096 })),
    outputDimensionality: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  { title: 'GeminiEmbedRequest' },
);
export type EmbedBody = Static<typeof EmbedBody>;

export const BatchEmbedBody = Type.Object({ requests: Type.Array(EmbedBody, { minItems: 1, maxItems: 2048 }) });
export type BatchEmbedBody = Static<typeof BatchEmbedBody>;

export const ModelParams = Type.Object({
  model: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F',
  }),
});

/** Read by the gate that checks keys; named here for the documentation. */
const Key = Type.String({ description: 'The API key, for clients that send it no other way' });
export const KeyQuery = Type.Object({ key: Type.Optional(Key) });

export const ListQuery = Type.Object({
  key: Type.Optional(Key),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: 'Models per page; default 50' })),
  pageToken: Type.Optional(Type.String({ maxLength: 512, description: '`nextPageToken` of the page before' })),
});
export type ListQuery = Static<typeof ListQuery>;

export const StreamQuery = Type.Object({
  key: Type.Optional(Key),
  alt: Type.Optional(Type.Enum(['sse', 'json'], { description: '`sse`: server-sent events; otherwise one JSON list' })),
});

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
