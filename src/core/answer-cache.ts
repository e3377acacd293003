// The answer cache as a call sees it: whether it may read and write, as its key's settings and its Cache-Control header say.

/** Stands in place of an upstream's name where an answer came from the cache. No upstream can have it: it has a space. */
export const ANSWER_CACHE = 'answer cache';

/** A week: no retention of prompts is shorter. */
export const MAX_CACHE_SECONDS = 7 * 86_400;

/** What a hit costs, in thousandths of the call's price, where the price list says nothing else. */
export const DEFAULT_CACHE_PRICE = 100;
/** Per account and environment, where the plan says nothing else. */
export const DEFAULT_CACHE_MEGABYTES = 20;

/** One call of a key with the cache on. */
export interface CacheUse {
  /** The route and all that was sent to it: the same words mean another call in another dialect. */
  sent: readonly unknown[];
  /** How long what this call stores stays. */
  ttlSeconds: number;
  /** What is older is not read; 0: nothing is. */
  maxAgeSeconds: number;
  /** Set once the cache was asked. */
  result?: 'hit' | 'miss';
}

/** Undefined if the call asks to stay out of the cache, by `Cache-Control: no-store`. */
export function readCacheUse(
  sent: readonly unknown[],
  ttlSeconds: number,
  cacheControl: string | undefined,
): CacheUse | undefined {
  let maxAgeSeconds = ttlSeconds;
  for (const directive of (cacheControl ?? '').slice(0, MAX_HEADER).split(',')) {
    const [name = '', value = ''] = directive.trim().toLowerCase().split('=', 2);
    if (name === 'no-store') return undefined;
    if (name === 'no-cache') maxAgeSeconds = 0;
    if (name === 'max-age' && SECONDS.test(value)) maxAgeSeconds = Math.min(maxAgeSeconds, Number(value));
  }
  return { sent, ttlSeconds, maxAgeSeconds };
}

const MAX_HEADER = 200;
const SECONDS = /^\d{1,9}$/;

/** For calls whose answers are made anew, whatever their key says: stored ones, and those that continue something stored. */
export function withoutCache<C extends { cacheUse?: CacheUse | undefined }>(caller: C): C {
  return caller.cacheUse ? { ...caller, cacheUse: undefined } : caller;
}
