// How the fields of the Gemini API are treated.
import { type FieldTable, honoured, ignored, passedOn, refused } from './rule.ts';

export const GEMINI_FIELDS: FieldTable = {
  'contents, systemInstruction': honoured(
    'Text, images (PNG, JPEG, WebP, GIF), documents (PDF and text, read as text), recordings (transcribed, at the price of a transcription), calls and their results, thoughts. A `functionResponse` without `id` answers the first open call of its name.',
  ),
  'tools[].functionDeclarations': honoured('`parameters` (Google’s schema) or `parametersJsonSchema`.'),
  'tools[].googleSearch, googleSearchRetrieval': honoured(
    'Where the operator names a search engine, and for one candidate; otherwise left out, as the next ones are.',
  ),
  'tools[].codeExecution, urlContext, googleMaps, fileSearch, computerUse, mcpServers': ignored(
    'Google’s own tools are left out; the header `X-Left-Out` names them.',
  ),
  'tools[].functionDeclarations[].behavior': refused('An answer ends with its function calls.', [
    'unspecified',
    'blocking',
  ]),
  'tools[].functionDeclarations[].response, responseJsonSchema': ignored('Functions are run by you.'),
  'toolConfig.functionCallingConfig': honoured('AUTO, ANY, NONE, VALIDATED (strict tools); `allowedFunctionNames`.'),
  'toolConfig.retrievalConfig, toolConfig.includeServerSideToolInvocations': ignored('For Google’s own tools.'),
  'generationConfig.temperature, topP, maxOutputTokens, stopSequences, seed, candidateCount':
    honoured('As in the API.'),
  'generationConfig.topK, presencePenalty, frequencyPenalty': passedOn('To engines that know them.'),
  'generationConfig.responseMimeType, responseSchema, responseJsonSchema': honoured(
    '`application/json`, with or without a schema.',
  ),
  'generationConfig.thinkingConfig': honoured(
    '`thinkingLevel`, or `thinkingBudget`: 0 none, up to 1,024 low, up to 8,192 medium, above high, −1 the model’s own. `includeThoughts` shows thoughts.',
  ),
  'generationConfig.mediaResolution': honoured('The `detail` of images.'),
  'generationConfig.responseModalities': refused('Answers are text.', ['text', 'modality_unspecified']),
  'generationConfig.responseLogprobs': refused('Use POST /v1/chat/completions with logprobs.'),
  'generationConfig.logprobs': refused('Use POST /v1/chat/completions with logprobs.', ['0']),
  'generationConfig.speechConfig': refused('Answers are text.'),
  'generationConfig.imageConfig': refused('Answers are text. POST /v1/image/generate makes images.'),
  'generationConfig.audioTimestamp, routingConfig, modelSelectionConfig': ignored('Choices of Google’s own.'),
  'safetySettings[].threshold': refused('This service filters nothing itself.', [
    'block_none',
    'off',
    'harm_block_threshold_unspecified',
  ]),
  cachedContent: refused('Send the contents with each request.'),
  store: refused('This service keeps chats only in its own conversations.'),
  serviceTier: ignored('There is one tier, at the listed price.'),
  labels: ignored('Notes for Google’s bills.'),
};
