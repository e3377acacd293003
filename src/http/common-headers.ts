// The first gate: sets the headers of every response and the CORS headers for browsers of other origins.
import type { Environment } from '../core/caller.ts';
import type { Incoming } from './incoming.ts';
import type { Prefix } from './route.ts';

/** The base paths of a prefix, and the environment that each serves. */
export const BASES: Readonly<Record<Prefix, readonly { path: string; environment: Environment }[]>> = {
  '/v1': [
    { path: '/v1', environment: 'live' },
    { path: '/api/v1', environment: 'live' },
    { path: '/sandbox/v1', environment: 'test' },
    { path: '/sandbox/api/v1', environment: 'test' },
  ],
  '/v2': [
    { path: '/v2', environment: 'live' },
    { path: '/sandbox/v2', environment: 'test' },
  ],
  '/v1beta': [
    { path: '/v1beta', environment: 'live' },
    { path: '/sandbox/v1beta', environment: 'test' },
  ],
  '/api': [
    { path: '/api', environment: 'live' },
    { path: '/sandbox/api', environment: 'test' },
  ],
  '/mcp': [
    { path: '/mcp', environment: 'live' },
    { path: '/sandbox/mcp', environment: 'test' },
  ],
};

const ALL_BASES = Object.values(BASES).flat();

/** The environment of a path of the API; undefined for every other path. */
export function environmentAt(url: string): Environment | undefined {
  const base = ALL_BASES.find(({ path }) => url.startsWith(path) && ['', '/', '?'].includes(url.charAt(path.length)));
  return base?.environment;
}

const HSTS = 'max-age=31536000';

/** If the service runs behind TLS, browsers must use HTTPS only. */
export function requireTls(incoming: Incoming, publicUrl: string): void {
  if (publicUrl.startsWith('https://')) incoming.answerHeaders['strict-transport-security'] = HSTS;
}

const EXPOSED_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Attribution, X-Credits-Charged, X-Credits-Remaining, X-Model, X-AI-Generated, X-Cache, X-Guards, Idempotent-Replayed, Mcp-Session-Id';

/**
 * Lets other origins call the API. Keys travel in a header, never in a cookie, so this exposes no user's session.
 * Returns true if the request was a preflight and has been answered.
 */
export function allowOtherOrigins(incoming: Incoming, allowed: readonly string[] | '*'): boolean {
  const { origin } = incoming.headers;
  if (origin === undefined || !environmentAt(incoming.url)) return false;
  if (allowed !== '*' && !allowed.includes(origin)) return false;
  const headers = incoming.answerHeaders;
  headers['access-control-allow-origin'] = allowed === '*' ? '*' : origin;
  headers.vary = 'Origin';
  headers['access-control-expose-headers'] = EXPOSED_HEADERS;
  if (incoming.method !== 'OPTIONS') return false;
  headers['access-control-allow-methods'] = 'GET, POST, PATCH, PUT, DELETE';
  headers['access-control-allow-headers'] = allowedHeaders(incoming.headers['access-control-request-headers']);
  headers['access-control-max-age'] = '86400';
  incoming.response.writeHead(204, headers).end();
  return true;
}

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Last-Event-ID',
  'Prefer',
  'OpenAI-Organization',
  'OpenAI-Project',
  'X-Api-Key',
  'Anthropic-Version',
  'Anthropic-Beta',
  'Anthropic-Dangerous-Direct-Browser-Access',
  'X-Goog-Api-Key',
  'X-Goog-Api-Client',
  'Mcp-Protocol-Version',
  'Mcp-Session-Id',
].join(', ');
const STAINLESS_HEADER = /^x-stainless-[a-z-]{1,40}$/;

/** OpenAI's and Anthropic's clients send headers about themselves, whose names change with their versions. */
function allowedHeaders(requested: string | undefined): string {
  const own = (requested ?? '').split(',', 100).map((name) => name.trim().toLowerCase());
  return [ALLOWED_HEADERS, ...own.filter((name) => STAINLESS_HEADER.test(name))].join(', ');
}
