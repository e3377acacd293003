// Stripe's word: each event is dealt with once, and any order of them ends in the same state.
import type Stripe from 'stripe';
import type { Books } from '../../billing/ledger.ts';
import type { Prices } from '../../billing/prices.ts';
import type { Log } from '../../core/log.ts';
import { expireCheckout, findCheckout } from '../../store/checkouts.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { hearOnce } from '../../store/payments.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import { followSubscription, grantIncludedCredits } from './plans.ts';
import { settleCheckout, settlePayment, takeBack, tellFailed } from './settlement.ts';

export class StripeEvents {
  readonly #database: Database;
  readonly #ledger: Books;
  readonly #prices: Prices;
  readonly #log: Log;

  constructor(parts: { database: Database; ledger: Books; prices: Prices; log: Log }) {
    this.#database = parts.database;
    this.#ledger = parts.ledger;
    this.#prices = parts.prices;
    this.#log = parts.log;
  }

  /** The event and all it changes are one transaction: a crash in the middle leaves it for Stripe's next try. */
  async receive(event: Stripe.Event): Promise<void> {
    await this.#ledger.allInOne();
    await this.#database.transaction(async (trx) => {
      if (!(await hearOnce(trx, 'stripe', event.id))) return;
      await this.#follow(trx, event);
    });
    this.#log.info({ event: event.id, type: event.type }, 'an event of Stripe');
  }

  async #follow(trx: Transaction, event: Stripe.Event): Promise<void> {
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
        return this.#completed(trx, event.data.object);
      case 'checkout.session.async_payment_failed':
        return this.#failed(trx, event.data.object.metadata?.checkout_id, 'The payment failed.');
      case 'checkout.session.expired':
        return expireCheckout(trx, event.data.object.metadata?.checkout_id ?? '');
      case 'payment_intent.payment_failed':
        return this.#failed(
          trx,
          event.data.object.metadata?.checkout_id,
          event.data.object.last_payment_error?.message ?? 'The payment failed.',
        );
      case 'charge.refunded':
        return this.#reversed(trx, event.data.object.payment_intent, { refunded: event.data.object.amount_refunded });
      case 'charge.dispute.created':
        return this.#reversed(trx, event.data.object.payment_intent, { disputed: event.data.object.amount });
      case 'charge.dispute.closed':
        return this.#reversed(trx, event.data.object.payment_intent, {
          disputed: event.data.object.status === 'won' ? 0 : event.data.object.amount,
        });
      case 'customer.subscription.created':
      case 'customer.subscription.updated':
      case 'customer.subscription.deleted':
        return this.#subscription(trx, event.data.object, event);
      case 'invoice.paid':
        return this.#invoicePaid(trx, event.data.object);
      case 'invoice.payment_failed':
        return this.#invoiceFailed(trx, event.data.object);
      default:
        return undefined;
    }
  }

  async #completed(trx: Transaction, session: Stripe.Checkout.Session): Promise<void> {
    // Completed is not paid: some methods take days.
    if (session.payment_status === 'unpaid') return;
    const checkoutId = session.metadata?.checkout_id ?? session.client_reference_id;
    if (!checkoutId) return;
    await settleCheckout(trx, checkoutId, { gateway: 'stripe', gatewayId: idOf(session.payment_intent) ?? session.id });
  }

  async #failed(trx: Transaction, checkoutId: string | undefined, reason: string): Promise<void> {
    const checkout = checkoutId === undefined ? undefined : await findCheckout(trx, checkoutId);
    if (checkout) await tellFailed(trx, { ...checkout, paymentId: checkout.id, reason });
  }

  async #reversed(
    trx: Transaction,
    intent: string | Stripe.PaymentIntent | null,
    change: { refunded?: number; disputed?: number },
  ): Promise<void> {
    const gatewayId = idOf(intent);
    if (gatewayId) await takeBack(trx, 'stripe', gatewayId, change);
  }

  async #subscription(trx: Transaction, told: Stripe.Subscription, event: Stripe.Event): Promise<void> {
    const { account_id: accountId, plan } = told.metadata;
    const [item] = told.items.data;
    if (!accountId || !plan || !this.#prices.list.plans[plan] || !item) return;
    await followSubscription(trx, {
      accountId,
      environment: 'live',
      gateway: 'stripe',
      gatewayId: told.id,
      plan,
      status: event.type === 'customer.subscription.deleted' ? 'cancelled' : statusOf(told.status),
      currentPeriodStart: new Date(item.current_period_start * 1000),
      currentPeriodEnd: new Date(item.current_period_end * 1000),
      cancelAtPeriodEnd: told.cancel_at_period_end,
      toldAt: new Date(event.created * 1000),
      card: null,
    });
  }

  /** The subscription's own metadata stand in its invoices too: no need to have heard of it before. */
  async #invoicePaid(trx: Transaction, invoice: Stripe.Invoice): Promise<void> {
    const metadata = invoice.parent?.subscription_details?.metadata;
    const [accountId, plan] = [metadata?.account_id, metadata?.plan];
    if (!accountId || !plan || !this.#prices.list.plans[plan] || !invoice.id) return;
    const gatewayId = invoice.id;
    const { amount_paid: amount, currency } = invoice;
    if (amount > 0)
      await settlePayment(trx, {
        accountId,
        environment: 'live',
        gateway: 'stripe',
        gatewayId,
        amount,
        currency,
        credits: 0,
        description: `Plan ${plan}`,
      });
    // What a change of plan in the middle of a period brings was granted with the change.
    if (invoice.billing_reason === 'subscription_update') return;
    await grantIncludedCredits(trx, this.#prices, { accountId, environment: 'live', plan, period: gatewayId });
  }

  async #invoiceFailed(trx: Transaction, invoice: Stripe.Invoice): Promise<void> {
    const accountId = invoice.parent?.subscription_details?.metadata?.account_id;
    if (!accountId) return;
    const { amount_due: amount, currency } = invoice;
    await tellFailed(trx, {
      accountId,
      environment: 'live',
      paymentId: invoice.id ?? '',
      amount,
      currency,
      reason: 'The monthly payment failed.',
    });
  }
}

function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}

function statusOf(status: Stripe.Subscription.Status): Subscription['status'] {
  if (status === 'active' || status === 'trialing') return 'active';
  return status === 'canceled' || status === 'incomplete_expired' ? 'cancelled' : 'past_due';
}
