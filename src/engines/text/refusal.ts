// Turns an upstream's refusals and failures into the service's documented errors.
import { parseAnswer } from '../../core/bounded-json.ts';
import { asRecord } from '../../core/unknown-json.ts';
import { AttemptError } from '../../net/attempt-error.ts';
import { causeOfStatus } from '../../net/provider-error.ts';
import { isRedirect } from '../../net/provider-fetch.ts';
import type { UpstreamAnswer } from '../../net/upstream-client.ts';
import { readWhole } from '../../net/upstream-client.ts';
import { UpstreamError } from '../../net/upstream-error.ts';
import { quoteUpstream } from '../../net/upstream-words.ts';

const CONTEXT_WORDS = /context.{0,20}(length|window|size)|maximum context|too many tokens|prompt is too long/i;

export async function readRefusal(name: string, answer: UpstreamAnswer): Promise<AttemptError> {
  return refusalOf(name, { ...answer, text: await readWhole(name, answer) });
}

/** What only the operator can mend, and what the customer can do meanwhile. */
const MISCONFIGURED =
  'The model cannot be used right now: the operator of this service must check it. Tell them the id of this request, or use another model.';

export function refusalOf(
  name: string,
  answer: { status: number; retryAfterSeconds: number | undefined; text: string },
): AttemptError {
  const said = readMessage(answer.text, name);
  const { status } = answer;
  const cause = causeOfStatus(status, said.message);
  const facts = { cause, upstream: name };
  const retryAfterSeconds = answer.retryAfterSeconds ?? 5;
  if (status === 429) {
    const message = 'The model takes no more calls right now. Try again later.';
    return new AttemptError('engine_unavailable', message, 'elsewhere', { ...facts, retryAfterSeconds });
  }
  if (status === 401 || status === 403 || status === 402)
    return new AttemptError('engine_failed', MISCONFIGURED, 'elsewhere', facts);
  if (status === 408 || status === 504)
    return new AttemptError('engine_timeout', 'The model did not answer in time. Try again.', 'again', facts);
  if (status === 503) {
    const message = 'The model is not available. Try again later.';
    return new AttemptError('engine_unavailable', message, 'again', { ...facts, retryAfterSeconds });
  }
  if (isRedirect(answer)) return new AttemptError('engine_failed', MISCONFIGURED, 'elsewhere', facts);
  if (status >= 500)
    return new AttemptError('engine_failed', `The model failed with status ${status}. Try again.`, 'again', facts);
  if (status === 404) {
    const message = 'The model does not take this call, or is no longer there. Use another model.';
    return new AttemptError('engine_failed', message, 'elsewhere', facts);
  }
  if (status === 413 || CONTEXT_WORDS.test(said.message) || said.code === 'context_length_exceeded') {
    return new AttemptError('context_length_exceeded', said.message, 'never', { param: said.param ?? 'messages' });
  }
  return new AttemptError('invalid_parameter', said.message, 'never', said.param ? { param: said.param } : {});
}

/** An error inside a stream, or in the body of a 200. */
export function failureInBody(name: string, error: unknown): AttemptError {
  const { message } = readMessage(JSON.stringify({ error }), name);
  return new AttemptError('engine_failed', `The model failed: ${message}`, 'again', { upstream: name });
}

export function cutShort(name: string): AttemptError {
  const message = 'The model ended its answer before it was complete.';
  return new AttemptError('engine_failed', message, 'again', { upstream: name });
}

export function notUnderstood(name: string, what: string): AttemptError {
  return new AttemptError('engine_failed', `The model sent ${what}.`, 'elsewhere', { upstream: name });
}

export function transportFailure(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const facts = { cause: error, upstream: error.upstream };
  if (error.fault === 'timeout') return new AttemptError('engine_timeout', error.message, 'elsewhere', facts);
  if (error.fault === 'unreachable') {
    const retry = { ...facts, retryAfterSeconds: 5 };
    return new AttemptError('engine_unavailable', error.message, 'elsewhere', retry);
  }
  return new AttemptError('engine_failed', error.message, 'again', facts);
}

function readMessage(text: string, upstream: string): { message: string; param?: string; code?: string } {
  let parsed: Record<string, unknown> = {};
  try {
    parsed = asRecord(parseAnswer(text)) ?? {};
  } catch {
    return { message: 'no readable reason was given' };
  }
  const error = asRecord(parsed.error) ?? parsed;
  const message = error.message ?? parsed.error ?? parsed.detail;
  return {
    message: quoteUpstream(typeof message === 'string' ? message : 'no readable reason was given', upstream),
    ...(isFieldPath(error.param, upstream) ? { param: error.param } : {}),
    ...(typeof error.code === 'string' ? { code: error.code } : {}),
  };
}

/** Anything else than the path of a field could tell of the upstream. */
function isFieldPath(param: unknown, upstream: string): param is string {
  return typeof param === 'string' && FIELD_PATH.test(param) && quoteUpstream(param, upstream) === param;
}

const FIELD_PATH = /^[a-z]\w{0,40}(?:\.\w{1,40}|\[\d{1,5}\]){0,8}$/i;
