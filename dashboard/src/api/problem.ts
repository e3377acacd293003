// Errors as messages for users.
import { AtelierError, ConnectionError } from '@atelier/client';
import { shared } from '../strings.ts';

export function wordsOf(error: unknown): string {
  if (error instanceof ConnectionError && (error.code === 'stream_broken' || error.code === 'answer_broken'))
    return shared.cutOff;
  if (isMissingPage(error) || isUnreachable(error)) return shared.unreachable;
  return error instanceof Error ? error.message : String(error);
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof ConnectionError && error.code === 'connection';
}

/** The script of a page could not be loaded. */
export function isMissingPage(error: unknown): boolean {
  return error instanceof ConnectionError && error.code === 'page_missing';
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof AtelierError && error.status === 401;
}
