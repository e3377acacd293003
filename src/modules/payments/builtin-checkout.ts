// The built-in checkout: checks the test card and settles, declines or renews, as a real gateway would.

import { newId } from '../../core/ids.ts';
import { planBegins } from '../../money/account-plan.ts';
import { CARD_REASONS, type CardReason, judgeCard } from '../../money/gateways/builtin.ts';
import type { Prices } from '../../money/prices.ts';
import { findAccount, lockAccount } from '../../store/accounts.ts';
import { readBillingDetails } from '../../store/billing-details.ts';
import { type Checkout, findCheckout } from '../../store/checkouts.ts';
import { payUse } from '../../store/coupons.ts';
import type { Database, Transaction } from '../../store/database.ts';
import {
  claimDueSubscription,
  findBoughtSubscription,
  type Subscription,
  setNextPlan,
} from '../../store/subscriptions.ts';
import { followSubscription, planPeriod } from './plans.ts';
import { emitPaymentFailed, settleCheckout, settlePayment } from './settlement.ts';
import { announceEnds } from './unrenewed-plans.ts';

export interface CardForm {
  number: string;
  expiry: string;
  cvc: string;
  /** What the buyer answered on the bank's page; absent before it was shown. */
  bank?: string;
}

/** Also used for a plan that is already paid. */
export type Refusal = CardReason | 'has_subscription';

export type PaymentResult =
  | { kind: 'paid'; checkout: Checkout }
  | { kind: 'refused'; checkout: Checkout; reason: Refusal }
  | { kind: 'unconfirmed'; checkout: Checkout }
  | { kind: 'gone' };

export interface OrderFacts {
  /** Where the invoice goes, shortened: whoever has the link sees the page. */
  email: string;
  /** A subscription renews every month, for its fee. */
  plan: { name: string; fee: number; renewsAt: Date } | null;
  /** The first purchase of credits also changes the plan. */
  planChange: { from: string; to: string } | null;
}

const FREE = { for_sale: false };

export class BuiltinCheckout {
  readonly #database: Database;
  readonly #prices: Prices;
  readonly #sellsLive: boolean;
  readonly #serviceName: string;

  /** `sellsLive`: whether its test cards may buy live credits. */
  constructor(parts: { database: Database; prices: Prices; sellsLive: boolean; serviceName: string }) {
    this.#serviceName = parts.serviceName;
    this.#database = parts.database;
    this.#prices = parts.prices;
    this.#sellsLive = parts.sellsLive;
  }

  async find(id: string): Promise<Checkout | undefined> {
    // The id comes from the page's URL, so it may be anything.
    const checkout = /^\w{1,64}$/.test(id) ? await findCheckout(this.#database.queries, id) : undefined;
    const isSold = checkout?.gateway === 'builtin' && (this.#sellsLive || checkout.environment === 'test');
    return isSold ? checkout : undefined;
  }

  /** What the page says about the order, besides its price. */
  async order({ accountId, environment, plan: id, amount, discount }: Checkout): Promise<OrderFacts> {
    const { plans } = this.#prices.list;
    const nameOf = (plan: string) => plans[plan]?.name ?? plan;
    const account = await findAccount(this.#database.queries, accountId);
    const email = shortened(
      (await readBillingDetails(this.#database.queries, accountId)).email ?? account?.email ?? '',
    );
    if (id !== null)
      return {
        email,
        plan: { name: nameOf(id), fee: amount + discount, renewsAt: monthAfter(new Date()) },
        planChange: null,
      };
    const isFirst = environment === 'live' && account !== undefined && planBegins(account.plan, FREE) === 'sign_up';
    const next = Object.keys(plans).find((plan) => planBegins(plan, FREE) === 'first_purchase');
    const planChange = isFirst && next ? { from: nameOf(account.plan), to: nameOf(next) } : null;
    return { email, plan: null, planChange };
  }

  async pay(id: string, card: CardForm): Promise<PaymentResult> {
    const checkout = await this.find(id);
    if (!checkout || checkout.status === 'expired') return { kind: 'gone' };
    if (checkout.status === 'complete') return { kind: 'paid', checkout };
    const judged = judgeCard(card, new Date());
    if (judged.isGood && judged.needsConfirmation && !card.bank) return { kind: 'unconfirmed', checkout };
    const isDenied = judged.isGood && judged.needsConfirmation && card.bank !== 'confirmed';
    const verdict = isDenied ? ({ isGood: false, reason: 'not_confirmed', isTypo: false } as const) : judged;
    if (!verdict.isGood) {
      if (!verdict.isTypo)
        await this.#database.transaction((trx) =>
          emitPaymentFailed(trx, { ...checkout, paymentId: checkout.id, reason: CARD_REASONS[verdict.reason] }),
        );
      return { kind: 'refused', checkout, reason: verdict.reason };
    }
    const isSettled = await this.#database.transaction((trx) => this.#settle(trx, checkout, verdict.last4));
    if (isSettled === undefined) return { kind: 'gone' };
    if (!isSettled) return { kind: 'refused', checkout, reason: 'has_subscription' };
    return { kind: 'paid', checkout: { ...checkout, status: 'complete' } };
  }

  /** Starts the next period of subscriptions whose period has ended; ends cancelled ones. */
  async renewDue(): Promise<void> {
    if (!this.#sellsLive) await announceEnds(this.#database, this.#prices, this.#serviceName);
    while (await this.#database.transaction((trx) => this.#renewOne(trx)));
  }

  /** False if a plan is already active: both would be charged. */
  async #settle(trx: Transaction, checkout: Checkout, last4: string): Promise<boolean | undefined> {
    // Another checkout of this account now has the coupon.
    if (checkout.coupon && !(await payUse(trx, checkout.id))) return undefined;
    if (checkout.mode === 'subscription') {
      await lockAccount(trx, checkout.accountId);
      const isOpen = (await findCheckout(trx, checkout.id))?.status === 'open';
      if (isOpen && (await findBoughtSubscription(trx, checkout))) return false;
    }
    const settled = await settleCheckout(trx, this.#prices, {
      checkoutId: checkout.id,
      gateway: 'builtin',
      gatewayId: checkout.id,
    });
    if (settled?.mode !== 'subscription' || !settled.plan) return true;
    const start = new Date();
    const { accountId, environment, plan } = settled;
    const gatewayId = newId('bsub');
    const subscription = {
      accountId,
      environment,
      gateway: 'builtin',
      gatewayId,
      plan,
      status: 'active',
      currentPeriodStart: start,
      currentPeriodEnd: monthAfter(start),
      cancelAtPeriodEnd: false,
      reportedAt: start,
      card: last4,
    } as const;
    await followSubscription(trx, this.#prices, subscription);
    await this.#payPeriod(trx, subscription, settled);
    return true;
  }

  async #renewOne(trx: Transaction): Promise<boolean> {
    const due = await claimDueSubscription(trx);
    if (!due) return false;
    // Live subscriptions are renewed only while this checkout sells live credits.
    const isOver = due.cancelAtPeriodEnd || (due.environment === 'live' && !this.#sellsLive);
    const start = due.currentPeriodEnd;
    const next = {
      ...due,
      plan: due.nextPlan ?? due.plan,
      status: isOver ? ('cancelled' as const) : ('active' as const),
      ...(isOver ? {} : { currentPeriodStart: start, currentPeriodEnd: monthAfter(start) }),
      reportedAt: new Date(),
    };
    await followSubscription(trx, this.#prices, next);
    if (due.nextPlan) await setNextPlan(trx, due.id, null);
    if (!isOver) await this.#payPeriod(trx, next);
    return true;
  }

  async #payPeriod(
    trx: Transaction,
    of: Omit<Subscription, 'id' | 'nextPlan' | 'status' | 'cancelAtPeriodEnd' | 'card'>,
    first?: Checkout,
  ): Promise<void> {
    const { accountId, environment, gatewayId, plan, currentPeriodStart, currentPeriodEnd } = of;
    const { monthly_fee: amount, included_credits: credits } = this.#prices.plan(plan);
    await settlePayment(trx, this.#prices, {
      accountId,
      environment,
      gateway: 'builtin',
      gatewayId: `${gatewayId}:${currentPeriodStart.toISOString()}`,
      amount: first?.amount ?? amount,
      discount: first?.discount ?? 0,
      listPrice: (first?.amount ?? amount) + (first?.discount ?? 0),
      coupon: first?.coupon ?? null,
      currency: this.#prices.list.currency,
      credits,
      description: await planPeriod(trx, this.#prices, { plan, from: currentPeriodStart, to: currentPeriodEnd }),
      forPlan: { plan, subscription: gatewayId, coversUntil: currentPeriodEnd, billedAt: currentPeriodStart },
    });
  }
}

/** `a…@example.com` */
function shortened(email: string): string {
  return email.replace(/^(.).*@/, '$1…@');
}

/** The same day of the next month, or its last one. */
function monthAfter(date: Date): Date {
  const next = new Date(date);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== date.getUTCDate()) next.setUTCDate(0);
  return next;
}
