// Handles Stripe's signed events: each once, and with the same final state in whatever order they arrive.
import type Stripe from 'stripe';
import type { Log } from '../../core/log.ts';
import { asRecord } from '../../core/unknown-json.ts';
import { idOf } from '../../money/gateways/stripe-client.ts';
import type { Prices } from '../../money/prices.ts';
import { findAccount } from '../../store/accounts.ts';
import { type Checkout, expireCheckout, findCheckout, findCheckoutBySession } from '../../store/checkouts.ts';
import { releaseUse } from '../../store/coupons.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { forgetCustomer, readCustomer } from '../../store/gateway-customers.ts';
import { linkPayment, recordGatewayEvent, takeTurns } from '../../store/payments.ts';
import { noteDispute, noteRefund } from '../../store/reversals.ts';
import { findSubscription } from '../../store/subscriptions.ts';
import { findTopUp, type TopUp } from '../../store/top-ups.ts';
import { followSubscription } from './plans.ts';
import { emitPaymentFailed, type GatewayInvoice, settleCheckout, takeBack } from './settlement.ts';
import { settleInvoice } from './stripe-invoices.ts';
import { isAmount, type PriceExtras, readDispute, readInvoice, readSubscription, readSums } from './stripe-objects.ts';
import { failTopUp, settleTopUp } from './top-ups.ts';

export interface StripeEventParts {
  database: Database;
  prices: Prices;
  log: Log;
  /** Options that may change a price at Stripe. */
  extras: PriceExtras;
  /** Asks Stripe for the payments behind an invoice, which newer invoices do not name. */
  paymentsOf(invoice: string): Promise<string[]>;
  /** Asks Stripe for the invoice of a purchase, which its session names only. */
  invoiceOf(id: string): Promise<GatewayInvoice | undefined>;
}

/** What was fetched from Stripe before the transaction. */
interface Asked {
  references: string[];
  invoice: GatewayInvoice | undefined;
}

export class StripeEvents {
  readonly #parts: StripeEventParts;

  constructor(parts: StripeEventParts) {
    this.#parts = parts;
  }

  /** The event and all its changes are one transaction: after a crash in the middle, Stripe sends it again. */
  async receive(event: Stripe.Event): Promise<void> {
    const { database, log } = this.#parts;
    // Answered as taken: Stripe would send it again for days.
    if (!isReadable(event)) return this.#ignore({}, 'it cannot be read');
    // Done before the transaction, which must not wait for another server.
    const asked = {
      references: event.type === 'invoice.paid' ? await this.#referencesOf(event.data.object) : [],
      invoice: await this.#invoiceOf(event),
    };
    await database.transaction(async (trx) => {
      await takeTurns(trx, 'stripe');
      if (!(await recordGatewayEvent(trx, 'stripe', event.id))) return;
      await this.#follow(trx, event, asked);
    });
    log.info({ event: event.id, type: event.type }, 'received an event of Stripe');
  }

  async #follow(trx: Transaction, event: Stripe.Event, { references, invoice }: Asked): Promise<void> {
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
        return this.#completed(trx, event.data.object, invoice);
      case 'checkout.session.async_payment_failed':
        return this.#asyncFailed(trx, await this.#checkoutOf(trx, event.data.object));
      case 'checkout.session.expired': {
        const checkout = await this.#checkoutOf(trx, event.data.object);
        if (!checkout) return undefined;
        await expireCheckout(trx, checkout.id);
        return releaseUse(trx, checkout.id);
      }
      case 'customer.deleted':
        return forgetCustomer(trx, 'stripe', event.data.object.id);
      case 'payment_intent.succeeded':
        return this.#intentSucceeded(trx, event.data.object);
      case 'payment_intent.payment_failed':
        return this.#intentFailed(trx, event.data.object);
      case 'charge.refunded':
        return this.#refunded(trx, event.data.object);
      case 'charge.dispute.created':
      case 'charge.dispute.updated':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.funds_reinstated':
      case 'charge.dispute.closed':
        return this.#disputed(trx, event.data.object, event);
      case 'customer.subscription.created':
      case 'customer.subscription.updated':
      case 'customer.subscription.deleted':
        return this.#subscription(trx, event.data.object, event);
      case 'invoice.paid':
        return this.#invoicePaid(trx, event.data.object, references);
      case 'invoice_payment.paid':
        return this.#invoiceLinked(trx, event.data.object);
      case 'invoice.payment_failed':
        return this.#invoiceFailed(trx, event.data.object);
      default:
        return undefined;
    }
  }

  async #completed(trx: Transaction, session: Stripe.Checkout.Session, invoice: Asked['invoice']): Promise<void> {
    const { extras } = this.#parts;
    // Completed is not paid: some methods take days.
    const isFree = session.payment_status === 'no_payment_required' && extras.promotionCodes;
    if (session.payment_status !== 'paid' && !isFree) return;
    const checkout = await this.#checkoutOf(trx, session);
    if (!checkout) return;
    const sums = readSums(session, checkout, extras);
    if (!sums || session.currency !== checkout.currency)
      return this.#ignore(
        { session: session.id, checkout: checkout.id },
        'it was paid with another amount or currency',
      );
    const gatewayId = idOf(session.payment_intent) ?? session.id;
    const paid = { checkoutId: checkout.id, gateway: 'stripe', gatewayId, sums, invoice };
    await settleCheckout(trx, this.#parts.prices, paid);
  }

  /** Only Stripe's own id is trusted: with a payment link the payer can choose the reference. */
  async #checkoutOf(trx: Transaction, session: Stripe.Checkout.Session): Promise<Checkout | undefined> {
    const checkout = await findCheckoutBySession(trx, 'stripe', session.id);
    if (!checkout) this.#ignore({ session: session.id }, 'its session was not made here');
    return checkout;
  }

  /** Reports a failure and changes nothing else; only this service writes an intent's metadata. */
  async #intentFailed(trx: Transaction, intent: Stripe.PaymentIntent): Promise<void> {
    const reason = intent.last_payment_error?.message ?? 'The payment failed.';
    const topUp = await this.#topUpOf(trx, intent);
    if (topUp) return failTopUp(trx, topUp.id, reason);
    const id = intent.metadata?.checkout_id;
    const checkout = id === undefined ? undefined : await findCheckout(trx, id);
    if (checkout?.gateway === 'stripe') await this.#failed(trx, checkout, reason);
  }

  /** Checkouts are settled by their sessions; this is for charges of a saved card. */
  async #intentSucceeded(trx: Transaction, intent: Stripe.PaymentIntent): Promise<void> {
    const topUp = await this.#topUpOf(trx, intent);
    if (!topUp) return;
    if (intent.amount_received !== topUp.amount || intent.currency !== topUp.currency)
      return this.#ignore({ intent: intent.id }, 'it was paid with another amount or currency');
    await settleTopUp(trx, this.#parts.prices, { id: topUp.id, intent: intent.id });
  }

  async #topUpOf(trx: Transaction, intent: Stripe.PaymentIntent): Promise<TopUp | undefined> {
    const id = intent.metadata?.top_up_id;
    const topUp = id === undefined ? undefined : await findTopUp(trx, id);
    if (topUp?.gateway !== 'stripe') return undefined;
    const { customer } = await readCustomer(trx, 'stripe', topUp.accountId);
    return customer !== null && customer === idOf(intent.customer) ? topUp : undefined;
  }

  async #asyncFailed(trx: Transaction, checkout: Checkout | undefined): Promise<void> {
    if (checkout) await releaseUse(trx, checkout.id);
    await this.#failed(trx, checkout, 'The payment failed.');
  }

  async #failed(trx: Transaction, checkout: Checkout | undefined, reason: string): Promise<void> {
    if (checkout) await emitPaymentFailed(trx, { ...checkout, paymentId: checkout.id, reason });
  }

  async #refunded(trx: Transaction, charge: Stripe.Charge): Promise<void> {
    const reference = idOf(charge.payment_intent) ?? charge.id;
    const { amount_refunded: amount, currency } = charge;
    if (!isAmount(amount)) return this.#ignore({ charge: charge.id }, 'it names no amount');
    await noteRefund(trx, { gateway: 'stripe', reference, amount, currency });
    await takeBack(trx, this.#parts.prices, { gateway: 'stripe', gatewayId: reference });
  }

  async #disputed(trx: Transaction, dispute: Stripe.Dispute, event: Stripe.Event): Promise<void> {
    const told = readDispute(dispute, event);
    if (!told) return this.#ignore({ dispute: dispute.id }, 'it names no payment');
    await noteDispute(trx, told);
    await takeBack(trx, this.#parts.prices, { gateway: 'stripe', gatewayId: told.reference });
  }

  async #subscription(trx: Transaction, object: Stripe.Subscription, event: Stripe.Event): Promise<void> {
    const { prices } = this.#parts;
    const told = readSubscription(object, event);
    if (!told || !Object.hasOwn(prices.list.plans, told.plan) || !(await findAccount(trx, told.accountId)))
      return this.#ignore({ subscription: object.id }, 'it names no account and plan of this service');
    await followSubscription(trx, prices, told);
  }

  async #invoicePaid(trx: Transaction, object: Stripe.Invoice, references: string[]): Promise<void> {
    const { prices } = this.#parts;
    const invoice = readInvoice(object);
    if (!invoice || !(await findAccount(trx, invoice.accountId)))
      return this.#ignore({ invoice: object.id }, 'it names no account of this service');
    if (invoice.currency !== prices.list.currency)
      return this.#ignore({ invoice: object.id }, 'it was paid in another currency');
    if (!invoice.isPaidInFull) return this.#ignore({ invoice: object.id }, 'it was not paid in full');
    const known = await findSubscription(trx, 'stripe', invoice.subscription);
    if (known && known.accountId !== invoice.accountId)
      return this.#ignore({ invoice: object.id }, 'its subscription is that of another account');
    for (const reference of [...references, ...invoice.references])
      await linkPayment(trx, { gateway: 'stripe', reference, gatewayId: invoice.id });
    await settleInvoice(trx, prices, invoice);
  }

  async #invoiceLinked(trx: Transaction, { invoice, payment }: Stripe.InvoicePayment): Promise<void> {
    const gatewayId = idOf(invoice);
    const reference = idOf(payment?.payment_intent) ?? idOf(payment?.charge);
    if (!gatewayId || !reference) return;
    await linkPayment(trx, { gateway: 'stripe', reference, gatewayId });
    await takeBack(trx, this.#parts.prices, { gateway: 'stripe', gatewayId });
  }

  async #invoiceFailed(trx: Transaction, object: Stripe.Invoice): Promise<void> {
    const invoice = readInvoice(object);
    if (!invoice || !(await findAccount(trx, invoice.accountId))) return;
    const { id: paymentId, accountId, amountDue: amount, currency } = invoice;
    const reason = 'The monthly payment failed.';
    await emitPaymentFailed(trx, { accountId, environment: 'live', paymentId, amount, currency, reason });
  }

  async #referencesOf(object: Stripe.Invoice): Promise<string[]> {
    const invoice = readInvoice(object);
    if (!invoice || invoice.amountPaid === 0 || invoice.references.length > 0) return [];
    return this.#parts.paymentsOf(invoice.id);
  }

  async #invoiceOf(event: Stripe.Event): Promise<Asked['invoice']> {
    const isPaid =
      event.type === 'checkout.session.completed' || event.type === 'checkout.session.async_payment_succeeded';
    const id = isPaid ? idOf(event.data.object.invoice) : undefined;
    return id === undefined ? undefined : this.#parts.invoiceOf(id);
  }

  /** For the operator, who can look the object up at Stripe. */
  #ignore(facts: Record<string, string | undefined>, why: string): void {
    this.#parts.log.warn(facts, `ignored an event of Stripe: ${why}`);
  }
}

/** It is about something, has a name of its own, and PostgreSQL can store all of its texts. */
function isReadable(event: Stripe.Event): boolean {
  const { id, data } = asRecord(event) ?? {};
  return (
    typeof id === 'string' && id !== '' && !!asRecord(asRecord(data)?.object) && !JSON.stringify(event).includes(NUL)
  );
}

/** As JSON writes it. */
const NUL = String.raw`\u0000`;
