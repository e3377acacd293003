// Turns a request of the Gemini API into the body of a chat, and refuses what no engine here can honour.
import { ServiceError } from '../../../../core/errors.ts';
import { GEMINI_FIELDS } from '../../fields/gemini.ts';
import { refuseByTable } from '../../fields/rule.ts';
import type { ChatBody } from '../../schema.ts';
import { cameFrom, type OwnNames } from '../own-fields.ts';
import type { SearchTerms } from '../search/web-search.ts';
import { toJsonSchema } from './json-schema.ts';
import { messagesOf } from './read-contents.ts';
import { toolsOf } from './read-tools.ts';
import type { GenerateBody, GenerationConfig } from './schema.ts';

const DETAILS: Readonly<Record<string, string | undefined>> = {
  MEDIA_RESOLUTION_UNSPECIFIED: undefined,
  MEDIA_RESOLUTION_LOW: 'low',
  MEDIA_RESOLUTION_MEDIUM: 'auto',
  MEDIA_RESOLUTION_HIGH: 'high',
};

/** The chat that a request asks for, and Google's own tools among its tools. `model` is the name in the path. */
export function chatBodyOf(
  body: GenerateBody,
  model: string,
  canSearch = false,
): { body: ChatBody; leftOut: string[]; search?: SearchTerms } {
  refuseByTable(body, GEMINI_FIELDS);
  const config = body.generationConfig ?? {};
  refuseByTable(config, GEMINI_FIELDS, 'generationConfig');
  for (const [index, setting] of (body.safetySettings ?? []).entries())
    refuseByTable(setting, GEMINI_FIELDS, `safetySettings[${index}]`);
  const { leftOut, search, ...tools } = toolsOf(body, canSearch && (config.candidateCount ?? 1) === 1);
  const chat = {
    model,
    messages: messagesOf(body, detailOf(config)),
    ...tools,
    ...samplingOf(config),
    ...formatOf(config),
    ...effortOf(config),
  };
  return { body: chat, leftOut, ...(search ? { search } : {}) };
}

/** The caller's names for the fields of the chat body. */
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
  '.file': '',
  '.function.name': '.name',
};

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
/** The inverse of the mapping from effort to budget in Google's OpenAI-compatible API. */
const MAX_LOW = 1024;
const MAX_MEDIUM = 8192;

function effortOf({ thinkingConfig = {} }: GenerationConfig): { reasoning_effort?: string } {
  const at = 'generationConfig.thinkingConfig';
  const { thinkingBudget: budget, thinkingLevel } = thinkingConfig;
  if (budget !== undefined && thinkingLevel !== undefined)
    throw refuse(`${at}.thinkingBudget`, 'cannot be set beside "thinkingLevel": send one of them');
  const level = thinkingLevel?.toUpperCase();
  if (level !== undefined && !Object.hasOwn(LEVELS, level))
    throw refuse(`${at}.thinkingLevel`, 'must be one of MINIMAL, LOW, MEDIUM, HIGH');
  const effort = level === undefined ? effortOfBudget(budget) : LEVELS[level];
  return effort === undefined ? {} : { reasoning_effort: effort };
}

/** −1 lets the model choose the amount. */
function effortOfBudget(budget: number | undefined): string | undefined {
  if (budget === undefined || budget < 0) return undefined;
  if (budget === 0) return 'none';
  if (budget <= MAX_LOW) return 'low';
  return budget <= MAX_MEDIUM ? 'medium' : 'high';
}

function refuse(param: string, rule: string): ServiceError {
  return new ServiceError('invalid_parameter', `The field "${param}" ${rule}.`, { param });
}
