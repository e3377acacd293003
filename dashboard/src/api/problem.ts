// What went wrong, in words that can be shown as they are.
import { AtelierError, ConnectionError } from '@atelier/client';

const UNREACHABLE = 'The server cannot be reached. Check that it runs and that you are online, then try again.';

const CUT_OFF = 'The connection was lost before everything had arrived. Check that you are online, then try again.';

export function wordsOf(error: unknown): string {
  if (error instanceof ConnectionError && (error.code === 'stream_broken' || error.code === 'answer_broken'))
    return CUT_OFF;
  if (isMissingPage(error) || (error instanceof ConnectionError && error.code === 'connection')) return UNREACHABLE;
  return error instanceof Error ? error.message : String(error);
}

/** The script of a page did not arrive. */
export function isMissingPage(error: unknown): boolean {
  return error instanceof ConnectionError && error.code === 'page_missing';
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof AtelierError && error.status === 401;
}
