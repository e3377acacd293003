// Ends an event stream whose caller would no longer be admitted: a revoked key or a suspended account receives nothing
// new.
import { ServiceError } from '../core/errors.ts';

const LOOK_MS = 3_000;

/**
 * `admit` throws a ServiceError when the caller is refused, which aborts the stream. Checks until the returned function
 * is called.
 */
export function watchAdmission(leaving: AbortController, admit: () => Promise<void>): () => void {
  const look = setInterval(() => {
    void admit().catch((error: unknown) => {
      // Any other error says nothing about the caller: the next check repeats it.
      if (error instanceof ServiceError && error.status < 500) leaving.abort(error);
    });
  }, LOOK_MS).unref();
  return () => clearInterval(look);
}
