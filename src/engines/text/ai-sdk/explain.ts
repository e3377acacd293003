// Why a translated answer failed, and what it is worth if what came cannot be read.
import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { parseAnswer } from '../../../core/bounded-json.ts';
import { asRecord } from '../../../core/unknown-json.ts';
import { AttemptError } from '../../../net/attempt-error.ts';
import { readRetryAfter } from '../../../net/upstream-client.ts';
import { UpstreamError } from '../../../net/upstream-error.ts';
import { AnswerTooLarge } from '../../../net/whole-answer.ts';
import { GEMINI_DIALECT } from '../native/gemini-dialect.ts';
import { MESSAGES_DIALECT } from '../native/messages-dialect.ts';
import type { TextModel, TextOrder, TokenUsage } from '../port.ts';
import { refusalOf, transportFailure } from '../refusal.ts';
import { mostTokensOfOrders } from '../request-size.ts';
import { type AnswerSigns, CHAT_SIGNS, explainUnread } from '../unread.ts';

interface FailedAnswer {
  order: TextOrder;
  model: TextModel;
  /** A part of it has come. */
  hasBegun: boolean;
  /** Counts what came, with the prompt. */
  measure(): Promise<TokenUsage>;
}

/** What the provider sent was not as the AI SDK expects: in any dialect that it translates. */
const SIGNS: AnswerSigns = {
  begins: [
    ...[CHAT_SIGNS, MESSAGES_DIALECT, GEMINI_DIALECT].flatMap(({ begins }) => begins),
    ...['messageStart', 'contentBlockStart', 'contentBlockDelta'],
  ],
  usageOf: (body) => CHAT_SIGNS.usageOf(body) ?? GEMINI_DIALECT.usageOf(body) ?? MESSAGES_DIALECT.usageOf(body),
};

export async function explain(name: string, error: unknown, answer: FailedAnswer): Promise<unknown> {
  const beyond = findBeyondBounds(error);
  const text = beyond ? startOf(beyond) : textOf(error);
  if (text === undefined) return explainFailure(name, error);
  const { order, model, hasBegun, measure } = answer;
  const { contextWindow, maxOutputTokens, pictureTokens } = model;
  return explainUnread({
    name,
    what: beyond ? `something that is not read: ${beyond.message}` : 'something that cannot be read',
    text,
    signs: SIGNS,
    bounds: {
      contextWindow,
      mostPromptTokens: mostTokensOfOrders([order], pictureTokens),
      maxTokens: order.maxTokens ?? maxOutputTokens,
    },
    countPrompt: async () => (await measure()).promptTokens,
    countBefore: hasBegun ? measure : undefined,
  });
}

/** What our own fetch says of an answer that exceeds its bounds. */
function findBeyondBounds(error: unknown): RangeError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof RangeError) return cause;
  return undefined;
}

function startOf(error: RangeError): string {
  return error instanceof AnswerTooLarge ? error.start : '';
}

function textOf(error: unknown): string | undefined {
  if (JSONParseError.isInstance(error)) return error.text;
  if (APICallError.isInstance(error)) return textOfFirst(error);
  return TypeValidationError.isInstance(error) ? (JSON.stringify(error.value) ?? '') : undefined;
}

/** The provider for Claude makes a status 500 of a first event that it cannot read, with its own error as the body. */
function textOfFirst({ responseBody }: APICallError): string | undefined {
  if (!responseBody?.includes('"AI_JSONParseError"')) return undefined;
  try {
    const { name, text } = asRecord(parseAnswer(responseBody)) ?? {};
    return name === 'AI_JSONParseError' && typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

function explainFailure(name: string, error: unknown): unknown {
  if (APICallError.isInstance(error) && error.statusCode !== undefined) {
    return refusalOf(name, {
      status: error.statusCode,
      retryAfterSeconds: readRetryAfter(error.responseHeaders?.['retry-after']),
      text: error.responseBody ?? '',
    });
  }
  if (error instanceof AttemptError || (error instanceof Error && error.name === 'AbortError')) return error;
  if (isTimeLimit(error)) {
    return transportFailure(new UpstreamError('timeout', name, { cause: error }));
  }
  return new AttemptError('engine_failed', 'The model failed. Try again.', 'again', { cause: error, upstream: name });
}

/** Of Node's own fetch, whose errors are other classes than those of the package. */
function isTimeLimit(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && (cause.code === 'UND_ERR_HEADERS_TIMEOUT' || cause.code === 'UND_ERR_BODY_TIMEOUT'))
      return true;
  return false;
}
