// Stripe through its own package: checkout sessions and subscriptions go out, signed events come in.
import Stripe from 'stripe';
import { ServiceError } from '../../core/errors.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import type { CheckoutOrder, PaymentGateway, PlanChange } from './port.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another server that speaks Stripe's API, for tests. */
  apiBase: string | null;
}

export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe';
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;

  constructor(settings: StripeSettings) {
    const base = settings.apiBase ? new URL(settings.apiBase) : null;
    this.#stripe = new Stripe(settings.secretKey, {
      maxNetworkRetries: 2,
      timeout: 20_000,
      telemetry: false,
      ...(base
        ? {
            host: base.hostname,
            port: base.port || (base.protocol === 'https:' ? 443 : 80),
            protocol: base.protocol === 'https:' ? 'https' : 'http',
          }
        : {}),
    });
    this.#webhookSecret = settings.webhookSecret;
  }

  async createCheckout(order: CheckoutOrder): Promise<{ url: string; session: string }> {
    const metadata = {
      checkout_id: order.id,
      account_id: order.accountId,
      ...(order.plan ? { plan: order.plan } : {}),
    };
    const session = await this.#ask(() =>
      this.#stripe.checkout.sessions.create(
        {
          mode: order.mode,
          client_reference_id: order.id,
          customer_email: order.email,
          expires_at: Math.floor(order.expiresAt.getTime() / 1000),
          success_url: order.successUrl ?? '',
          ...(order.cancelUrl ? { cancel_url: order.cancelUrl } : {}),
          // Paid in our own currency, so that the amount can be compared with what was asked for.
          adaptive_pricing: { enabled: false },
          line_items: [{ quantity: 1, price_data: priceData(order) }],
          metadata,
          ...(order.mode === 'payment' ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
        },
        // Returns the same session if our call is repeated.
        { idempotencyKey: order.id },
      ),
    );
    if (!session.url)
      throw new ServiceError('engine_failed', 'The payment provider gave no address to pay at. Please try again.');
    return { url: session.url, session: session.id };
  }

  async cancelAtPeriodEnd(subscription: Subscription): Promise<void> {
    await this.#ask(() => this.#stripe.subscriptions.update(subscription.gatewayId, { cancel_at_period_end: true }));
  }

  async createPrice(subscription: Subscription, change: PlanChange): Promise<string> {
    const { product } = await this.#item(subscription);
    const price = await this.#ask(() =>
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
    await this.#ask(() =>
      this.#stripe.subscriptions.update(
        subscription.gatewayId,
        change.isUpgrade
          ? // Stripe leaves the subscription as it is until the difference is paid.
            { items, proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' }
          : { items, proration_behavior: 'none' },
      ),
    );
  }

  /** The payment intents and charges that paid an invoice. */
  async paymentsOf(invoice: string): Promise<string[]> {
    const { data } = await this.#ask(() => this.#stripe.invoicePayments.list({ invoice, status: 'paid', limit: 100 }));
    return data.flatMap(({ payment }) => idOf(payment.payment_intent) ?? idOf(payment.charge) ?? []);
  }

  async #item(subscription: Subscription): Promise<{ id: string; product: string }> {
    const { items } = await this.#ask(() => this.#stripe.subscriptions.retrieve(subscription.gatewayId));
    const [item] = items.data;
    const product = idOf(item?.price.product);
    if (!item || !product)
      throw new ServiceError('engine_failed', 'The payment provider knows no price of this subscription.');
    return { id: item.id, product };
  }

  /** Refuses a body that Stripe did not sign. */
  readEvent(body: Buffer, signature: string): Stripe.Event {
    try {
      return this.#stripe.webhooks.constructEvent(body, signature, this.#webhookSecret);
    } catch {
      throw new ServiceError('access_denied', 'The signature does not fit: this did not come from Stripe.');
    }
  }

  async #ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw new ServiceError('engine_failed', 'The payment provider did not take this. Please try again.', {
        cause: error,
      });
    }
  }
}

function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}

function priceData(order: CheckoutOrder) {
  return {
    currency: order.currency,
    unit_amount: order.amount,
    product_data: { name: order.description },
    ...(order.mode === 'subscription' ? { recurring: { interval: 'month' as const } } : {}),
  };
}
