// Tells the operator which upstream a call failed at, and why: the customer reads neither its name nor its address.
import { ServiceError } from './errors.ts';
import { type Log, redact, UNTOLD } from './log.ts';
import { keepsNothing } from './zero-retention.ts';

const MAX_CHARACTERS = 500;

/** A failure for which the customer is not to blame. `cause`: what the upstream said, which may name what is behind the model. */
export function failedAt(upstream: string, message: string, cause?: unknown): ServiceError {
  const said = typeof cause === 'string' ? new Error(cause) : cause;
  return new ServiceError('engine_failed', message, { upstream, cause: said });
}

export function upstreamOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ServiceError && cause.upstream !== undefined) return cause.upstream;
  return undefined;
}

/** What the customer is told, and all its causes. */
export function wholeReason(error: unknown): string {
  if (keepsNothing()) return UNTOLD;
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const [reason = ''] = (cause.message || ('code' in cause ? String(cause.code) : cause.name)).split('\n', 1);
    if (!reasons.includes(reason)) reasons.push(reason);
  }
  const whole = reasons.length === 0 ? String(error) : reasons.join(' | ');
  return redact(whole.slice(0, 4 * MAX_CHARACTERS)).slice(0, MAX_CHARACTERS);
}

/** One line for a call that failed at an upstream. While calls skip a paused upstream, its pause is logged, and not each call. */
export function logUpstreamFailure(log: Log, error: ServiceError, call: object): void {
  const upstream = upstreamOf(error);
  if (upstream === undefined || error.status < 500) return;
  log.warn({ ...call, upstream, code: error.code, reason: wholeReason(error) }, 'a call failed at an upstream');
}
