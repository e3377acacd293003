// The one policy for what a provider's failure means to the customer, whatever was to be made.
import { ServiceError } from '../core/errors.ts';
import { quoteUpstream } from './upstream-words.ts';

/** The cause of the customer's error: what happened between us and the provider. */
class ProviderTrouble extends Error {
  /** Worth another try: the provider is there but busy, or cannot be reached for the moment. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderTrouble';
    this.isPassing = isPassing;
  }
}

export function isPassingTrouble(error: unknown): boolean {
  return error instanceof ServiceError && error.cause instanceof ProviderTrouble && error.cause.isPassing;
}

/** Throws the caller's own reason where the caller has left. */
export function explainUnreachable(name: string, error: unknown, signal: AbortSignal): never {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (signal.aborted && !isTimeout) throw signal.reason;
  const trouble = new ProviderTrouble(isTimeout ? 'timed out' : 'unreachable', true, error);
  throw new ServiceError(
    isTimeout ? 'engine_timeout' : 'engine_unavailable',
    isTimeout
      ? `${name} did not answer in time. Try again later.`
      : `${name} cannot be reached right now. Try again later.`,
    { cause: trouble },
  );
}

export interface Refusal {
  status: number;
  /** The answer's body, as far as it was read. */
  text: string;
  /** The header of that name. */
  retryAfter?: string | null | undefined;
  /** The customer's field that was refused; `prompt` when left out. */
  field?: string | undefined;
}

/**
 * 400 and 422: what the customer wrote was refused, and they must hear why. Everything else is between us and the
 * provider: without access, or busy, it is unavailable; anything else is its failure.
 */
export function explainRefusal(name: string, { status, text, retryAfter, field }: Refusal): ServiceError {
  const said = messageIn(text);
  const trouble = new ProviderTrouble(`status ${status} ${said}`, status === 429 || status >= 500);
  if (status === 400 || status === 422)
    return new ServiceError('invalid_parameter', `The model refused this request${said ? `: ${said}` : '.'}`, {
      param: field ?? 'prompt',
      cause: trouble,
    });
  if (status === 401 || status === 403 || status === 404 || status === 429)
    return new ServiceError('engine_unavailable', `${name} does not accept this call right now. Try again later.`, {
      retryAfterSeconds: Number(retryAfter) || RETRY_AFTER_SECONDS,
      cause: trouble,
    });
  return new ServiceError('engine_failed', `${name} failed with status ${status}.`, { cause: trouble });
}

const RETRY_AFTER_SECONDS = 20;

/** Lenient: providers wrap their words differently. */
function messageIn(text: string): string {
  try {
    const { error, detail } = JSON.parse(text) as { error?: { message?: unknown } | string; detail?: unknown };
    const message = typeof error === 'object' ? error?.message : (error ?? detail);
    return typeof message === 'string' ? quoteUpstream(message) : '';
  } catch {
    return '';
  }
}
