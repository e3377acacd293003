// What went wrong, in words that can be shown as they are.
import { AtelierError, ConnectionError } from '@atelier/client';

const UNREACHABLE = 'The server cannot be reached. Check that it runs and that you are online, then try again.';

export function wordsOf(error: unknown): string {
  // A broken stream says so itself; only an absent server needs advice.
  if (error instanceof ConnectionError && error.code === 'connection') return UNREACHABLE;
  return error instanceof Error ? error.message : String(error);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof AtelierError && error.status === 401;
}
