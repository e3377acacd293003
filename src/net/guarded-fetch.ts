// Calls a customer's URL: connects only to the checked address, within size and time limits.

import type { Agent } from 'undici';
import { ServiceError } from '../core/errors.ts';
import { isPublicAddress, literalAddress } from './address-guard.ts';
import { createGuardedAgent, type Resolve, systemResolve } from './guarded-agent.ts';
import { dispatchWhole } from './whole-answer.ts';

export interface GuardedRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Limit of the whole call, including redirects. */
  timeoutMs: number;
  /** A longer response is an error; with `cutsOff` it is truncated instead. */
  maxBytes: number;
  cutsOff?: boolean;
  /** Also allows loopback and private networks; for development. */
  allowPrivate?: boolean;
  httpsOnly?: boolean;
  /** How many redirects to follow; each target is checked like the first URL. With 0, a redirect is returned as the response. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface GuardedResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  /** The final URL, after redirects. */
  url: string;
}

export type GuardedFetch = (url: string, options: GuardedRequest) => Promise<GuardedResponse>;

export const guardedFetch: GuardedFetch = createGuardedFetch(systemResolve);

/** Each returned function has its own resolver and connections. */
export function createGuardedFetch(resolve: Resolve): GuardedFetch {
  const agents = new Map<boolean, Agent>();
  const agentFor = (allowPrivate: boolean): Agent => {
    const agent = agents.get(allowPrivate) ?? createGuardedAgent(resolve, allowPrivate);
    agents.set(allowPrivate, agent);
    return agent;
  };
  return (url, options) => fetchHops(agentFor(options.allowPrivate ?? false), url, options);
}

/** Checks what is known before connecting: the syntax, the scheme, and the host if it is an IP address. */
export function checkUrl(url: string, rules: { allowPrivate: boolean; httpsOnly: boolean }): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed) throw unsafe('This is not a valid URL.');
  if (parsed.protocol !== 'https:' && (rules.httpsOnly || parsed.protocol !== 'http:')) {
    throw unsafe(rules.httpsOnly ? 'The URL must use https.' : 'The URL must use http or https.');
  }
  if (parsed.username || parsed.password) throw unsafe('The URL must not contain a user name or password.');
  const literal = literalAddress(parsed);
  if (literal && !rules.allowPrivate && !isPublicAddress(literal)) throw unsafe(`${literal} is not a public address.`);
  return parsed;
}

async function fetchHops(agent: Agent, url: string, options: GuardedRequest): Promise<GuardedResponse> {
  const deadlineMs = Date.now() + options.timeoutMs;
  const rules = { allowPrivate: options.allowPrivate ?? false, httpsOnly: options.httpsOnly ?? false };
  const first = checkUrl(url, rules);
  let target = first;
  for (let redirectsLeft = options.maxRedirects ?? 0; ; redirectsLeft -= 1) {
    // Headers may contain secrets meant only for the first origin.
    const headers = target.origin === first.origin ? options.headers : undefined;
    const timeoutMs = Math.max(0, deadlineMs - Date.now());
    const response = await fetchOnce(agent, target, { ...options, headers, timeoutMs });
    const location = response.headers.location;
    if (redirectsLeft === 0 || !isRedirect(response.status) || !location) return response;
    target = checkUrl(URL.parse(location, target.href)?.href ?? location, rules);
  }
}

type OneRequest = Omit<GuardedRequest, 'headers'> & { headers: Record<string, string> | undefined };

async function fetchOnce(agent: Agent, url: URL, request: OneRequest): Promise<GuardedResponse> {
  const { method = 'GET', headers, body, maxBytes, cutsOff, timeoutMs, signal } = request;
  const options = {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  };
  try {
    const answer = await dispatchWhole(agent, options, { maxBytes, cutsOff: cutsOff ?? false, timeoutMs, signal });
    return { status: answer.status, headers: flatten(answer.headers), body: answer.bytes, url: url.href };
  } catch (error) {
    if (error instanceof RangeError)
      throw new ServiceError('payload_too_large', `The response is larger than ${maxBytes} bytes.`);
    throw unwrapRefusal(error);
  }
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

/** undici wraps the ServiceError that the guard threw while connecting. */
function unwrapRefusal(error: unknown): unknown {
  if (error instanceof Error && error.cause instanceof ServiceError) return error.cause;
  return error;
}

function unsafe(message: string): ServiceError {
  return new ServiceError('unsafe_url', message, { param: 'url' });
}
