// Whether only this machine can reach the service, and what that allows.
import type { Config } from './settings.ts';

export const LOOPBACK_HOSTS = new Set(['127.0.0.1', '::1', '[::1]', 'localhost']);

/** Whether, according to the settings, only this machine can reach the service. */
function isOnLoopbackOnly(config: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean {
  const isPublicUrlLocal =
    URL.canParse(config.publicUrl) && LOOPBACK_HOSTS.has(new URL(config.publicUrl).hostname.toLowerCase());
  return LOOPBACK_HOSTS.has(config.host) && isPublicUrlLocal && config.trustedProxies.length === 0;
}

export const BUILTIN_SALES_WARNING =
  'ALLOW_BUILTIN_SALES=1: everyone who can reach the service can get live credits and plans with a test card, without paying.';

/** The built-in checkout accepts test cards, so it sells live credits only on loopback or if the operator allows it. */
export function sellsAtBuiltinCheckout(config: Config): boolean {
  return !config.stripe && (config.allowBuiltinSales || (!config.production && isOnLoopbackOnly(config)));
}
