// Schemas of the Gemini API: the requests that this service understands.
import Type, { type Static } from 'typebox';

const MAX_CONTENTS = 4096;
const MAX_PARTS = 4096;
/** The same bounds as a chat's. */
const MAX_TOKENS = 10_000_000;
const MAX_CHOICES = 16;
const MAX_TOOLS = 1024;

const Json = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const Part = Type.Object(
  {
    text: Type.Optional(Type.String({ description: 'The text of a text part' })),
    thought: Type.Optional(Type.Boolean({ description: 'Marks a thought of an earlier answer' })),
    thoughtSignature: Type.Optional(
      Type.String({ description: 'The signature that came with a thought; without effect elsewhere' }),
    ),
    inlineData: Type.Optional(
      Type.Object(
        {
          mimeType: Type.String({
            maxLength: 100,
            description: 'image/png, image/jpeg, image/webp, image/gif, application/pdf or text',
          }),
          data: Type.String({ description: 'Base64' }),
        },
        { description: 'An image or document, in the request' },
      ),
    ),
    fileData: Type.Optional(
      Type.Object(
        {
          mimeType: Type.Optional(Type.String({ maxLength: 100, description: 'The type of the file' })),
          fileUri: Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'A file of this service, or an https URL',
          }),
        },
        { description: 'An image or document, by its address' },
      ),
    ),
    functionCall: Type.Optional(
      Type.Object(
        {
          id: Type.Optional(Type.String({ maxLength: 256, description: 'Names the call' })),
          name: Type.String({ minLength: 1, maxLength: 128, description: 'The function that was called' }),
          args: Type.Optional(Json('Its arguments')),
        },
        { description: 'A call that the model made' },
      ),
    ),
    functionResponse: Type.Optional(
      Type.Object(
        {
          id: Type.Optional(
            Type.String({ maxLength: 256, description: 'The call; default: the first open one of this name' }),
          ),
          name: Type.String({ minLength: 1, maxLength: 128, description: 'The function that was called' }),
          response: Json('What it returned'),
        },
        { description: 'The answer to a call' },
      ),
    ),
  },
  { title: 'GeminiPart' },
);
export type Part = Static<typeof Part>;

export const Content = Type.Object(
  {
    role: Type.Optional(
      Type.Enum(['user', 'model', 'function'], { description: 'Whose message it is; default: user' }),
    ),
    parts: Type.Array(Part, { minItems: 1, maxItems: MAX_PARTS, description: 'Text, images, calls and their answers' }),
  },
  { title: 'GeminiContent' },
);
export type Content = Static<typeof Content>;

const SystemInstruction = Type.Object(
  {
    role: Type.Optional(Type.String({ maxLength: 32, description: 'Accepted without effect' })),
    parts: Type.Array(Part, { minItems: 1, maxItems: MAX_PARTS, description: 'Text parts' }),
  },
  { description: 'What the model should keep to' },
);

const FunctionDeclaration = Type.Object(
  {
    name: Type.String({ pattern: '^[a-zA-Z0-9_.:-]{1,128}$', description: 'How the model calls it' }),
    description: Type.Optional(Type.String({ description: 'What it does, for the model' })),
    parameters: Type.Optional(Json("Its arguments in Google's schema")),
    parametersJsonSchema: Type.Optional(Json('Its arguments as a JSON schema, instead of parameters')),
    response: Type.Optional(Json('Accepted without effect')),
    responseJsonSchema: Type.Optional(Json('Accepted without effect')),
    behavior: Type.Optional(
      Type.Enum(['UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING'], { description: 'NON_BLOCKING is refused' }),
    ),
  },
  { title: 'GeminiFunction' },
);
export type FunctionDeclaration = Static<typeof FunctionDeclaration>;

const Tool = Type.Object({
  functionDeclarations: Type.Optional(
    Type.Array(FunctionDeclaration, { maxItems: MAX_TOOLS, description: 'Functions that the model may call' }),
  ),
});
export type Tool = Static<typeof Tool>;

const ToolConfig = Type.Object(
  {
    functionCallingConfig: Type.Optional(
      Type.Object(
        {
          mode: Type.Optional(
            Type.String({ maxLength: 32, description: 'AUTO, ANY, NONE or VALIDATED, in either case' }),
          ),
          allowedFunctionNames: Type.Optional(
            Type.Array(Type.String({ maxLength: 128 }), { maxItems: 128, description: 'Only these may be called' }),
          ),
        },
        { description: 'Whether functions may or must be called' },
      ),
    ),
  },
  { description: 'How tools are used' },
);

const GenerationConfig = Type.Object(
  {
    temperature: Type.Optional(
      Type.Number({ minimum: 0, maximum: 2, description: 'Higher: more varied; default: that of the model' }),
    ),
    topP: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'Only the most likely tokens that together have this probability',
      }),
    ),
    topK: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Only this many likely tokens' })),
    candidateCount: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_CHOICES, description: 'How many answers; each is charged' }),
    ),
    maxOutputTokens: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_TOKENS, description: 'The most tokens to generate' }),
    ),
    stopSequences: Type.Optional(
      Type.Array(Type.String(), { maxItems: 16, description: 'Texts at which the answer ends' }),
    ),
    seed: Type.Optional(Type.Integer({ description: 'The same seed gives the same answer where the model allows it' })),
    presencePenalty: Type.Optional(
      Type.Number({ minimum: -2, maximum: 2, description: 'Above 0: speaks of new things' }),
    ),
    frequencyPenalty: Type.Optional(
      Type.Number({ minimum: -2, maximum: 2, description: 'Above 0: repeats words less' }),
    ),
    responseMimeType: Type.Optional(Type.String({ maxLength: 100, description: 'text/plain or application/json' })),
    responseSchema: Type.Optional(Json("The answer in Google's schema, with application/json")),
    responseJsonSchema: Type.Optional(Json('The answer as a JSON schema, instead of responseSchema')),
    responseModalities: Type.Optional(
      Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8, description: 'Only TEXT' }),
    ),
    mediaResolution: Type.Optional(
      Type.String({ maxLength: 64, description: 'How closely the model looks at images' }),
    ),
    thinkingConfig: Type.Optional(
      Type.Object(
        {
          includeThoughts: Type.Optional(Type.Boolean({ description: 'true: the answer shows the thoughts' })),
          thinkingBudget: Type.Optional(
            Type.Integer({
              minimum: -1,
              maximum: MAX_TOKENS,
              description: 'Tokens to think with; 0: none, -1: as the model likes',
            }),
          ),
          thinkingLevel: Type.Optional(Type.String({ maxLength: 32, description: 'MINIMAL, LOW, MEDIUM or HIGH' })),
        },
        { description: 'How much a model that thinks may think' },
      ),
    ),
  },
  { title: 'GeminiGenerationConfig' },
);
export type GenerationConfig = Static<typeof GenerationConfig>;

export const GenerateBody = Type.Object(
  {
    model: Type.Optional(Type.String({ maxLength: 256, description: 'Accepted without effect: the path names it' })),
    contents: Type.Array(Content, {
      minItems: 1,
      maxItems: MAX_CONTENTS,
      description: 'The conversation so far, oldest first',
    }),
    systemInstruction: Type.Optional(SystemInstruction),
    tools: Type.Optional(
      Type.Array(Tool, { maxItems: 128, description: "Your functions; Google's own tools are left out" }),
    ),
    toolConfig: Type.Optional(ToolConfig),
    generationConfig: Type.Optional(
      Type.Unsafe<GenerationConfig>({ ...GenerationConfig, description: 'How the answer is made' }),
    ),
    safetySettings: Type.Optional(
      Type.Array(
        Type.Object({
          category: Type.Optional(Type.String({ maxLength: 100, description: 'Accepted without effect' })),
          threshold: Type.Optional(Type.String({ maxLength: 100, description: 'Only BLOCK_NONE or OFF' })),
        }),
        { maxItems: 32, description: 'Only settings that block nothing: this service has no filter' },
      ),
    ),
    labels: Type.Optional(Json('Accepted without effect')),
    store: Type.Optional(Type.Boolean({ description: 'Only false: these answers are not stored' })),
    serviceTier: Type.Optional(
      Type.String({ maxLength: 32, description: 'Accepted without effect: there is one tier' }),
    ),
  },
  { title: 'GeminiRequest' },
);
export type GenerateBody = Static<typeof GenerateBody>;

export const CountBody = Type.Object({
  contents: Type.Optional(
    Type.Array(Content, { minItems: 1, maxItems: MAX_CONTENTS, description: 'The conversation to count' }),
  ),
  generateContentRequest: Type.Optional(
    Type.Unsafe<GenerateBody>({ ...GenerateBody, description: 'A whole request to count, instead of contents' }),
  ),
});
export type CountBody = Static<typeof CountBody>;

export const EmbedBody = Type.Object(
  {
    model: Type.Optional(Type.String({ maxLength: 256, description: 'Accepted without effect: the path names it' })),
    content: Type.Unsafe<Content>({ ...Content, description: 'The text to embed, as text parts' }),
    taskType: Type.Optional(Type.String({ maxLength: 64, description: 'Accepted without effect' })),
    title: Type.Optional(Type.String({ maxLength: 4096, description: 'Accepted without effect' })),
    outputDimensionality: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Keeps the first values of the vector' }),
    ),
  },
  { title: 'GeminiEmbedRequest' },
);
export type EmbedBody = Static<typeof EmbedBody>;

export const BatchEmbedBody = Type.Object({
  requests: Type.Array(EmbedBody, { minItems: 1, maxItems: 2048, description: 'One request for each vector' }),
});
export type BatchEmbedBody = Static<typeof BatchEmbedBody>;

export const ModelParams = Type.Object({
  model: Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'An id or alias of GET /v1beta/models, or "default"; a slash in it is written %2F',
  }),
});

/** The gate that checks keys reads it; declared here for the documentation. */
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
