// Random purchases, plans and refunds, and what they imply for the ledger: credits, what a coupon gave, and the rewards of a referral.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { newId } from '../../src/core/ids.ts';
import { followSubscription } from '../../src/modules/payments/plans.ts';
import { settlePayment, takeBack } from '../../src/modules/payments/settlement.ts';
import type { Prices } from '../../src/money/prices.ts';
import type { Database } from '../../src/store/database.ts';
import { noteRefund } from '../../src/store/reversals.ts';
import type { WantedBooks } from './wanted-books.ts';

export const MICRO = 1_000_000;

export const purchaseSteps = [
  fc.record({ do: fc.constant('buy' as const), credits: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('plan' as const), plan: fc.constantFrom('pro', 'unlimited', 'enterprise') }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(3), percent: fc.integer({ min: 0, max: 150 }) }),
];
type Arbitrary<T> = T extends fc.Arbitrary<infer V> ? V : never;
export type PurchaseStep = Arbitrary<(typeof purchaseSteps)[number]>;

interface Paid {
  accountId: string;
  gatewayId: string;
  /** Minor units. */
  amount: number;
  credits: number;
  /** The part of the credits that a coupon gave. */
  couponed: number;
  reversed: number;
}

interface Referral {
  id: string;
  referrerId: string;
  referredId: string;
  offer: number;
  payment: Paid | undefined;
  taken: number;
  isRevoked: boolean;
}

export class Purchases {
  readonly #parts: { database: Database; prices: Prices; books: WantedBooks };
  readonly #paid: Paid[] = [];
  #subscription: string | undefined;
  #told = 0;
  referral: Referral | undefined;
  isRefunded = false;

  constructor(parts: { database: Database; prices: Prices; books: WantedBooks }) {
    this.#parts = parts;
  }

  async act(one: PurchaseStep, accountId: string): Promise<void> {
    if (one.do === 'buy') await this.#buy(one.credits, accountId);
    if (one.do === 'plan') await this.#subscribe(one.plan, accountId);
    if (one.do === 'refund') await this.#refund(one);
  }

  /** A payment that was given back counts: nobody is referred after it. */
  hasEverPaid(accountId: string): boolean {
    return this.#paid.some((paid) => paid.accountId === accountId && paid.amount > 0);
  }

  /** Counts a payment that the service has settled. */
  note(payment: Omit<Paid, 'reversed'>, type: 'purchase' | 'grant' = 'purchase'): void {
    const paid = { ...payment, reversed: 0 };
    const { books } = this.#parts;
    this.#paid.push(paid);
    books.add(paid.accountId, type, paid.credits - paid.couponed);
    books.add(paid.accountId, 'coupon', paid.couponed);
    const { referral } = this;
    if (!referral || referral.payment || referral.isRevoked) return;
    if (referral.referredId !== paid.accountId || paid.amount === 0) return;
    referral.payment = paid;
    referral.offer = Math.min(referral.offer, (paid.amount * MICRO) / 2);
    this.#moveReward(referral, referral.offer);
  }

  noteRevoked(referral: Referral): void {
    referral.isRevoked = true;
    if (referral.payment) this.#takeReward(referral, referral.offer);
  }

  async #buy(credits: number, accountId: string): Promise<void> {
    const { database, prices } = this.#parts;
    const gatewayId = newId('pi');
    const payment = { accountId, environment: 'live' as const, gateway: 'builtin', gatewayId, currency: 'usd' };
    // Told twice, as gateways do.
    for (let times = 0; times < 2; times += 1)
      await database.transaction((trx) =>
        settlePayment(trx, prices, { ...payment, amount: credits, credits, description: '' }),
      );
    this.note({ accountId, gatewayId, amount: credits, credits: credits * MICRO, couponed: 0 });
  }

  async #subscribe(plan: string, accountId: string): Promise<void> {
    const { database, prices } = this.#parts;
    this.#subscription ??= newId('bsub');
    this.#told += 1;
    const subscription = this.#subscription;
    const owner = { accountId, environment: 'live' as const, gateway: 'builtin' };
    const reportedAt = new Date(this.#told * 1000);
    const end = new Date(1e12);
    const { monthly_fee: amount, included_credits: credits } = prices.plan(plan);
    const gatewayId = `${subscription}:${this.#told}`;
    const forPlan = { plan, subscription, coversUntil: end, billedAt: reportedAt };
    const bill = { ...owner, gatewayId, amount, currency: 'usd', credits, description: `Plan ${plan}`, forPlan };
    await database.transaction(async (trx) => {
      await followSubscription(trx, prices, {
        ...{ ...owner, gatewayId: subscription, plan, status: 'active', cancelAtPeriodEnd: false, card: null },
        ...{ currentPeriodStart: new Date(0), currentPeriodEnd: end, reportedAt },
      });
      await settlePayment(trx, prices, bill);
      assert.equal(await settlePayment(trx, prices, bill), undefined, 'the same bill is settled once');
    });
    this.note({ accountId, gatewayId, amount, credits: credits * MICRO, couponed: 0 }, 'grant');
  }

  /** The total of what was refunded so far; a smaller one is an older event. */
  async #refund({ which, percent }: Extract<PurchaseStep, { do: 'refund' }>): Promise<void> {
    const paid = this.#paid[which % this.#paid.length];
    if (!paid) return;
    const { database, prices, books } = this.#parts;
    const { accountId, gatewayId, amount, credits, couponed } = paid;
    const total = Math.floor((amount * percent) / 100);
    await database.transaction(async (trx) => {
      await noteRefund(trx, { gateway: 'builtin', reference: gatewayId, amount: total, currency: 'usd' });
      await takeBack(trx, prices, { gateway: 'builtin', gatewayId });
    });
    this.isRefunded = true;
    const before = paid.reversed;
    paid.reversed = Math.max(before, Math.min(total, amount));
    const taken = partOf(credits, paid) - partOf(credits, { ...paid, reversed: before });
    const ofCoupon = partOf(couponed, paid) - partOf(couponed, { ...paid, reversed: before });
    books.add(accountId, 'refund', ofCoupon - taken);
    books.add(accountId, 'coupon', -ofCoupon);
    const { referral } = this;
    if (referral?.payment === paid && !referral.isRevoked) this.#takeReward(referral, partOf(referral.offer, paid));
  }

  #takeReward(referral: Referral, taken: number): void {
    this.#moveReward(referral, referral.taken - taken);
    referral.taken = taken;
  }

  #moveReward({ referrerId, referredId }: Referral, amount: number): void {
    for (const side of [referrerId, referredId]) this.#parts.books.add(side, 'referral', amount);
  }
}

/** The refunded part of what a payment granted, rounded down. */
function partOf(whole: number, { reversed, amount }: { reversed: number; amount: number }): number {
  return amount === 0 ? 0 : Number((BigInt(whole) * BigInt(reversed)) / BigInt(amount));
}
