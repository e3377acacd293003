// What has moved the balance at Stripe: payments, refunds, disputes, fees and payouts, from its balance transactions.
import type Stripe from 'stripe';
import type { Movement } from '../../store/gateway-movements.ts';
import { askStripe } from './stripe-client.ts';

const PAGE = 100;

export class StripeMovements {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  /** Pages of those in a time, newest first. */
  async *pages({ from, to }: { from: Date; to: Date }): AsyncGenerator<Movement[]> {
    const created = { gte: secondsOf(from), lt: secondsOf(to) };
    for (let after: string | undefined; ; ) {
      const { data, has_more: hasMore } = await askStripe(() =>
        this.#stripe.balanceTransactions.list({ created, limit: PAGE, ...(after ? { starting_after: after } : {}) }),
      );
      yield data.map(read);
      after = data.at(-1)?.id;
      if (!hasMore || after === undefined) return;
    }
  }
}

function read(one: Stripe.BalanceTransaction): Movement {
  const { id, reporting_category: category, currency, amount, fee, created } = one;
  return { id, category, currency, amount, fee, occurredAt: new Date(created * 1000) };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
