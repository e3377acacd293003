// Why one attempt at an engine failed, and whether another may help. The router reads it; the customer sees only the ServiceError.
import { type ErrorCode, type ErrorDetails, ServiceError } from '../../core/errors.ts';

/** again: the same engine may succeed · elsewhere: another engine may succeed · never: the order itself is invalid. */
export type NextTry = 'again' | 'elsewhere' | 'never';

export class AttemptError extends ServiceError {
  readonly nextTry: NextTry;

  constructor(code: ErrorCode, message: string, nextTry: NextTry, details: ErrorDetails = {}) {
    super(code, message, details);
    this.name = 'AttemptError';
    this.nextTry = nextTry;
  }
}

export function nextTryOf(error: unknown): NextTry {
  if (error instanceof AttemptError) return error.nextTry;
  if (error instanceof ServiceError) return error.status >= 500 ? 'elsewhere' : 'never';
  return 'elsewhere';
}
