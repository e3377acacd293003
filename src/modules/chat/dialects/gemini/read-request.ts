// Turns a request of the Gemini API into the body of a chat, and refuses what no engine here can honour.
import { ServiceError } from '../../../../core/errors.ts';
import type { ChatBody } from '../../schema.ts';
import { cameFrom, type OwnNames } from '../own-fields.ts';
import { refuseOthers } from '../refuse-others.ts';
import { toJsonSchema } from './json-schema.ts';
import { messagesOf } from './read-contents.ts';
import { toolsOf } from './read-tools.ts';
import type { GenerateBody, GenerationConfig } from './schema.ts';

const BODY_MEMBERS = [
  'model',
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'labels',
  'store',
  'serviceTier',
];
const CONFIG_MEMBERS = [
  'temperature',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'mediaResolution',
  'thinkingConfig',
];
const WHY_NOT = {
  cachedContent: 'Send the contents with each request.',
  responseLogprobs: 'Use POST /v1/chat/completions with logprobs, for upstreams that offer them.',
  logprobs: 'Use POST /v1/chat/completions with logprobs, for upstreams that offer them.',
  speechConfig: 'Answers are text.',
  imageConfig: 'Answers are text. POST /v1/image/generate makes images.',
};
/** This service has no content filter, so only thresholds that block nothing can be honoured. */
const THRESHOLDS_WITHOUT_EFFECT = ['BLOCK_NONE', 'OFF', 'HARM_BLOCK_THRESHOLD_UNSPECIFIED'];
const DETAILS: Readonly<Record<string, string | undefined>> = {
  MEDIA_RESOLUTION_UNSPECIFIED: undefined,
  MEDIA_RESOLUTION_LOW: 'low',
  MEDIA_RESOLUTION_MEDIUM: 'auto',
  MEDIA_RESOLUTION_HIGH: 'high',
};

/** `model` is the name in the path. */
export function chatBodyOf(body: GenerateBody, model: string): ChatBody {
  refuseOthers(body, BODY_MEMBERS, '', WHY_NOT);
  const config = body.generationConfig ?? {};
  refuseOthers(config, CONFIG_MEMBERS, 'generationConfig', WHY_NOT);
  refuseWhatWouldBeIgnored(body, config);
  return {
    model,
    messages: messagesOf(body, detailOf(config)),
    ...toolsOf(body),
    ...samplingOf(config),
    ...formatOf(config),
    ...effortOf(config),
  };
}

/** How a caller names the fields of the chat body. */
export const OWN_NAMES: OwnNames = {
  messages: 'contents',
  temperature: 'generationConfig.temperature',
  top_p: 'generationConfig.topP',
  top_k: 'generationConfig.topK',
  n: 'generationConfig.candidateCount',
  max_tokens: 'generationConfig.maxOutputTokens',
  max_completion_tokens: 'generationConfig.maxOutputTokens',
  stop: 'generationConfig.stopSequences',
  seed: 'generationConfig.seed',
  presence_penalty: 'generationConfig.presencePenalty',
  frequency_penalty: 'generationConfig.frequencyPenalty',
  response_format: 'generationConfig.responseMimeType',
  reasoning_effort: 'generationConfig.thinkingConfig',
  tool_choice: 'toolConfig.functionCallingConfig',
  '.content': '.parts',
  '.function.name': '.name',
};

function refuseWhatWouldBeIgnored(body: GenerateBody, config: GenerationConfig): void {
  for (const [index, { threshold }] of (body.safetySettings ?? []).entries())
    if (threshold !== undefined && !THRESHOLDS_WITHOUT_EFFECT.includes(threshold))
      throw refuse(
        `safetySettings[${index}].threshold`,
        `cannot be honoured: this service filters nothing itself. Accepted are ${THRESHOLDS_WITHOUT_EFFECT.join(', ')}`,
      );
  if (body.store) throw refuse('store', 'cannot be true: this service keeps chats only in its own conversations');
  if (body.serviceTier !== undefined && !['unspecified', 'standard'].includes(body.serviceTier.toLowerCase()))
    throw refuse('serviceTier', 'must be "standard": there is one tier');
  const others = (config.responseModalities ?? []).filter((modality) => modality.toUpperCase() !== 'TEXT');
  if (others.length > 0) throw refuse('generationConfig.responseModalities', 'may only hold TEXT: answers are text');
}

function samplingOf(config: GenerationConfig): Partial<ChatBody> {
  const { temperature, topP, topK, candidateCount, maxOutputTokens, stopSequences, seed } = config;
  const { presencePenalty, frequencyPenalty } = config;
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(topK === undefined ? {} : { top_k: topK }),
    ...(candidateCount === undefined ? {} : { n: candidateCount }),
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(stopSequences?.length ? { stop: stopSequences } : {}),
    ...(seed === undefined ? {} : { seed }),
    ...(presencePenalty === undefined ? {} : { presence_penalty: presencePenalty }),
    ...(frequencyPenalty === undefined ? {} : { frequency_penalty: frequencyPenalty }),
  };
}

function formatOf(config: GenerationConfig): Pick<ChatBody, 'response_format'> {
  const { responseMimeType = 'text/plain', responseSchema, responseJsonSchema } = config;
  if (responseSchema && responseJsonSchema)
    throw refuse('generationConfig.responseJsonSchema', 'cannot be set beside "responseSchema": send one of them');
  const schema = responseJsonSchema ?? (responseSchema ? toJsonSchema(responseSchema) : undefined);
  switch (responseMimeType) {
    case 'text/plain':
      if (schema) throw refuse('generationConfig.responseMimeType', 'must be application/json if a schema is given');
      return {};
    case 'application/json':
      if (!schema) return { response_format: { type: 'json_object' } };
      return {
        response_format: cameFrom(
          { type: 'json_schema', json_schema: { name: 'response', schema } },
          `generationConfig.${responseJsonSchema ? 'responseJsonSchema' : 'responseSchema'}`,
        ),
      };
    default:
      throw refuse('generationConfig.responseMimeType', 'must be text/plain or application/json');
  }
}

function detailOf({ mediaResolution }: GenerationConfig): string | undefined {
  if (mediaResolution === undefined) return undefined;
  if (Object.hasOwn(DETAILS, mediaResolution)) return DETAILS[mediaResolution];
  throw refuse('generationConfig.mediaResolution', `must be one of ${Object.keys(DETAILS).join(', ')}`);
}

const LEVELS: Readonly<Record<string, string | undefined>> = {
  THINKING_LEVEL_UNSPECIFIED: undefined,
  MINIMAL: 'minimal',
  LOW: 'low',
  MEDIUM: 'medium',
  HIGH: 'high',
};
/** The reverse of how Google's OpenAI-compatible API maps efforts to budgets. */
const MOST_LOW = 1024;
const MOST_MEDIUM = 8192;

function effortOf({ thinkingConfig = {} }: GenerationConfig): { reasoning_effort?: string } {
  const at = 'generationConfig.thinkingConfig';
  refuseOthers(thinkingConfig, ['includeThoughts', 'thinkingBudget', 'thinkingLevel'], at);
  const { thinkingBudget: budget, thinkingLevel } = thinkingConfig;
  if (budget !== undefined && thinkingLevel !== undefined)
    throw refuse(`${at}.thinkingBudget`, 'cannot be set beside "thinkingLevel": send one of them');
  const level = thinkingLevel?.toUpperCase();
  if (level !== undefined && !Object.hasOwn(LEVELS, level))
    throw refuse(`${at}.thinkingLevel`, 'must be one of MINIMAL, LOW, MEDIUM, HIGH');
  const effort = level === undefined ? effortOfBudget(budget) : LEVELS[level];
  return effort === undefined ? {} : { reasoning_effort: effort };
}

/** −1 leaves the amount to the model. */
function effortOfBudget(budget: number | undefined): string | undefined {
  if (budget === undefined || budget < 0) return undefined;
  if (budget === 0) return 'none';
  if (budget <= MOST_LOW) return 'low';
  return budget <= MOST_MEDIUM ? 'medium' : 'high';
}

function refuse(param: string, rule: string): ServiceError {
  return new ServiceError('invalid_parameter', `The field "${param}" ${rule}.`, { param });
}
