// The built-in checkout: judges the test card and settles, declines or renews, as a real gateway would tell us.
import { judgeCard } from '../../billing/gateways/builtin.ts';
import type { Prices } from '../../billing/prices.ts';
import { newId } from '../../core/ids.ts';
import { type Checkout, findCheckout } from '../../store/checkouts.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { claimDueSubscription, type Subscription, setNextPlan } from '../../store/subscriptions.ts';
import { followSubscription, grantIncludedCredits } from './plans.ts';
import { settleCheckout, settlePayment, tellFailed } from './settlement.ts';

export interface CardForm {
  number: string;
  expiry: string;
  cvc: string;
}

export type PaymentResult =
  | { kind: 'paid'; checkout: Checkout }
  | { kind: 'refused'; checkout: Checkout; reason: string }
  | { kind: 'gone' };

export class BuiltinCheckout {
  readonly #database: Database;
  readonly #prices: Prices;

  constructor(database: Database, prices: Prices) {
    this.#database = database;
    this.#prices = prices;
  }

  async find(id: string): Promise<Checkout | undefined> {
    const checkout = await findCheckout(this.#database.queries, id);
    return checkout?.gateway === 'builtin' ? checkout : undefined;
  }

  async pay(id: string, card: CardForm): Promise<PaymentResult> {
    const checkout = await this.find(id);
    if (!checkout || checkout.status === 'expired') return { kind: 'gone' };
    if (checkout.status === 'complete') return { kind: 'paid', checkout };
    const verdict = judgeCard(card, new Date());
    if (!verdict.isGood) {
      if (!verdict.isTypo)
        await this.#database.transaction((trx) =>
          tellFailed(trx, { ...checkout, paymentId: checkout.id, reason: verdict.reason }),
        );
      return { kind: 'refused', checkout, reason: verdict.reason };
    }
    await this.#database.transaction((trx) => this.#settle(trx, checkout, verdict.last4));
    return { kind: 'paid', checkout: { ...checkout, status: 'complete' } };
  }

  /** Begins the next period of subscriptions whose period is over; ends those that were cancelled. */
  async renewDue(): Promise<void> {
    while (await this.#database.transaction((trx) => this.#renewOne(trx)));
  }

  async #settle(trx: Transaction, checkout: Checkout, last4: string): Promise<void> {
    const settled = await settleCheckout(trx, checkout.id, { gateway: 'builtin', gatewayId: checkout.id });
    if (settled?.mode !== 'subscription' || !settled.plan) return;
    const start = new Date();
    const { accountId, environment, plan } = settled;
    const gatewayId = newId('bsub');
    await followSubscription(trx, {
      accountId,
      environment,
      gateway: 'builtin',
      gatewayId,
      plan,
      status: 'active',
      currentPeriodStart: start,
      currentPeriodEnd: monthAfter(start),
      cancelAtPeriodEnd: false,
      toldAt: start,
      card: last4,
    });
    await this.#payPeriod(trx, { accountId, environment, plan, period: `${gatewayId}:${start.toISOString()}` });
  }

  async #renewOne(trx: Transaction): Promise<boolean> {
    const due = await claimDueSubscription(trx);
    if (!due) return false;
    const plan = due.nextPlan ?? due.plan;
    const isOver = due.cancelAtPeriodEnd;
    const start = due.currentPeriodEnd;
    await followSubscription(trx, {
      ...due,
      plan,
      status: isOver ? 'cancelled' : 'active',
      ...(isOver ? {} : { currentPeriodStart: start, currentPeriodEnd: monthAfter(start) }),
      toldAt: new Date(),
    });
    if (due.nextPlan) await setNextPlan(trx, due.id, null);
    if (!isOver)
      await this.#payPeriod(trx, {
        accountId: due.accountId,
        environment: due.environment,
        plan,
        period: `${due.gatewayId}:${start.toISOString()}`,
      });
    return true;
  }

  async #payPeriod(
    trx: Transaction,
    of: Pick<Subscription, 'accountId' | 'environment' | 'plan'> & { period: string },
  ): Promise<void> {
    const { accountId, environment, plan, period } = of;
    const amount = this.#prices.plan(plan).monthly_fee;
    const { currency } = this.#prices.list;
    await settlePayment(trx, {
      accountId,
      environment,
      gateway: 'builtin',
      gatewayId: period,
      amount,
      currency,
      credits: 0,
      description: `Plan ${plan}`,
    });
    await grantIncludedCredits(trx, this.#prices, { accountId, environment, plan, period });
  }
}

/** The same day of the next month, or its last one. */
function monthAfter(date: Date): Date {
  const next = new Date(date);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== date.getUTCDate()) next.setUTCDate(0);
  return next;
}
