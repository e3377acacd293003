// The names of OpenTelemetry's conventions for generative AI, and how this service's calls map to them.

import type { LoggedRequest } from '../core/logged-request.ts';
import { microToCredits } from '../core/money.ts';

const OPERATIONS: readonly [RegExp, string][] = [
  [/embed/i, 'embeddings'],
  [/rerank/, 'rerank'],
  [/moderations/, 'moderation'],
  [/^\/completions$|\/api\/generate$/, 'text_completion'],
  [/generateContent|streamGenerateContent/, 'generate_content'],
  [/^\/images?\//, 'image_generation'],
  [/^\/audio\/speech/, 'speech'],
  [/^\/audio\//, 'transcription'],
  [/^\/(?:chat\/(?:completions|stream)|responses|messages|code\/\w+|builder\/chat)$|\/api\/chat$/, 'chat'],
];

/** Undefined for a call that uses no model. */
export function operationOf({ method, route }: Pick<LoggedRequest, 'method' | 'route'>): string | undefined {
  if (method !== 'POST') return undefined;
  return OPERATIONS.find(([pattern]) => pattern.test(route))?.[1];
}

export type GenAiAttributes = Record<string, string | number | boolean>;

/** The upstream's name serves as the provider; a local model has none. */
export function providerOf({ upstream }: Pick<LoggedRequest, 'upstream'>): string {
  return upstream ?? 'atelier';
}

export function genAiAttributes(operation: string, call: LoggedRequest): GenAiAttributes {
  const { model, servedModel, promptTokens, completionTokens, cachedTokens, charged, errorCode } = call;
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': providerOf(call),
    ...(model === null ? {} : { 'gen_ai.request.model': model }),
    ...(servedModel === null ? {} : { 'gen_ai.response.model': servedModel }),
    ...(promptTokens === null ? {} : { 'gen_ai.usage.input_tokens': promptTokens }),
    ...(completionTokens === null ? {} : { 'gen_ai.usage.output_tokens': completionTokens }),
    ...(cachedTokens === null ? {} : { 'gen_ai.usage.cache_read.input_tokens': cachedTokens }),
    ...(call.streamed && call.firstByteMs !== null
      ? { 'gen_ai.response.time_to_first_chunk': call.firstByteMs / 1000 }
      : {}),
    ...(charged === null ? {} : { 'atelier.credits': microToCredits(charged) }),
    ...(errorCode === null ? {} : { 'error.type': errorCode }),
    'atelier.request_id': call.id,
  };
}
