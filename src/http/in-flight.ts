// Bounds how many calls and how many event streams one account has open at once in this process.
import type { ServerResponse } from 'node:http';
import { ServiceError } from '../core/errors.ts';
import type { Route } from './route.ts';

/** A dashboard with a few tabs needs five; the streams cost a connection and memory for as long as they last. */
const MOST_STREAMS = 32;
const MOST_CALLS = 512;
const RETRY_AFTER_SECONDS = 5;

export class InFlight {
  readonly #streams = new Map<string, number>();
  readonly #calls = new Map<string, number>();

  /** Counts the call until its response is closed, however it ends. */
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
    ? `This account has ${open} event streams open, the most at once. Close some, or share one.`
    : `This account has ${open} calls under way, the most at once. Wait for some to end.`;
  return new ServiceError('rate_limit_exceeded', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
