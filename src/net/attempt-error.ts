// Why one attempt at an engine failed, and whether another may help. The router reads it; the customer sees only the ServiceError.
import { type ErrorCode, type ErrorDetails, ServiceError } from '../core/errors.ts';

/**
 * again: the same engine may succeed · elsewhere: another engine may succeed · never: the order itself is invalid ·
 * ordered: the engine took the order, or may have, and failed later: another attempt could be paid twice · billed: the
 * engine did the work, but what it sent cannot be used. Another attempt would be paid twice, and other orders may succeed.
 */
export type NextTry = 'again' | 'elsewhere' | 'never' | 'ordered' | 'billed';

export interface AttemptDetails extends ErrorDetails {
  /** How long the engine gets no calls, if that differs from the customer's Retry-After. */
  pauseSeconds?: number;
}

export class AttemptError extends ServiceError {
  readonly nextTry: NextTry;
  /** The pause that the engine requested. */
  readonly pauseSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, nextTry: NextTry, details: AttemptDetails = {}) {
    super(code, message, details);
    this.name = 'AttemptError';
    this.nextTry = nextTry;
    this.pauseSeconds = details.pauseSeconds ?? details.retryAfterSeconds;
  }
}

export function nextTryOf(error: unknown): NextTry {
  if (error instanceof AttemptError) return error.nextTry;
  if (error instanceof ServiceError) return error.status >= 500 ? 'elsewhere' : 'never';
  return 'elsewhere';
}

/** The same failure after the engine accepted the order: nothing that the customer sent is at fault any more. */
export function afterOrder(error: unknown): ServiceError {
  return endingAttempts(error, 'ordered');
}

/** The same failure after the engine had done the work, or had taken the order for good: ordering again at once helps nobody. */
export function afterWork(error: unknown): ServiceError {
  const isTold = error instanceof ServiceError && (error.code === 'engine_failed' || error.code === 'engine_timeout');
  return endingAttempts(isTold || isAccepted(error) ? error : new Error('after the order', { cause: error }), 'billed');
}

/** The engine took the order, or may have: however it failed then, it has not refused. */
export function isAccepted(error: unknown): boolean {
  return error instanceof AttemptError && (error.nextTry === 'ordered' || error.nextTry === 'billed');
}

function endingAttempts(error: unknown, nextTry: NextTry): ServiceError {
  if (!(error instanceof ServiceError))
    return new AttemptError('engine_failed', 'The model failed after it had accepted the order.', nextTry, {
      cause: error,
    });
  if (isAccepted(error)) return error;
  const { message, retryAfterSeconds } = error;
  const code = error.status < 500 ? 'engine_failed' : error.code;
  return new AttemptError(code, message, nextTry, {
    cause: error,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(error instanceof AttemptError && error.pauseSeconds !== undefined ? { pauseSeconds: error.pauseSeconds } : {}),
  });
}
