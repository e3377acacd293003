// The fetch for calls to a provider and for packages that make them: an order follows no redirect, and every address that the
// provider names elsewhere goes through the address guard.
import type { Agent } from 'undici';
import { isPublicAddress, literalAddress } from './address-guard.ts';
import { createGuardedAgent, systemResolve } from './guarded-agent.ts';

const MAX_REDIRECTS = 5;

/** Without a base URL, the package's own address is the provider. */
export function providerFetch(baseUrl: string | undefined): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { method = 'GET' } = init;
    let url = new URL(input instanceof Request ? input.url : input);
    let headers = init.headers;
    for (let redirects = 0; ; redirects += 1) {
      const isAtProvider = baseUrl === undefined ? method !== 'GET' : isAtOrigin(baseUrl, url);
      const guard = isAtProvider ? {} : guardOf(baseUrl);
      const response = await fetch(url, { ...init, ...(headers ? { headers } : {}), ...guard, redirect: 'manual' });
      const location = response.headers.get('location');
      const next = location && isRedirect(response) && method === 'GET' ? URL.parse(location, url.href) : null;
      if (!next || redirects === MAX_REDIRECTS) return response;
      await response.body?.cancel();
      // Keys stay where they were sent.
      if (next.origin !== url.origin) headers = {};
      url = next;
    }
  };
}

export function isRedirect({ status }: { status: number }): boolean {
  return status >= 300 && status < 400;
}

function isAtOrigin(baseUrl: string, url: URL): boolean {
  return url.origin === new URL(baseUrl).origin;
}

/** For an address that is not the provider's own. A provider on the operator's own network may store its files there too. */
function guardOf(baseUrl: string | undefined): Pick<RequestInit, 'dispatcher'> {
  if (baseUrl !== undefined && isOnPrivateNetwork(new URL(baseUrl))) return {};
  agent ??= createGuardedAgent(systemResolve, false);
  // Node's fetch accepts it, but its types come from Node's own copy of undici.
  return { dispatcher: agent as unknown as NonNullable<RequestInit['dispatcher']> };
}

let agent: Agent | undefined;

function isOnPrivateNetwork(base: URL): boolean {
  const literal = literalAddress(base);
  return literal === undefined ? !base.hostname.includes('.') : !isPublicAddress(literal);
}
