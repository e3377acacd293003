// What the relay needs to know about the Gemini API.
import { asRecord, asRecords, asText } from '../../../core/unknown-json.ts';
import type { TokenUsage } from '../port.ts';
import { type EventReader, isCount, type Json, type ReadEvent, type UpstreamDialect } from './upstream-dialect.ts';

export const GEMINI_DIALECT: UpstreamDialect = {
  name: 'gemini',
  pathOf: (model, stream) =>
    `models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  bodyOf: ({ body, maxTokens }) => ({
    ...body,
    generationConfig: { ...asRecord(body.generationConfig), maxOutputTokens: maxTokens },
  }),
  imagesIn: ({ contents }) => {
    const data = asRecords(contents)
      .flatMap(({ parts }) => asRecords(parts))
      .flatMap(({ inlineData }) => (inlineData === undefined ? [] : [asText(asRecord(inlineData)?.data)]));
    return { count: data.length, bytes: data.reduce((sum, text) => sum + text.length, 0) };
  },
  readWhole(body, model) {
    if (!Array.isArray(body.candidates) && !asRecord(body.promptFeedback)) return undefined;
    return { body: { ...body, modelVersion: model }, usage: readUsage(body), text: textOf(body) };
  },
  begins: ['candidates'],
  usageOf: readUsage,
  failureOf: ({ error }) => error,
  events: (model) => new GeminiEvents(model),
};

class GeminiEvents implements EventReader {
  readonly #model: string;
  #hasFinished = false;
  usage: TokenUsage | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  /** Counts before the end are preliminary. */
  get isCounted(): boolean {
    return this.#hasFinished && this.usage !== undefined;
  }

  read(chunk: Json): ReadEvent {
    this.usage = readUsage(chunk) ?? this.usage;
    const isBlocked = asRecord(chunk.promptFeedback)?.blockReason !== undefined;
    this.#hasFinished ||=
      isBlocked || asRecords(chunk.candidates).some(({ finishReason }) => finishReason !== undefined);
    // No chunk is marked as the last: the stream ends after one with a finish reason.
    return { frame: framed({ ...chunk, modelVersion: this.#model }), text: textOf(chunk), isLast: false };
  }

  ending(maxTokens: number): string {
    const { promptTokens = 0 } = this.usage ?? {};
    const usageMetadata = {
      promptTokenCount: promptTokens,
      candidatesTokenCount: maxTokens,
      totalTokenCount: promptTokens + maxTokens,
    };
    const candidate = { content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'MAX_TOKENS', index: 0 };
    return framed({ candidates: [candidate], usageMetadata, modelVersion: this.#model });
  }
}

/** Google counts thoughts separately from the answer, and cached tokens as part of the prompt. */
function readUsage({ usageMetadata }: Json): TokenUsage | undefined {
  const usage = asRecord(usageMetadata);
  if (!usage || !isCount(usage.promptTokenCount)) return undefined;
  const { candidatesTokenCount: said, thoughtsTokenCount: thought, cachedContentTokenCount: cached } = usage;
  return {
    promptTokens: usage.promptTokenCount,
    completionTokens: (isCount(said) ? said : 0) + (isCount(thought) ? thought : 0),
    ...(isCount(cached) && cached > 0 ? { cachedTokens: Math.min(cached, usage.promptTokenCount) } : {}),
    ...(isCount(thought) && thought > 0 ? { reasoningTokens: thought } : {}),
  };
}

function textOf({ candidates }: Json): string {
  return asRecords(candidates)
    .flatMap(({ content }) => asRecords(asRecord(content)?.parts))
    .map(({ text, functionCall }) => asText(text) + (functionCall ? JSON.stringify(functionCall) : ''))
    .join('');
}

function framed(chunk: Json): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}
