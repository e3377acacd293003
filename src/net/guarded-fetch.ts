// Calls an address that a customer gave: the address that was checked is the one that is dialled, within size and time limits.

import { type Agent, request } from 'undici';
import { ServiceError } from '../core/errors.ts';
import { isPublicAddress, literalAddress } from './address-guard.ts';
import { createGuardedAgent, type Resolve, systemResolve } from './guarded-agent.ts';

export interface GuardedRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** For the whole call, redirects included. */
  timeoutMs: number;
  /** Longer answers: an error, or, with `cutsOff`, the part that fits. */
  maxBytes: number;
  cutsOff?: boolean;
  /** Also loopback and private networks: for development. */
  allowPrivate?: boolean;
  httpsOnly?: boolean;
  /** Redirects to follow, each checked like the first address; 0: an answer like any other. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface GuardedResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Where it came from, after redirects. */
  url: string;
}

export type GuardedFetch = (url: string, options: GuardedRequest) => Promise<GuardedResponse>;

export const guardedFetch: GuardedFetch = createGuardedFetch(systemResolve);

/** With a resolver of one's own; each has its own connections. */
export function createGuardedFetch(resolve: Resolve): GuardedFetch {
  const agents = new Map<boolean, Agent>();
  const agentFor = (allowPrivate: boolean): Agent => {
    const agent = agents.get(allowPrivate) ?? createGuardedAgent(resolve, allowPrivate);
    agents.set(allowPrivate, agent);
    return agent;
  };
  return (url, options) => fetchHops(agentFor(options.allowPrivate ?? false), url, options);
}

/** What can be said about an address before dialling: its spelling, its scheme, and the host when it is a number. */
export function checkUrl(url: string, rules: { allowPrivate: boolean; httpsOnly: boolean }): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) throw unsafe('This is not a valid URL.');
  if (parsed.protocol !== 'https:' && (rules.httpsOnly || parsed.protocol !== 'http:')) {
    throw unsafe(rules.httpsOnly ? 'Only https addresses are called.' : 'Only http and https addresses are called.');
  }
  if (parsed.username || parsed.password) throw unsafe('The URL may not carry a user name or password.');
  const literal = literalAddress(parsed);
  if (literal && !rules.allowPrivate && !isPublicAddress(literal)) throw unsafe(`${literal} is not a public address.`);
  return parsed;
}

async function fetchHops(agent: Agent, url: string, options: GuardedRequest): Promise<GuardedResponse> {
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const rules = { allowPrivate: options.allowPrivate ?? false, httpsOnly: options.httpsOnly ?? false };
  const first = checkUrl(url, rules);
  let target = first;
  for (let redirectsLeft = options.maxRedirects ?? 0; ; redirectsLeft -= 1) {
    // Headers may hold secrets that are meant for the first address only.
    const { headers: _, ...withoutHeaders } = options;
    const response = await fetchOnce(agent, target, target.origin === first.origin ? options : withoutHeaders, signal);
    const location = response.headers.location;
    if (redirectsLeft === 0 || !isRedirect(response.status) || !location) return response;
    target = checkUrl(URL.parse(location, target.href)?.href ?? location, rules);
  }
}

async function fetchOnce(
  agent: Agent,
  url: URL,
  options: GuardedRequest,
  signal: AbortSignal,
): Promise<GuardedResponse> {
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      method: options.method ?? 'GET',
      ...(options.headers && { headers: options.headers }),
      ...(options.body !== undefined && { body: options.body }),
      signal,
    });
    const bytes = await readBody(body, options);
    return { status: statusCode, headers: flatten(headers), body: bytes, url: url.href };
  } catch (error) {
    throw unwrapRefusal(error);
  }
}

async function readBody(body: AsyncIterable<Buffer>, { maxBytes, cutsOff }: GuardedRequest): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early destroys the connection: nothing more is read from it.
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes && !cutsOff)
      throw new ServiceError('payload_too_large', `The answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
    if (size >= maxBytes && cutsOff) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return Object.fromEntries(entries);
}

/** The connection wraps what the guard threw inside it. */
function unwrapRefusal(error: unknown): unknown {
  if (error instanceof Error && error.cause instanceof ServiceError) return error.cause;
  return error;
}

function unsafe(message: string): ServiceError {
  return new ServiceError('unsafe_url', message, { param: 'url' });
}
