// The first gate: sets the headers of every response and the CORS headers for browsers of other origins.
import type { Environment } from '../core/caller.ts';
import type { Incoming } from './incoming.ts';

export const BASES: readonly { prefix: string; environment: Environment }[] = [
  { prefix: '/v1', environment: 'live' },
  { prefix: '/api/v1', environment: 'live' },
  { prefix: '/sandbox/v1', environment: 'test' },
  { prefix: '/sandbox/api/v1', environment: 'test' },
];

export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
} as const;

const HSTS = 'max-age=31536000';

/** Where the service runs behind TLS, browsers are told to use HTTPS only. */
export function requireTls(incoming: Incoming, publicUrl: string): void {
  if (publicUrl.startsWith('https://')) incoming.answerHeaders['strict-transport-security'] = HSTS;
}

const EXPOSED_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Attribution, X-Credits-Charged, X-Credits-Remaining, Idempotent-Replayed';

/**
 * Lets other origins call the API. Keys travel in a header, never in a cookie, so this exposes no user's session.
 * Returns true if the request was a preflight and has been answered.
 */
export function allowOtherOrigins(incoming: Incoming, allowed: readonly string[] | '*'): boolean {
  const { origin } = incoming.headers;
  if (origin === undefined || !isApiPath(incoming.url)) return false;
  if (allowed !== '*' && !allowed.includes(origin)) return false;
  const headers = incoming.answerHeaders;
  headers['access-control-allow-origin'] = allowed === '*' ? '*' : origin;
  headers.vary = 'Origin';
  headers['access-control-expose-headers'] = EXPOSED_HEADERS;
  if (incoming.method !== 'OPTIONS') return false;
  headers['access-control-allow-methods'] = 'GET, POST, PATCH, PUT, DELETE';
  headers['access-control-allow-headers'] =
    'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Prefer, OpenAI-Organization, OpenAI-Project';
  headers['access-control-max-age'] = '86400';
  incoming.response.writeHead(204, headers).end();
  return true;
}

function isApiPath(url: string): boolean {
  return BASES.some(({ prefix }) => url.startsWith(prefix) && url.charCodeAt(prefix.length) === SLASH);
}

const SLASH = '/'.charCodeAt(0);
