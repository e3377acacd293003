// The signed-in user's API client, in the chosen environment.
import { Atelier, type Job } from '@atelier/client';
import { currentEnvironment } from './chosen-environment.ts';
import { takeEarly } from './early-answers.ts';

export type { Body, CallInput, OperationName, Reply } from '@atelier/client';

/** A job with its result; which members that has depends on the job's service. */
export type JobState = Job & Record<string, unknown>;

// Nothing is retried automatically: queries.ts retries reads, and for the rest the user decides.
const SESSION = {
  baseUrl: location.origin,
  credentials: 'same-origin',
  maxRetries: 0,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => takeEarly(String(input), init) ?? fetch(input, init),
} as const;
const CLIENTS = {
  live: new Atelier({ ...SESSION, environment: 'live' }),
  test: new Atelier({ ...SESSION, environment: 'test' }),
};

export function client(): Atelier {
  return CLIENTS[currentEnvironment()];
}

/** For the operator's calls, which exist only in the live environment. */
export function liveClient(): Atelier {
  return CLIENTS.live;
}
