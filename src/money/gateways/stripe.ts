// Stripe through its own package: checkout sessions and subscriptions go out, signed events come in.
import type Stripe from 'stripe';
import { ServiceError } from '../../core/errors.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import type { CheckoutOrder, PaymentGateway, PlanChange } from './port.ts';
import { StripeCharges } from './stripe-charges.ts';
import { askStripe, idOf, openStripe, pageOf, type StripeSettings } from './stripe-client.ts';
import { StripeCustomers } from './stripe-customers.ts';
import { StripeMovements } from './stripe-movements.ts';

export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe';
  readonly hasCustomers = true;
  readonly #stripe: Stripe;
  readonly #settings: StripeSettings;
  readonly customers: StripeCustomers;
  readonly charges: StripeCharges;
  readonly movements: StripeMovements;

  constructor(settings: StripeSettings) {
    this.#settings = settings;
    this.#stripe = openStripe(settings);
    this.customers = new StripeCustomers(this.#stripe);
    this.charges = new StripeCharges(this.#stripe, settings.tax);
    this.movements = new StripeMovements(this.#stripe);
  }

  async createCheckout(order: CheckoutOrder): Promise<{ url: string; session: string }> {
    const metadata = {
      checkout_id: order.id,
      account_id: order.accountId,
      ...(order.plan ? { plan: order.plan } : {}),
    };
    if (order.discount > 0) await this.#makeCoupon(order);
    const session = await askStripe(() =>
      this.#stripe.checkout.sessions.create(
        {
          mode: order.mode,
          client_reference_id: order.id,
          ...(order.customer ? { customer: order.customer } : { customer_email: order.email }),
          expires_at: Math.floor(order.expiresAt.getTime() / 1000),
          success_url: order.successUrl ?? '',
          ...(order.cancelUrl ? { cancel_url: order.cancelUrl } : {}),
          // Paid in our own currency, so that the amount can be compared with the order.
          adaptive_pricing: { enabled: false },
          line_items: [{ quantity: 1, price_data: priceData(order) }],
          metadata,
          ...(order.mode === 'payment' ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
          ...this.#extrasOf(order),
        },
        // Returns the same session if our call is repeated.
        { idempotencyKey: order.idempotencyKey },
      ),
    );
    return { url: pageOf(session.url), session: session.id };
  }

  /** Our coupon as a Stripe coupon for this checkout only: it discounts a subscription's first month. */
  async #makeCoupon({ id, discount, currency, coupon }: CheckoutOrder): Promise<void> {
    await askStripe(() =>
      this.#stripe.coupons.create(
        { id, amount_off: discount, currency, duration: 'once', max_redemptions: 1, name: (coupon ?? '').slice(0, 40) },
        { idempotencyKey: `coupon-${id}` },
      ),
    );
  }

  async expireCheckout(session: string): Promise<void> {
    await askStripe(() => this.#stripe.checkout.sessions.expire(session));
  }

  /** The operator's options: taxes, promotion codes, invoices. */
  #extrasOf({ id, mode, customer, discount }: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
    const { tax, promotionCodes, invoices } = this.#settings;
    return {
      ...(tax ? { automatic_tax: { enabled: true }, tax_id_collection: { enabled: true } } : {}),
      // Stripe requires it to compute taxes for an existing customer.
      ...(tax && customer ? { customer_update: { address: 'auto', name: 'auto' } } : {}),
      // Stripe accepts only one of the two.
      ...(discount > 0 ? { discounts: [{ coupon: id }] } : promotionCodes ? { allow_promotion_codes: true } : {}),
      ...(invoices && mode === 'payment' ? { invoice_creation: { enabled: true } } : {}),
    };
  }

  async cancelAtPeriodEnd(subscription: Subscription): Promise<void> {
    await askStripe(() => this.#stripe.subscriptions.update(subscription.gatewayId, { cancel_at_period_end: true }));
  }

  async createPrice(subscription: Subscription, change: PlanChange): Promise<string> {
    const { product } = await this.#item(subscription);
    const price = await askStripe(() =>
      this.#stripe.prices.create({
        product,
        currency: change.currency,
        unit_amount: change.amount,
        recurring: { interval: 'month' },
        metadata: { plan: change.plan },
      }),
    );
    return price.id;
  }

  async changePlan(subscription: Subscription, change: PlanChange, price: string): Promise<void> {
    const { id } = await this.#item(subscription);
    const items = [{ id, price }];
    await askStripe(() =>
      this.#stripe.subscriptions.update(
        subscription.gatewayId,
        change.isUpgrade
          ? // Stripe leaves the subscription unchanged until the difference is paid.
            { items, proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' }
          : { items, proration_behavior: 'none' },
      ),
    );
  }

  /** The payment intents and charges that paid an invoice. */
  async paymentsOf(invoice: string): Promise<string[]> {
    const { data } = await askStripe(() => this.#stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 }));
    return data.flatMap(({ payment }) => idOf(payment.payment_intent) ?? idOf(payment.charge) ?? []);
  }

  /** The number of a Stripe invoice and the page that shows it; undefined if it has no number. */
  async invoiceOf(id: string): Promise<{ number: string; url: string | null } | undefined> {
    const { number, hosted_invoice_url: url } = await askStripe(() => this.#stripe.invoices.retrieve(id));
    return number ? { number, url: url ?? null } : undefined;
  }

  async #item(subscription: Subscription): Promise<{ id: string; product: string }> {
    const { items } = await askStripe(() => this.#stripe.subscriptions.retrieve(subscription.gatewayId));
    const [item] = items.data;
    const product = idOf(item?.price.product);
    if (!item || !product)
      throw new ServiceError('engine_failed', 'The payment provider knows no price of this subscription.');
    return { id: item.id, product };
  }

  /** Rejects a body without Stripe's signature, or with one of another time. */
  readEvent(body: Buffer, signature: string): Stripe.Event {
    try {
      // The package refuses old signatures only.
      const signedAt = Number(/(?:^|,)t=(\d{1,12})/.exec(signature)?.[1]);
      if (signedAt > Date.now() / 1000 + MAX_AHEAD_SECONDS) throw new Error('signed in the future');
      return this.#stripe.webhooks.constructEvent(body, signature, this.#settings.webhookSecret);
    } catch {
      throw new ServiceError('access_denied', 'The signature does not fit: this did not come from Stripe.');
    }
  }
}

/** As far as the package lets clocks be apart in the other direction. */
const MAX_AHEAD_SECONDS = 300;

function priceData(order: CheckoutOrder) {
  return {
    currency: order.currency,
    unit_amount: order.amount + order.discount,
    product_data: { name: order.description },
    ...(order.mode === 'subscription' ? { recurring: { interval: 'month' as const } } : {}),
  };
}
