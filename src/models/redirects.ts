// Requests to the hub and its storage: follows redirects by hand, keeps the token on its own host, and off private addresses.
import { Agent, EnvHttpProxyAgent, fetch, type RequestInit, type Response } from 'undici';
import { isPublicAddress, literalAddress } from '../net/address-guard.ts';
import { systemResolve } from '../net/guarded-agent.ts';
import { Unreachable } from './download-error.ts';

const CONNECT_TIMEOUT_MS = 4_000;
const STALL_TIMEOUT_MS = 30_000;
const UNREACHABLE_FOR_MS = 10 * 60_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];

const timeouts = { connect: { timeout: CONNECT_TIMEOUT_MS }, headersTimeout: 15_000, bodyTimeout: STALL_TIMEOUT_MS };
// Honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
const proxied = new EnvHttpProxyAgent(timeouts);
// A proxy on another machine has its own loopback.
const direct = new Agent(timeouts);

const reached = new Set<string>();
const unreachableUntil = new Map<string, { untilMs: number; why: string }>();

interface FollowOptions {
  method?: 'GET' | 'HEAD';
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Follows redirects only within the first host, and returns the one that leaves it. */
  staysOnHost?: boolean;
}

export async function requestFollowing(url: string, options: FollowOptions): Promise<Response> {
  const first = new URL(url);
  let target = first;
  for (let redirects = 0; ; redirects += 1) {
    const isHome = target.origin === first.origin;
    // The token is only for the first host; storage elsewhere has its own signature in the URL.
    const headers = isHome ? options.headers : withoutSecrets(options.headers);
    const init = { method: options.method ?? 'GET', redirect: 'manual' as const, headers, signal: options.signal };
    const response = await requestFrom(target.href, init);
    const location = response.headers.get('location');
    if (!REDIRECTS.includes(response.status) || !location) return response;
    const isInside = await isPrivate(first);
    const next = nextHop(target, location, { home: first.origin, isInside });
    if (options.staysOnHost && next.origin !== first.origin) return response;
    await response.body?.cancel();
    if (next.origin !== first.origin && !isInside && (await resolvesPrivately(next)))
      throw new Error(`${target.origin} redirects to ${next.host}, which is not a public address`);
    if (redirects >= MAX_REDIRECTS) throw new Error(`${url} redirects more than ${MAX_REDIRECTS} times`);
    target = next;
  }
}

/** A host on the internet may not send this machine into its own network, nor from https to http; a private mirror may. */
export function nextHop(from: URL, location: string, { home, isInside }: { home: string; isInside: boolean }): URL {
  const next = URL.parse(location, from.href);
  if (!next || !/^https?:$/.test(next.protocol))
    throw new Error(`${from.origin} redirects to a URL that is not http(s)`);
  if (from.protocol === 'https:' && next.protocol === 'http:')
    throw new Error(`${from.origin} redirects to ${next.origin}, which is not encrypted`);
  if (next.origin !== home && !isInside && isPrivateHost(next))
    throw new Error(`${from.origin} redirects to ${next.host}, which is not a public address`);
  return next;
}

async function isPrivate(url: URL): Promise<boolean> {
  return isPrivateHost(url) || (await resolvesPrivately(url));
}

/** Behind a proxy, names may not resolve here at all; the proxy decides where it connects. */
async function resolvesPrivately(url: URL): Promise<boolean> {
  const addresses = await systemResolve(url.hostname).catch(() => []);
  return addresses.some(({ address }) => !isPublicAddress(address));
}

function isLoopback(url: URL): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
}

/** By its name or address alone. */
function isPrivateHost(url: URL): boolean {
  const literal = literalAddress(url);
  if (literal) return !isPublicAddress(literal);
  return !url.hostname.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(url.hostname);
}

function withoutSecrets({ authorization: _authorization, cookie: _cookie, ...rest }: Record<string, string>) {
  return rest;
}

/** Like fetch, but remembers an unreachable host for ten minutes, so that the next file does not wait for it again. */
async function requestFrom(url: string, init: RequestInit): Promise<Response> {
  const { origin } = new URL(url);
  const known = unreachableUntil.get(origin);
  if (known && known.untilMs > Date.now()) throw new Unreachable(`${origin} cannot be reached (${known.why})`);
  try {
    const response = await fetch(url, { ...init, dispatcher: isLoopback(new URL(url)) ? direct : proxied });
    reached.add(origin);
    return response;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    const why = describeFailure(error);
    // A host that has answered before is only temporarily unreachable.
    if (!reached.has(origin)) unreachableUntil.set(origin, { untilMs: Date.now() + UNREACHABLE_FOR_MS, why });
    throw new Unreachable(`${origin} cannot be reached (${why})`, { cause: error });
  }
}

/** For a later attempt, which must ask every host again. */
export function forgetUnreachableHosts(): void {
  unreachableUntil.clear();
}

function describeFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const { code, message } = cause as { code?: string; message?: string };
  return code ?? message ?? String(cause);
}
