// Headers of every answer, whatever its path: what browsers may do with it, and which other origins may read it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../core/caller.ts';

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

const EXPOSED_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Attribution, X-Credits-Charged, X-Credits-Remaining, Idempotent-Replayed';

/**
 * True when the request is answered with that (a browser's question before its call). Keys travel in a header, never in a
 * cookie, so that other origins may be let in without giving them anybody's session.
 */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: readonly string[] | '*',
): boolean {
  const origin = request.headers.origin;
  const isApi = isApiPath(request.url);
  // The pipeline puts them on every answer of the API by itself.
  if (isApi && !origin) return false;
  reply.headers(SECURITY_HEADERS);
  if (!origin || !isApi) return false;
  if (allowed !== '*' && !allowed.includes(origin)) return false;
  reply.header('access-control-allow-origin', allowed === '*' ? '*' : origin);
  reply.header('vary', 'Origin');
  reply.header('access-control-expose-headers', EXPOSED_HEADERS);
  if (request.method !== 'OPTIONS') return false;
  reply.header('access-control-allow-methods', 'GET, POST, PATCH, PUT, DELETE');
  reply.header(
    'access-control-allow-headers',
    'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Prefer, OpenAI-Organization, OpenAI-Project',
  );
  reply.header('access-control-max-age', '86400');
  reply.code(204).send();
  return true;
}

function isApiPath(url: string): boolean {
  return BASES.some(({ prefix }) => url.startsWith(prefix) && url.charCodeAt(prefix.length) === SLASH);
}

const SLASH = '/'.charCodeAt(0);
