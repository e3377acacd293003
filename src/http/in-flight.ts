// Limits the calls and event streams that one account has open at once in this process.
import type { ServerResponse } from 'node:http';
import { ServiceError } from '../core/errors.ts';
import type { Route } from './route.ts';

/** A dashboard with a few tabs needs five; each open stream costs a connection and memory. */
const MOST_STREAMS = 32;
const MOST_CALLS = 512;
const RETRY_AFTER_SECONDS = 5;

export class InFlight {
  readonly #streams = new Map<string, number>();
  readonly #calls = new Map<string, number>();

  /** Counts the call until its response closes, however it ends. */
  enter(accountId: string, route: Route, response: ServerResponse): void {
    const isStream = route.method === 'GET' && route.streams;
    const counts = isStream ? this.#streams : this.#calls;
    const open = counts.get(accountId) ?? 0;
    if (open >= (isStream ? MOST_STREAMS : MOST_CALLS)) throw tooMany(isStream, open);
    counts.set(accountId, open + 1);
    response.once('close', () => {
      const left = (counts.get(accountId) ?? 1) - 1;
      if (left > 0) counts.set(accountId, left);
      else counts.delete(accountId);
    });
  }
}

function tooMany(isStream: boolean, open: number): ServiceError {
  const message = isStream
    ? `This account already has ${open} event streams open, which is the limit. Close one, or share one.`
    : `This account already has ${open} calls running, which is the limit. Wait until one ends.`;
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
