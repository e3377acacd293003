// A customer's subscription: look at it, change the plan, end it.
import type { PaymentGateway } from '../../billing/gateways/port.ts';
import type { Prices } from '../../billing/prices.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Database } from '../../store/database.ts';
import { findRunningSubscription, type Subscription, setNextPlan } from '../../store/subscriptions.ts';
import { followSubscription, grantIncludedCredits } from './plans.ts';
import { settlePayment } from './settlement.ts';

export interface Outlook {
  isSubscribed: boolean;
  nextGrantAt: Date | null;
}

export class SubscriptionService {
  readonly #database: Database;
  readonly #prices: Prices;
  readonly #gatewayFor: (caller: Caller) => PaymentGateway;

  constructor(parts: { database: Database; prices: Prices; gatewayFor(caller: Caller): PaymentGateway }) {
    this.#database = parts.database;
    this.#prices = parts.prices;
    this.#gatewayFor = parts.gatewayFor;
  }

  async read(caller: Caller): Promise<object> {
    return present(await this.#running(caller));
  }

  /** Whether there is one, and when it brings credits next. */
  async outlook(caller: Caller): Promise<Outlook> {
    const subscription = await findRunningSubscription(this.#database.queries, caller);
    const goesOn = subscription && !subscription.cancelAtPeriodEnd;
    return { isSubscribed: Boolean(subscription), nextGrantAt: goesOn ? subscription.currentPeriodEnd : null };
  }

  async cancel(caller: Caller): Promise<object> {
    const subscription = await this.#running(caller);
    await this.#gatewayFor(caller).cancelAtPeriodEnd(subscription);
    const told = { ...subscription, cancelAtPeriodEnd: true, toldAt: new Date() };
    const after = await this.#database.transaction((trx) => followSubscription(trx, told));
    return present(after ?? subscription);
  }

  /** More is had at once and paid for in proportion; less begins with the next period. */
  async change(caller: Caller, plan: string): Promise<object> {
    const subscription = await this.#running(caller);
    const wanted = this.#prices.list.plans[plan];
    if (!wanted?.for_sale)
      throw new ServiceError('invalid_parameter', `The plan "${plan}" is not for sale.`, { param: 'plan' });
    if (plan === subscription.plan)
      throw new ServiceError('invalid_parameter', `The plan is ${plan} already.`, { param: 'plan' });
    const current = this.#prices.plan(subscription.plan);
    const isUpgrade = wanted.monthly_fee > current.monthly_fee;
    const { currency } = this.#prices.list;
    await this.#gatewayFor(caller).changePlan(subscription, { plan, amount: wanted.monthly_fee, currency, isUpgrade });
    if (!isUpgrade) {
      await setNextPlan(this.#database.queries, subscription.id, plan);
      return present({ ...subscription, nextPlan: plan });
    }
    return present(await this.#upgrade(subscription, plan, wanted.monthly_fee - current.monthly_fee));
  }

  #upgrade(subscription: Subscription, plan: string, feeDifference: number): Promise<Subscription> {
    const now = new Date();
    const share = shareLeft(subscription, now);
    return this.#database.transaction(async (trx) => {
      const after = await followSubscription(trx, { ...subscription, plan, toldAt: now });
      await setNextPlan(trx, subscription.id, null);
      const { accountId, environment, gateway } = subscription;
      const period = `${subscription.gatewayId}:upgrade:${plan}:${subscription.currentPeriodStart.toISOString()}`;
      const amount = Math.round(feeDifference * share);
      // Stripe sends an invoice for the difference; the built-in gateway is paid here.
      if (gateway === 'builtin' && amount > 0) {
        const { currency } = this.#prices.list;
        await settlePayment(trx, {
          accountId,
          environment,
          gateway,
          gatewayId: period,
          amount,
          currency,
          credits: 0,
          description: `Change to plan ${plan}`,
        });
      }
      const included = (name: string) => this.#prices.plan(name).included_credits;
      const gained = Math.max(0, included(plan) - included(subscription.plan));
      await grantIncludedCredits(trx, this.#prices, {
        accountId,
        environment,
        plan,
        period,
        share: (share * gained) / Math.max(1, included(plan)),
      });
      return after ?? subscription;
    });
  }

  async #running(caller: Caller): Promise<Subscription> {
    const subscription = await findRunningSubscription(this.#database.queries, caller);
    if (!subscription)
      throw new ServiceError(
        'not_found',
        'There is no subscription. Begin one with POST /payments/checkout {"plan": …}.',
      );
    return subscription;
  }
}

function shareLeft(subscription: Subscription, now: Date): number {
  const whole = subscription.currentPeriodEnd.getTime() - subscription.currentPeriodStart.getTime();
  return Math.min(1, Math.max(0, (subscription.currentPeriodEnd.getTime() - now.getTime()) / whole));
}

function present(subscription: Subscription): object {
  return {
    id: subscription.id,
    object: 'subscription',
    plan: subscription.plan,
    next_plan: subscription.nextPlan,
    status: subscription.status,
    current_period_start: subscription.currentPeriodStart.toISOString(),
    current_period_end: subscription.currentPeriodEnd.toISOString(),
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
  };
}
