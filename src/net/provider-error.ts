// The one policy that turns a provider's failure into the customer's error, for every kind of work.
import { parseAnswer } from '../core/bounded-json.ts';
import { ServiceError } from '../core/errors.ts';
import { AttemptError, isAccepted, type NextTry } from './attempt-error.ts';
import { UpstreamError } from './upstream-error.ts';
import { quoteUpstream } from './upstream-words.ts';

/** The cause of the customer's error: what happened between the service and the provider. */
class ProviderTrouble extends Error {
  /** Another attempt may succeed: the provider is busy, or unreachable at the moment. */
  readonly isPassing: boolean;
  /** The provider has certainly not started the work: it refused, or was never reached. */
  readonly isRefused: boolean;

  constructor(message: string, kind: { isPassing: boolean; isRefused: boolean }, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderTrouble';
    this.isPassing = kind.isPassing;
    this.isRefused = kind.isRefused;
  }
}

/**
 * Whether the provider certainly did not accept the failed order: only then may it be placed again, here or elsewhere.
 */
export function isSurelyRefused(error: unknown): boolean {
  if (isAccepted(error)) return false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderTrouble) return cause.isRefused;
    if (isUnreached(cause)) return true;
  }
  return false;
}

/**
 * Whether an upstream may bill an attempt that failed like this: it broke off, did not answer in time, or sent something unusable.
 * Refusals are billed by nobody.
 */
export function mayBeBilled(error: unknown): boolean {
  if (isAccepted(error)) return true;
  if (error instanceof ServiceError && error.status < 500) return false;
  return !isSurelyRefused(error);
}

/** The cause of an error for an upstream's status, where that status is explained elsewhere. */
export function causeOfStatus(status: number, said = ''): Error {
  const isRefused = status >= 400 && !UNCERTAIN_STATUSES.has(status);
  const kind = { isPassing: status === 429 || status >= 500, isRefused };
  return new ProviderTrouble(`status ${status} ${said}`.trim(), kind);
}

const UNREACHED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

/** No connection was made, so nothing was sent. */
function isUnreached(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && UNREACHED.includes(String(cause.code))) return true;
  return false;
}

export function isPassingTrouble(error: unknown): boolean {
  return error instanceof ServiceError && error.cause instanceof ProviderTrouble && error.cause.isPassing;
}

/** If the caller has aborted, throws the caller's reason instead. */
export function explainUnreachable(name: string, error: unknown, signal: AbortSignal): never {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (signal.aborted && !isTimeout) throw signal.reason;
  const isRefused = !isTimeout && isUnreached(error);
  const fault = new UpstreamError(isTimeout ? 'timeout' : isRefused ? 'unreachable' : 'broken', name, { cause: error });
  const trouble = new ProviderTrouble(isTimeout ? 'timed out' : 'unreachable', { isPassing: true, isRefused }, fault);
  throw new AttemptError(
    isTimeout ? 'engine_timeout' : 'engine_unavailable',
    fault.message,
    isTimeout || isRefused ? 'elsewhere' : 'again',
    { cause: trouble, upstream: name },
  );
}

export interface Refusal {
  status: number;
  /** The part of the response body that was read. */
  text: string;
  /** The header of that name. */
  retryAfter?: string | null | undefined;
  /** The customer's field that was refused; `prompt` if absent, null if the call contained nothing of the customer's. */
  field?: string | null | undefined;
}

/**
 * 400 and 422 mean that the provider refused the customer's input, so the customer gets the reason. Everything else concerns only the service
 * and the provider: no access or a busy provider is `engine_unavailable`; anything else is `engine_failed`.
 */
export function explainRefusal(name: string, { status, text, retryAfter, field }: Refusal): AttemptError {
  const said = messageIn(text, name);
  // A question about an order that was placed before is refused, but not the order.
  const isRefused = field !== null && !UNCERTAIN_STATUSES.has(status);
  const trouble = new ProviderTrouble(`status ${status} ${said}`, {
    isPassing: status === 429 || status >= 500,
    isRefused,
  });
  if (field !== null && (status === 400 || status === 422))
    return new AttemptError('invalid_parameter', `The model refused this request${said ? `: ${said}` : '.'}`, 'never', {
      param: field ?? 'prompt',
      cause: trouble,
    });
  if (status === 401 || status === 403 || status === 404 || status === 429)
    return new AttemptError(
      'engine_unavailable',
      'The model does not accept this call right now. Try again later.',
      'elsewhere',
      {
        upstream: name,
        retryAfterSeconds: Number(retryAfter) || RETRY_AFTER_SECONDS,
        // A pause only if the provider asked for one.
        pauseSeconds: Number(retryAfter) || 0,
        cause: trouble,
      },
    );
  const next: NextTry = status >= 500 || status === 408 ? 'again' : 'elsewhere';
  const facts = { cause: trouble, upstream: name };
  return new AttemptError('engine_failed', `The model failed with status ${status}. Try again.`, next, facts);
}

const RETRY_AFTER_SECONDS = 20;

/** Sent by a proxy between the service and the provider: the provider may have accepted the order. */
const UNCERTAIN_STATUSES = new Set([408, 502, 504, 520, 522, 524]);

/** Lenient: providers use different shapes for their messages. */
function messageIn(text: string, upstream: string): string {
  try {
    const { error, detail } = parseAnswer(text) as { error?: { message?: unknown } | string; detail?: unknown };
    const message = typeof error === 'object' ? error?.message : (error ?? detail);
    return typeof message === 'string' ? quoteUpstream(message, upstream) : '';
  } catch {
    return '';
  }
}
