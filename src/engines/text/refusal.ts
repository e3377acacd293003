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

export function refusalOf(
  name: string,
  answer: { status: number; retryAfterSeconds: number | undefined; text: string },
): AttemptError {
  const said = readMessage(answer.text);
  const { status } = answer;
  const cause = causeOfStatus(status);
  if (status === 429) {
    return new AttemptError(
      'engine_unavailable',
      `The upstream "${name}" has reached its rate limit. Try again later.`,
      'elsewhere',
      {
        retryAfterSeconds: answer.retryAfterSeconds ?? 5,
        cause,
      },
    );
  }
  if (status === 401 || status === 403 || status === 402) {
    return new AttemptError(
      'engine_failed',
      `The upstream "${name}" refused this service's API key. The operator must check the key.`,
      'elsewhere',
      { cause },
    );
  }
  if (status === 408 || status === 504) {
    return new AttemptError('engine_timeout', `The upstream "${name}" did not respond in time. Try again.`, 'again', {
      cause,
    });
  }
  if (status === 503) {
    return new AttemptError(
      'engine_unavailable',
      `The upstream "${name}" is not available. Try again later.`,
      'again',
      {
        retryAfterSeconds: answer.retryAfterSeconds ?? 5,
        cause,
      },
    );
  }
  if (isRedirect(answer)) {
    return new AttemptError(
      'engine_failed',
      `The upstream "${name}" is at another address now (status ${status}). The operator must correct its base URL.`,
      'elsewhere',
      { cause },
    );
  }
  if (status >= 500) {
    return new AttemptError('engine_failed', `The upstream "${name}" failed with status ${status}.`, 'again', {
      cause,
    });
  }
  if (status === 404) {
    return new AttemptError(
      'engine_failed',
      `The upstream "${name}" does not support this model or call: ${said.message}`,
      'elsewhere',
      { cause },
    );
  }
  if (status === 413 || CONTEXT_WORDS.test(said.message) || said.code === 'context_length_exceeded') {
    return new AttemptError('context_length_exceeded', said.message, 'never', { param: said.param ?? 'messages' });
  }
  return new AttemptError('invalid_parameter', said.message, 'never', said.param ? { param: said.param } : {});
}

/** An error inside a stream, or in the body of a 200. */
export function failureInBody(name: string, error: unknown): AttemptError {
  const { message } = readMessage(JSON.stringify({ error }));
  return new AttemptError('engine_failed', `The upstream "${name}" failed: ${message}`, 'again');
}

export function cutShort(name: string): AttemptError {
  return new AttemptError('engine_failed', `The upstream "${name}" ended its answer before it was complete.`, 'again');
}

export function notUnderstood(name: string, what: string): AttemptError {
  return new AttemptError('engine_failed', `The upstream "${name}" sent ${what}.`, 'elsewhere');
}

export function transportFailure(error: unknown): unknown {
  if (!(error instanceof UpstreamError)) return error;
  if (error.fault === 'timeout')
    return new AttemptError('engine_timeout', error.message, 'elsewhere', { cause: error });
  if (error.fault === 'unreachable') {
    return new AttemptError('engine_unavailable', error.message, 'elsewhere', { cause: error, retryAfterSeconds: 5 });
  }
  return new AttemptError('engine_failed', error.message, 'again', { cause: error });
}

function readMessage(text: string): { message: string; param?: string; code?: string } {
  let parsed: Record<string, unknown> = {};
  try {
    parsed = asRecord(parseAnswer(text)) ?? {};
  } catch {
    return { message: 'no readable reason was given' };
  }
  const error = asRecord(parsed.error) ?? parsed;
  const message = error.message ?? parsed.error ?? parsed.detail;
  return {
    message: quoteUpstream(typeof message === 'string' ? message : 'no readable reason was given'),
    ...(typeof error.param === 'string' ? { param: quoteUpstream(error.param).slice(0, 100) } : {}),
    ...(typeof error.code === 'string' ? { code: error.code } : {}),
  };
}
