// Stripe through its own package: checkout sessions and subscriptions go out, signed events come in.
import Stripe from 'stripe';
import { ServiceError } from '../../core/errors.ts';
import type { Subscription } from '../../store/subscriptions.ts';
import type { CheckoutOrder, PaymentGateway } from './port.ts';

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

  async createCheckout(order: CheckoutOrder): Promise<string> {
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
          line_items: [{ quantity: 1, price_data: priceData(order) }],
          metadata,
          ...(order.mode === 'payment' ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
        },
        // The same session again, should our own call be repeated.
        { idempotencyKey: order.id },
      ),
    );
    if (!session.url)
      throw new ServiceError('engine_failed', 'The payment provider gave no address to pay at. Please try again.');
    return session.url;
  }

  async cancelAtPeriodEnd(subscription: Subscription): Promise<void> {
    await this.#ask(() => this.#stripe.subscriptions.update(subscription.gatewayId, { cancel_at_period_end: true }));
  }

  async changePlan(
    subscription: Subscription,
    change: { plan: string; amount: number; currency: string; isUpgrade: boolean },
  ): Promise<void> {
    const current = await this.#ask(() => this.#stripe.subscriptions.retrieve(subscription.gatewayId));
    const [item] = current.items.data;
    if (!item) throw new ServiceError('engine_failed', 'The payment provider knows no price of this subscription.');
    const product = typeof item.price.product === 'string' ? item.price.product : item.price.product.id;
    const recurring = { interval: 'month' as const };
    await this.#ask(() =>
      this.#stripe.subscriptions.update(subscription.gatewayId, {
        items: [
          { id: item.id, price_data: { currency: change.currency, product, unit_amount: change.amount, recurring } },
        ],
        proration_behavior: change.isUpgrade ? 'always_invoice' : 'none',
        metadata: { account_id: subscription.accountId, plan: change.plan },
      }),
    );
  }

  /** Stripe's word, or nothing: a body that its secret did not sign is refused. */
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

function priceData(order: CheckoutOrder) {
  return {
    currency: order.currency,
    unit_amount: order.amount,
    product_data: { name: order.description },
    ...(order.mode === 'subscription' ? { recurring: { interval: 'month' as const } } : {}),
  };
}
