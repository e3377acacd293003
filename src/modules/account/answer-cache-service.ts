// What the answer cache of an account holds, what it may hold, and emptying it.
import { DEFAULT_CACHE_MEGABYTES, DEFAULT_CACHE_PRICE } from '../../core/answer-cache.ts';
import type { Caller } from '../../core/caller.ts';
import { MEGABYTE } from '../../core/megabyte.ts';
import type { Prices } from '../../money/prices.ts';
import { deleteCachedAnswers, sumCachedAnswers } from '../../store/answer-cache.ts';
import type { Database } from '../../store/database.ts';

export class AnswerCacheService {
  readonly #database: Database;
  readonly #prices: Pick<Prices, 'list'>;

  constructor(database: Database, prices: Pick<Prices, 'list'>) {
    this.#database = database;
    this.#prices = prices;
  }

  async read(caller: Caller): Promise<object> {
    const { plans, answer_cache_price: price = DEFAULT_CACHE_PRICE } = this.#prices.list;
    const plan = Object.hasOwn(plans, caller.plan) ? plans[caller.plan] : undefined;
    const { entries, bytes } = await sumCachedAnswers(this.#database.queries, caller);
    return {
      object: 'account.answer_cache',
      entries,
      bytes,
      max_bytes: (plan?.answer_cache_megabytes ?? DEFAULT_CACHE_MEGABYTES) * MEGABYTE,
      seconds: plan?.answer_cache_seconds ?? 0,
      price_permille: price,
    };
  }

  async empty({ accountId, environment }: Caller, model: string | undefined): Promise<object> {
    const owner = { accountId, environment };
    let deleted = 0;
    for (;;) {
      const batch = await deleteCachedAnswers(this.#database.queries, { owner, model });
      if (batch === 0) return { object: 'account.answer_cache', deleted };
      deleted += batch;
    }
  }
}
