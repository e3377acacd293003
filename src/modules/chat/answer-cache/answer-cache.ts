// The answer cache: finds the answer of an identical call of the same key, and keeps answers within the plan's megabytes.
import { type CacheUse, DEFAULT_CACHE_MEGABYTES } from '../../../core/answer-cache.ts';
import type { Caller } from '../../../core/caller.ts';
import { currentPolicy } from '../../../core/guards/current-guard.ts';
import type { Log } from '../../../core/log.ts';
import { MEGABYTE } from '../../../core/megabyte.ts';
import { keepsNothing } from '../../../core/zero-retention.ts';
import type { EmbeddingResult } from '../../../engines/embedding/port.ts';
import type { TokenUsage } from '../../../engines/text/port.ts';
import type { Prices } from '../../../money/prices.ts';
import {
  type CachedAnswer,
  type CachedId,
  findCachedAnswer,
  insertCachedAnswer,
  type NewCachedAnswer,
  shrinkCachedAnswers,
  sizeOfCached,
  sumCachedAnswers,
} from '../../../store/answer-cache.ts';
import type { Database } from '../../../store/database.ts';
import type { Owner } from '../../../store/owner.ts';
import { digestOf } from './call-digest.ts';

/** What is stored beside an answer's content; `body`, `frames` and `events` are those of text. */
export type CachedFacts =
  | {
      form: 'body' | 'frames' | 'events';
      usage: TokenUsage;
      isNative?: boolean;
      isOwn?: boolean;
      isReported?: boolean;
      reported?: Record<string, unknown>;
    }
  | ({ form: 'vectors'; length: number } & Omit<EmbeddingResult, 'vectors'>);

declare module '../../../store/json-columns.ts' {
  interface JsonColumns {
    'cached_answers.facts': CachedFacts;
  }
}

/** One call that may use the cache. */
export interface CacheSlot {
  use: CacheUse;
  id: CachedId;
  plan: string;
}

/** Larger answers are not stored. */
export const MAX_ANSWER_BYTES = 256 * 1024;
/** What stays of a full cache when a new answer needs room: each deletion makes room for many. */
const KEPT_SHARE = 0.9;
/** How long a sum of an account's entries is taken for true: a large cache is not summed at each insert. */
const SUM_MS = 30_000;
const MAX_SIZES = 10_000;

export class AnswerCache {
  readonly #database: Database;
  readonly #prices: Pick<Prices, 'list'>;
  readonly #log: Log;
  readonly #sizes = new Map<string, { bytes: number; untilMs: number }>();

  constructor(parts: { database: Database; prices: Pick<Prices, 'list'>; log: Log }) {
    this.#database = parts.database;
    this.#prices = parts.prices;
    this.#log = parts.log;
  }

  /**
   * `parts`: all that decides the answer besides what was sent, such as the model, and files that were fetched. Undefined if the call
   * may not use the cache.
   */
  slotFor(caller: Caller, parts: readonly unknown[]): CacheSlot | undefined {
    const { cacheUse: use, accountId, environment, keyId, customer, plan } = caller;
    if (!use || keyId === null || keepsNothing()) return undefined;
    // End customers of a key must not see each other's answers either.
    // Nor is an answer given again that today's guards would not have let through.
    const digest = digestOf([use.sent, customer ?? null, currentPolicy() ?? null, parts]);
    return digest && { use, plan, id: { accountId, environment, keyId, digest } };
  }

  /** Undefined also if the cache cannot be read: then the call is answered like any other. */
  async find({ use, id }: CacheSlot): Promise<CachedAnswer | undefined> {
    use.result = 'miss';
    if (use.maxAgeSeconds === 0) return undefined;
    const found = await findCachedAnswer(this.#database.queries, id, use.maxAgeSeconds).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the answer cache could not be read');
      return undefined;
    });
    if (found) use.result = 'hit';
    return found;
  }

  /** Never fails: the answer is paid, and is delivered whether or not it is kept. */
  async keep({ use, id, plan }: CacheSlot, answer: Omit<NewCachedAnswer, 'ttlSeconds'>): Promise<void> {
    try {
      const { queries } = this.#database;
      if (await this.#makeRoom(id, { bytes: sizeOfCached(answer.content), mostBytes: this.#mostBytesOf(plan) }))
        await insertCachedAnswer(queries, id, { ...answer, ttlSeconds: use.ttlSeconds });
    } catch (error) {
      this.#log.warn({ err: error }, 'an answer could not be kept in the answer cache');
    }
  }

  /** Nodes learn of each other's entries when they sum them anew: until then, together they may keep more. */
  async #makeRoom(owner: Owner, { bytes, mostBytes }: { bytes: number; mostBytes: number }): Promise<boolean> {
    if (bytes > mostBytes) return false;
    const known = this.#sizes.get(nameOf(owner));
    const size = known && known.untilMs > Date.now() ? known : await this.#sum(owner);
    size.bytes += bytes;
    if (size.bytes <= mostBytes) return true;
    const most = Math.min(mostBytes - bytes, Math.floor(mostBytes * KEPT_SHARE));
    await shrinkCachedAnswers(this.#database.queries, owner, most);
    const left = await this.#sum(owner);
    left.bytes += bytes;
    return true;
  }

  async #sum(owner: Owner): Promise<{ bytes: number; untilMs: number }> {
    const { bytes } = await sumCachedAnswers(this.#database.queries, owner);
    if (this.#sizes.size >= MAX_SIZES) this.#sizes.clear();
    const size = { bytes, untilMs: Date.now() + SUM_MS };
    this.#sizes.set(nameOf(owner), size);
    return size;
  }

  #mostBytesOf(plan: string): number {
    const { plans } = this.#prices.list;
    const own = Object.hasOwn(plans, plan) ? plans[plan] : undefined;
    return (own?.answer_cache_megabytes ?? DEFAULT_CACHE_MEGABYTES) * MEGABYTE;
  }
}

function nameOf({ accountId, environment }: Owner): string {
  return `${accountId} ${environment}`;
}
