// The megabytes of conversations that a plan includes: checked before a call works, and again when its messages are stored.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Prices } from '../../money/prices.ts';
import { lockConversationQuota, sumConversationBytes } from '../../store/conversations.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import type { Owner } from '../../store/owner.ts';

const DEFAULT_MEGABYTES = 50;
const MEGABYTE = 1024 * 1024;

export class ConversationQuota {
  readonly #prices: Pick<Prices, 'plan'>;

  constructor(prices: Pick<Prices, 'plan'>) {
    this.#prices = prices;
  }

  async refuseFull(queries: Queries, caller: Caller, moreBytes: number): Promise<void> {
    const megabytes = this.#megabytesOf(caller);
    if ((await sumConversationBytes(queries, caller)) + moreBytes <= megabytes * MEGABYTE) return;
    throw new ServiceError(
      'payload_too_large',
      `Your plan stores up to ${megabytes} MB of conversations, and this would exceed that. Delete some with DELETE /chat/conversations/{id}.`,
      { param: 'conversation_id' },
    );
  }

  /** What was paid is stored unless calls at the same time have filled the quota: they exceed it by one call at most. */
  async hasRoom(trx: Transaction, caller: Caller): Promise<boolean> {
    await this.lock(trx, caller);
    return (await sumConversationBytes(trx, caller)) < this.#megabytesOf(caller) * MEGABYTE;
  }

  lock(trx: Transaction, owner: Owner): Promise<void> {
    return lockConversationQuota(trx, owner);
  }

  #megabytesOf({ plan }: Caller): number {
    return this.#prices.plan(plan).conversation_megabytes ?? DEFAULT_MEGABYTES;
  }
}
