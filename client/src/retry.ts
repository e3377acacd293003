// Decides whether and when a call is repeated: after 1, 2, 4 seconds and so on, or as Retry-After says.
import { type AtelierError, ConnectionError } from './errors.ts';

const FIRST_WAIT_MS = 1_000;
/** A longer wait is left to the caller: the error contains the time. */
const LONGEST_WAIT_MS = 60_000;
const PASSING = new Set([429, 500, 502, 503, 504]);
/** The service refused these calls before they had any effect: they can be repeated without an Idempotency-Key. */
const REFUSED = new Set([429, 503]);

export function waitBeforeRetry(error: AtelierError, attempt: number, isRepeatable: boolean): number | undefined {
  if (!isWorthATry(error, isRepeatable)) return undefined;
  // Random, so that many clients do not retry at the same moment.
  const waitMs = FIRST_WAIT_MS * 2 ** attempt * (0.75 + Math.random() / 2);
  const askedMs = (error.retryAfterSeconds ?? 0) * 1_000;
  return askedMs > LONGEST_WAIT_MS ? undefined : Math.min(Math.max(waitMs, askedMs), LONGEST_WAIT_MS);
}

function isWorthATry(error: AtelierError, isRepeatable: boolean): boolean {
  if (error.status !== undefined && REFUSED.has(error.status)) return true;
  if (!isRepeatable) return false;
  return (
    error instanceof ConnectionError ||
    error.code === 'idempotency_in_flight' ||
    (error.status !== undefined && PASSING.has(error.status))
  );
}

/** Rejects with the signal's reason if it is aborted during the wait. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
