// The plan's quota of conversations in megabytes: checked before a call runs, and again when its messages are stored.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { MEGABYTE } from '../../core/megabyte.ts';
import type { Prices } from '../../money/prices.ts';
import { lockConversationQuota, sumConversationBytes } from '../../store/conversations.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import type { Owner } from '../../store/owner.ts';

const DEFAULT_MEGABYTES = 50;

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

  /** Paid messages are stored unless concurrent calls have filled the quota, which they exceed by at most one call. */
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
