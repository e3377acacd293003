// Wires payments: gateways, checkout, subscriptions, receipts and Stripe's events.

import { BUILTIN_SALES_WARNING, sellsAtBuiltinCheckout } from '../config/loopback.ts';
import type { Config } from '../config/settings.ts';
import type { Caller } from '../core/caller.ts';
import { Buyers } from '../modules/payments/billing-details.ts';
import { BillingSettings } from '../modules/payments/billing-settings.ts';
import { BuiltinCheckout } from '../modules/payments/builtin-checkout.ts';
import { checkoutPages } from '../modules/payments/checkout-pages.ts';
import { CheckoutService } from '../modules/payments/checkout-service.ts';
import { Coupons } from '../modules/payments/coupons.ts';
import { customerRoutes } from '../modules/payments/customer-routes.ts';
import { Customers } from '../modules/payments/customers.ts';
import { endBilling } from '../modules/payments/end-billing.ts';
import { MovementReading } from '../modules/payments/movement-reading.ts';
import { pricingPages } from '../modules/payments/pricing-pages.ts';
import type { Receipts } from '../modules/payments/receipts.ts';
import { RedeemService } from '../modules/payments/redeem-service.ts';
import { Referrals } from '../modules/payments/referrals.ts';
import { paymentRoutes } from '../modules/payments/routes.ts';
import { SavedCards } from '../modules/payments/saved-cards.ts';
import { Statements } from '../modules/payments/statements.ts';
import { StripeEvents } from '../modules/payments/stripe-events.ts';
import { SubscriptionService } from '../modules/payments/subscription-service.ts';
import { TopUps } from '../modules/payments/top-ups.ts';
import { BuiltinGateway } from '../money/gateways/builtin.ts';
import type { StripeGateway } from '../money/gateways/stripe.ts';
import type { Area } from './area.ts';
import type { Models } from './models.ts';
import type { SharedParts } from './shared-parts.ts';

const MOVEMENTS_EVERY_MS = 60 * 60_000;

export interface Payments extends Area {
  /** Ends subscriptions and the customer at the payment provider, for an account that is being deleted. */
  endBilling(accountId: string): Promise<void>;
}

export interface PaymentParts extends SharedParts {
  models: Pick<Models, 'served'>;
  receipts: Receipts;
}

export async function buildPayments({
  config,
  database,
  prices,
  log,
  models,
  receipts,
}: PaymentParts): Promise<Payments> {
  const { serviceName, publicUrl } = config;
  const stripe = await connectStripe(config);
  const builtin = new BuiltinGateway(publicUrl);
  const sellsBuiltin = sellsAtBuiltinCheckout(config);
  if (sellsBuiltin && config.allowBuiltinSales) log.warn(BUILTIN_SALES_WARNING);
  const customers = new Customers({ database, stripe: stripe?.customers ?? null });
  const checkouts = new CheckoutService({
    database,
    customers,
    coupons: new Coupons(database),
    prices,
    publicUrl,
    liveGateway: stripe ?? (sellsBuiltin ? builtin : null),
    sandboxGateway: builtin,
  });
  const builtinCheckout = new BuiltinCheckout({ database, prices, sellsLive: sellsBuiltin, serviceName });
  const extras = { tax: config.stripe?.tax ?? false, promotionCodes: config.stripe?.promotionCodes ?? false };
  const stripeEvents =
    stripe &&
    new StripeEvents({
      ...{ database, prices, log, extras },
      paymentsOf: (invoice) => stripe.paymentsOf(invoice),
      invoiceOf: (id) => stripe.invoiceOf(id),
    });
  const movements = stripe && new MovementReading({ database, source: stripe.movements });
  const buyers = new Buyers({ database, customers });
  const referrals = new Referrals({ database, program: config.referrals, publicUrl });
  const cards = new SavedCards({ customers, prices, publicUrl });
  const findCard = stripe ? (caller: Caller) => cards.hasAny(caller) : sellsBuiltin ? async () => true : null;
  const settings = new BillingSettings({ database, prices, serviceName, findCard });
  const topUps = new TopUps({ database, prices, customers, charges: stripe?.charges ?? null, sellsBuiltin, log });
  return {
    endBilling: (accountId) => endBilling(database, stripe?.customers ?? null, accountId),
    routes: [
      ...paymentRoutes({
        statements: new Statements({
          database,
          prices,
          checkout: stripe ? 'stripe' : sellsBuiltin ? 'builtin' : 'none',
        }),
        checkouts,
        subscriptions: new SubscriptionService({
          database,
          prices,
          gatewayFor: (caller) => checkouts.gatewayFor(caller),
          sellsBuiltin,
        }),
        receipts,
        codes: new RedeemService({ database, prices }),
        settings,
      }),
      ...customerRoutes({ buyers, cards, referrals }),
    ],
    pages: [
      ...pricingPages({ prices, models: models.served, serviceName: () => config.serviceName }),
      ...checkoutPages({
        checkout: builtinCheckout,
        serviceName,
        publicUrl,
        receiveStripe:
          stripe && stripeEvents && ((body, signature) => stripeEvents.receive(stripe.readEvent(body, signature))),
      }),
    ],
    chores: [
      { everyMs: 30_000, run: () => builtinCheckout.renewDue() },
      { everyMs: 15_000, run: () => settings.look() },
      { everyMs: 15_000, isSkippedAtStop: true, run: () => topUps.run() },
      ...(movements
        ? [{ everyMs: MOVEMENTS_EVERY_MS, isSkippedAtStop: true as const, run: () => movements.run() }]
        : []),
    ],
  };
}

/** The package is loaded only where Stripe is used. */
async function connectStripe(config: Config): Promise<StripeGateway | null> {
  if (!config.stripe) return null;
  const { StripeGateway } = await import('../money/gateways/stripe.ts');
  return new StripeGateway(config.stripe);
}
