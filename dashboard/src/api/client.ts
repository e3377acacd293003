// The API client of the person signed in, in the environment that is chosen.
import { Atelier, type Job } from '@atelier/client';
import { currentEnvironment } from './chosen-environment.ts';
import { takeEarly } from './early-answers.ts';

export type { Body, CallInput, OperationName, Reply } from '@atelier/client';

/** A job with what it made: which members those are depends on its service. */
export type JobState = Job & Record<string, unknown>;

// Nothing is tried again by itself: reads are by queries.ts, and for the rest somebody is there to decide.
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

/** For the operator's calls, which exist in the live environment only. */
export function liveClient(): Atelier {
  return CLIENTS.live;
}
