// A customer's subscription: read it, change the plan, end it. Nothing is granted before it is paid.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { paidPlan } from '../../money/account-plan.ts';
import type { PaymentGateway, PlanChange } from '../../money/gateways/port.ts';
import type { Prices } from '../../money/prices.ts';
import { namePlanActor } from '../../store/account-log.ts';
import { lockAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { insertPlanPrice } from '../../store/plan-prices.ts';
import {
  findRunningSubscription,
  type Subscription,
  setCancelAtPeriodEnd,
  setNextPlan,
} from '../../store/subscriptions.ts';
import { emitSubscriptionEvent, followSubscription } from './plans.ts';
import { settlePayment } from './settlement.ts';

export interface Outlook {
  isSubscribed: boolean;
  nextGrantAt: Date | null;
}

export class SubscriptionService {
  readonly #database: Database;
  readonly #prices: Prices;
  readonly #gatewayFor: (caller: Caller) => PaymentGateway;
  readonly #sellsBuiltin: boolean;

  /** `sellsBuiltin`: whether the built-in checkout sells live plans. */
  constructor(parts: {
    database: Database;
    prices: Prices;
    gatewayFor(caller: Caller): PaymentGateway;
    sellsBuiltin: boolean;
  }) {
    this.#sellsBuiltin = parts.sellsBuiltin;
    this.#database = parts.database;
    this.#prices = parts.prices;
    this.#gatewayFor = parts.gatewayFor;
  }

  async read(caller: Caller): Promise<object> {
    return present(await this.#running(caller));
  }

  /** Whether there is a subscription, and when it next grants credits. */
  async outlook(caller: Caller): Promise<Outlook> {
    const subscription = await findRunningSubscription(this.#database.queries, caller);
    const goesOn = subscription && !subscription.cancelAtPeriodEnd;
    return { isSubscribed: Boolean(subscription), nextGrantAt: goesOn ? subscription.currentPeriodEnd : null };
  }

  async cancel(caller: Caller): Promise<object> {
    const subscription = await this.#running(caller);
    if (subscription.gateway === 'code') return present(subscription);
    if (!this.#endsUnrenewed(caller, subscription))
      await this.#gatewayOf(caller, subscription).cancelAtPeriodEnd(subscription);
    const after = await this.#database.transaction(async (trx) => {
      const changed = await setCancelAtPeriodEnd(trx, subscription.id);
      if (changed)
        await emitSubscriptionEvent(trx, 'updated', { subscription: { ...changed, plan: subscription.plan } });
      return changed;
    });
    return present({ ...subscription, cancelAtPeriodEnd: after?.cancelAtPeriodEnd ?? true });
  }

  /**
   * An upgrade is charged in proportion to the rest of the period: at once at the built-in checkout, otherwise when Stripe reports the
   * payment. A downgrade, or a return to the paid plan, begins with the next period.
   */
  async change(caller: Caller, plan: string): Promise<object> {
    const subscription = await this.#running(caller);
    if (subscription.gateway === 'code') refuseChangeOfCode(subscription);
    if (this.#endsUnrenewed(caller, subscription)) refuseUnrenewed(subscription);
    const { plans, currency } = this.#prices.list;
    const wanted = Object.hasOwn(plans, plan) ? plans[plan] : undefined;
    if (!wanted?.for_sale)
      throw new ServiceError('invalid_parameter', 'This plan is not for sale. GET /payments/prices lists the plans.', {
        param: 'plan',
      });
    if (plan === (subscription.nextPlan ?? subscription.plan))
      throw new ServiceError('invalid_parameter', `The account already has the plan "${plan}".`, { param: 'plan' });
    const current = this.#prices.plan(subscription.plan);
    const isUpgrade = wanted.monthly_fee > current.monthly_fee;
    const change: PlanChange = { plan, amount: wanted.monthly_fee, currency, isUpgrade };
    const gateway = this.#gatewayOf(caller, subscription);
    const price = await gateway.createPrice(subscription, change);
    // Stored before the change is requested: its invoice may be paid before the response arrives.
    if (price)
      await insertPlanPrice(this.#database.queries, gateway.name, {
        id: price,
        plan,
        replaces: subscription.plan,
        memberId: caller.member?.id ?? null,
        keyId: caller.keyId,
      });
    await gateway.changePlan(subscription, change, price);
    const nextPlan = plan === subscription.plan ? null : plan;
    if (subscription.gateway !== 'builtin') return present(isUpgrade ? subscription : { ...subscription, nextPlan });
    if (isUpgrade) {
      const feeDifference = wanted.monthly_fee - current.monthly_fee;
      const after = await this.#upgradeBuiltin(caller, subscription, { plan, feeDifference });
      // Another request changed the subscription meanwhile: this change starts from its plan.
      return after ? present(after) : this.change(caller, plan);
    }
    await setNextPlan(this.#database.queries, subscription.id, nextPlan);
    return present({ ...subscription, nextPlan });
  }

  /** The built-in checkout charges its test card here. Undefined if the subscription has changed since it was read. */
  #upgradeBuiltin(
    caller: Caller,
    subscription: Subscription,
    { plan, feeDifference }: { plan: string; feeDifference: number },
  ): Promise<Subscription | undefined> {
    const now = new Date();
    const share = shareLeft(subscription, now);
    const included = (name: string) => this.#prices.plan(name).included_credits;
    const { accountId, environment, gateway, gatewayId, currentPeriodStart, currentPeriodEnd } = subscription;
    return this.#database.transaction(async (trx) => {
      await lockAccount(trx, accountId);
      const found = await findRunningSubscription(trx, caller);
      // Another request, for example from a second tab, has already paid for the change.
      if (found?.plan === plan) return found;
      if (found?.id !== subscription.id || found.plan !== subscription.plan) return undefined;
      await namePlanActor(trx, caller);
      const paid = await settlePayment(trx, this.#prices, {
        accountId,
        environment,
        gateway,
        gatewayId: `${gatewayId}:upgrade:${plan}:${currentPeriodStart.toISOString()}`,
        amount: Math.round(feeDifference * share),
        currency: this.#prices.list.currency,
        credits: Math.floor(Math.max(0, included(plan) - included(subscription.plan)) * share),
        description: `Change to plan ${plan}`,
        forPlan: {
          ...{ plan, subscription: gatewayId, coversUntil: currentPeriodEnd, billedAt: now },
          raises: subscription.plan,
        },
      });
      if (!paid) return subscription;
      const after = await followSubscription(trx, this.#prices, { ...subscription, plan, reportedAt: now });
      await setNextPlan(trx, subscription.id, null);
      return { ...(after ?? subscription), nextPlan: null };
    });
  }

  /** Of a time when the built-in checkout sold live plans: its card cannot be charged any more. */
  #endsUnrenewed({ environment }: Caller, { gateway }: Subscription): boolean {
    return gateway === 'builtin' && environment === 'live' && !this.#sellsBuiltin;
  }

  #gatewayOf(caller: Caller, { gateway: name }: Subscription): PaymentGateway {
    const gateway = this.#gatewayFor(caller);
    if (gateway.name === name) return gateway;
    throw new ServiceError(
      'engine_unavailable',
      'This plan was bought from a payment provider that is not connected. Ask the operator to end it there.',
    );
  }

  async #running(caller: Caller): Promise<Subscription> {
    const subscription = await findRunningSubscription(this.#database.queries, caller);
    if (!subscription)
      throw new ServiceError(
        'not_found',
        'There is no subscription. Start one with POST /payments/checkout {"plan": …}.',
      );
    if (subscription.gateway === 'builtin' || subscription.gateway === 'code') return subscription;
    // The gateway's price applies to the next period; the current plan is the paid one.
    const { gatewayId, plan: next } = subscription;
    const plan =
      (await paidPlan(this.#database.queries, this.#prices, { ...subscription, subscription: gatewayId })) ?? next;
    return { ...subscription, plan, nextPlan: next === plan ? null : next };
  }
}

function shareLeft(subscription: Subscription, now: Date): number {
  const whole = subscription.currentPeriodEnd.getTime() - subscription.currentPeriodStart.getTime();
  return Math.min(1, Math.max(0, (subscription.currentPeriodEnd.getTime() - now.getTime()) / whole));
}

function refuseUnrenewed({ plan, currentPeriodEnd }: Subscription): never {
  throw new ServiceError(
    'invalid_parameter',
    `The plan "${plan}" was bought in another way and ends at ${currentPeriodEnd.toISOString()}. Buy a plan with POST /payments/checkout then.`,
    { param: 'plan' },
  );
}

function refuseChangeOfCode({ plan, currentPeriodEnd }: Subscription): never {
  throw new ServiceError(
    'invalid_parameter',
    `The plan "${plan}" came with a code and ends at ${currentPeriodEnd.toISOString()}. Buy a plan with POST /payments/checkout.`,
    { param: 'plan' },
  );
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
