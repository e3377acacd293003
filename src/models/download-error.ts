// What can go wrong with a download: the server refuses it, with the hub's reason in words, or the bytes are not the
// file's.
import type { Response } from 'undici';

/** The downloaded bytes cannot be the file. */
export class WrongBytes extends Error {}

/** No connection could be made. */
export class Unreachable extends Error {}

/** Whether the same pull may succeed later unchanged: a host was unreachable, or asked to wait. */
export function mayPass(error: unknown): boolean {
  if (error instanceof Refused) return error.isTemporary;
  if (error instanceof Unreachable) return true;
  if (error instanceof AggregateError) return error.errors.some(mayPass);
  return error instanceof Error && error.cause !== undefined && mayPass(error.cause);
}

/** The server answered with an error. */
export class Refused extends Error {
  readonly status: number;
  /** Seconds after which the server allows another request. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, response: Pick<Response, 'status' | 'headers'>) {
    super(message);
    this.status = response.status;
    this.retryAfterSeconds = readRetryAfter(response.headers);
  }

  get isTemporary(): boolean {
    return this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

export function describeStatus({ status, headers }: Pick<Response, 'status' | 'headers'>): string {
  const words = REASONS[headers.get('x-error-code') ?? ''] ?? STATUS_WORDS[status];
  return words ? `${status}: ${words}` : String(status);
}

/** The hub's own error codes (X-Error-Code). */
const REASONS: Record<string, string> = {
  GatedRepo:
    'the model is gated: accept its conditions on its page with your account, then set HF_TOKEN to a token of that account',
  RepoNotFound: 'the repository does not exist, or it is private and a token is required (HF_TOKEN)',
  RevisionNotFound: 'the repository has no such revision',
  EntryNotFound: 'the file does not exist in the repository',
  DisabledRepo: 'the hub has disabled the repository',
};

const STATUS_WORDS: Record<number, string> = {
  401: 'a token is required (set HF_TOKEN for the model hub)',
  403: 'a token is required (set HF_TOKEN for the model hub)',
  404: 'the file does not exist',
  429: 'too many requests',
};

/** `Retry-After: 120`, or `RateLimit: "api";r=0;t=55`. */
function readRetryAfter(headers: Response['headers']): number | undefined {
  const limit = headers.get('ratelimit') ?? '';
  const reset = /\br=0\b/.test(limit) ? /\bt=(\d+)/.exec(limit)?.[1] : undefined;
  const seconds = Number(reset ?? headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
