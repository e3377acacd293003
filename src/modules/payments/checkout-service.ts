// Starts a purchase: determines what is bought, at what price, and on which checkout page.

import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { CheckoutOrder, PaymentGateway } from '../../money/gateways/port.ts';
import type { Prices } from '../../money/prices.ts';
import { type Checkout, findCheckout, insertCheckout } from '../../store/checkouts.ts';
import type { Database } from '../../store/database.ts';
import { findBoughtSubscription } from '../../store/subscriptions.ts';
import { checkedUrl } from './checked-url.ts';
import type { Coupons } from './coupons.ts';
import type { Customers } from './customers.ts';
import type { CheckoutBody } from './schema.ts';

const OPEN_FOR_MS = 60 * 60 * 1000;
const LEAST_AMOUNT = 50;
const MAX_AMOUNT = 10_000_00;

export interface CheckoutParts {
  database: Database;
  prices: Prices;
  /** The gateway for real money; null if live credits are not sold. */
  liveGateway: PaymentGateway | null;
  sandboxGateway: PaymentGateway;
  customers: Customers;
  coupons: Coupons;
  publicUrl: string;
}

type Order = Omit<CheckoutOrder, 'customer' | 'idempotencyKey'>;

interface Purchase {
  mode: Checkout['mode'];
  amount: number;
  credits: number;
  plan: string | null;
  description: string;
}

export class CheckoutService {
  readonly #parts: CheckoutParts;

  constructor(parts: CheckoutParts) {
    this.#parts = parts;
  }

  async create(caller: Caller, body: CheckoutBody): Promise<object> {
    const { database, prices, publicUrl } = this.#parts;
    const gateway = this.gatewayFor(caller);
    const { currency } = prices.list;
    if (body.currency !== undefined && body.currency.toLowerCase() !== currency) {
      throw new ServiceError(
        'invalid_parameter',
        `This service sells in ${currency} only. Send that currency, or leave it out.`,
        { param: 'currency' },
      );
    }
    const purchase = this.#purchase(body);
    if (purchase.plan && (await findBoughtSubscription(database.queries, caller))) {
      throw new ServiceError(
        'invalid_parameter',
        'This account already has a subscription. Change it with POST /payments/subscription/change.',
        { param: 'plan' },
      );
    }
    const order = {
      ...purchase,
      accountId: caller.accountId,
      environment: caller.environment,
      email: caller.email,
      currency,
      successUrl: checkedUrl(body.success_url, 'success_url') ?? `${publicUrl}/billing?checkout=success`,
      cancelUrl: checkedUrl(body.cancel_url, 'cancel_url') ?? `${publicUrl}/billing?checkout=cancelled`,
      expiresAt: new Date(Date.now() + OPEN_FOR_MS),
    };
    const made = await this.#openWith(gateway, caller, { body, order });
    await insertCheckout(database.queries, made, caller);
    return presentCheckout({ ...made, status: 'open', createdAt: new Date() });
  }

  async read(caller: Caller, id: string): Promise<object> {
    const checkout = await findCheckout(this.#parts.database.queries, id);
    if (!checkout || checkout.accountId !== caller.accountId || checkout.environment !== caller.environment) {
      throw new ServiceError('not_found', 'This checkout session does not exist.');
    }
    return presentCheckout(checkout);
  }

  /** Uses the requested coupon, which becomes free again if the checkout cannot be opened. */
  async #openWith(
    gateway: PaymentGateway,
    caller: Caller,
    { body, order }: { body: CheckoutBody; order: Omit<Order, 'discount' | 'coupon' | 'id'> },
  ) {
    const id = newId('cs');
    if (body.coupon === undefined) return this.#open(gateway, caller, { ...order, id, discount: 0, coupon: null });
    const { coupons } = this.#parts;
    const { amount, plan } = order;
    const { code: coupon, discount } = await coupons.hold(caller, {
      ...{ code: body.coupon, checkoutId: id, amount, package: body.package ?? null, plan, gateway },
    });
    try {
      return await this.#open(gateway, caller, { ...order, id, amount: amount - discount, discount, coupon });
    } catch (error) {
      await coupons.release(id);
      throw error;
    }
  }

  async #open(gateway: PaymentGateway, caller: Caller, order: Order) {
    let attempts = 0;
    const open = async (customer: string | null) => {
      attempts += 1;
      // A retry must be the same call: another customer needs another key.
      const idempotencyKey = attempts === 1 ? order.id : `${order.id}-${attempts}`;
      const { url, session: gatewaySession } = await gateway.createCheckout({ ...order, customer, idempotencyKey });
      return { ...order, url, gateway: gateway.name, gatewaySession };
    };
    return gateway.hasCustomers ? this.#parts.customers.with(caller, open) : open(null);
  }

  gatewayFor(caller: Pick<Caller, 'environment'>): PaymentGateway {
    const { liveGateway, sandboxGateway } = this.#parts;
    if (caller.environment === 'test') return sandboxGateway;
    if (!liveGateway) {
      throw new ServiceError(
        'engine_unavailable',
        'This service has no payment provider. Its operator can set STRIPE_SECRET_KEY, or ALLOW_BUILTIN_SALES=1 to give credits away at the built-in checkout.',
      );
    }
    return liveGateway;
  }

  #purchase(body: CheckoutBody): Purchase {
    const { list } = this.#parts.prices;
    const asked = (['amount', 'credits', 'package', 'plan'] as const).filter((field) => body[field] !== undefined);
    if (asked.length !== 1) {
      throw new ServiceError('invalid_parameter', 'Send exactly one of "amount", "credits", "package" and "plan".', {
        param: asked[1] ?? 'amount',
      });
    }
    if (body.plan !== undefined) {
      const plan = Object.hasOwn(list.plans, body.plan) ? list.plans[body.plan] : undefined;
      if (!plan?.for_sale)
        throw unknown(
          'plan',
          Object.keys(list.plans).filter((name) => list.plans[name]?.for_sale),
        );
      return {
        mode: 'subscription',
        amount: plan.monthly_fee,
        credits: plan.included_credits,
        plan: body.plan,
        description: `${plan.name} plan, monthly`,
      };
    }
    if (body.package !== undefined) {
      const found = Object.hasOwn(list.packages, body.package) ? list.packages[body.package] : undefined;
      if (!found) throw unknown('package', Object.keys(list.packages));
      return { mode: 'payment', amount: found.amount, credits: found.credits, plan: null, description: found.name };
    }
    // A credit is a hundredth of the currency's unit, the same as a minor unit.
    const amount = body.amount ?? body.credits ?? 0;
    if (amount < LEAST_AMOUNT || amount > MAX_AMOUNT) {
      throw new ServiceError('invalid_parameter', `Buy from ${LEAST_AMOUNT} to ${MAX_AMOUNT} credits at a time.`, {
        param: asked[0] ?? 'amount',
      });
    }
    return { mode: 'payment', amount, credits: amount, plan: null, description: `${amount} credits` };
  }
}

function unknown(param: string, names: string[]): ServiceError {
  return new ServiceError('invalid_parameter', `This ${param} is not for sale. Choose one of ${names.join(', ')}.`, {
    param,
  });
}

function presentCheckout(checkout: Checkout): object {
  return {
    id: checkout.id,
    object: 'checkout.session',
    url: checkout.url,
    status: checkout.status,
    mode: checkout.mode,
    amount: checkout.amount,
    discount: checkout.discount,
    coupon: checkout.coupon,
    currency: checkout.currency,
    credits: checkout.credits,
    plan: checkout.plan,
    expires_at: checkout.expiresAt.toISOString(),
  };
}
