// Determines what a paid invoice of Stripe grants: the plan of its period and the included credits.
import type { Prices } from '../../money/prices.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Transaction } from '../../store/database.ts';
import { findPlanPrices } from '../../store/plan-prices.ts';
import { findSubscription } from '../../store/subscriptions.ts';
import { tellSubscription } from './plans.ts';
import { settlePayment } from './settlement.ts';
import type { ReadInvoice } from './stripe-objects.ts';

interface Sold {
  plan: string;
  credits: number;
}

export async function settleInvoice(trx: Transaction, prices: Prices, invoice: ReadInvoice): Promise<void> {
  const { accountId, subscription, coversUntil, billedAt } = invoice;
  const sold = await soldBy(trx, prices, invoice);
  const before = await findAccount(trx, accountId);
  const payment = await settlePayment(trx, prices, {
    accountId,
    environment: 'live',
    gateway: 'stripe',
    gatewayId: invoice.id,
    amount: invoice.amountPaid,
    tax: invoice.tax,
    ...(invoice.discount > 0 ? { discount: invoice.discount, listPrice: invoice.subtotal } : {}),
    currency: invoice.currency,
    credits: sold?.credits ?? 0,
    description: sold ? `Plan ${sold.plan}` : 'Invoice',
    ...(sold ? { forPlan: { plan: sold.plan, subscription, coversUntil, billedAt } } : {}),
  });
  if (!payment || !sold) return;
  const [after, known] = [await findAccount(trx, accountId), await findSubscription(trx, 'stripe', subscription)];
  if (known && after && before && after.plan !== before.plan)
    await tellSubscription(trx, 'updated', { subscription: { ...known, plan: after.plan }, previousPlan: before.plan });
}

/** Undefined for an invoice that is neither a monthly fee nor a change of plan that was ordered here. */
async function soldBy(trx: Transaction, prices: Prices, invoice: ReadInvoice): Promise<Sold | undefined> {
  const { plans } = prices.list;
  const known = await findPlanPrices(trx, 'stripe', invoice.priceIds);
  const price = invoice.priceIds.map((id) => known.find((one) => one.id === id)).find((one) => one !== undefined);
  const name = price?.plan ?? invoice.plan;
  const plan = name !== undefined && Object.hasOwn(plans, name) ? plans[name] : undefined;
  if (!name || !plan) return undefined;
  if (invoice.reason === 'subscription_create' || invoice.reason === 'subscription_cycle')
    return { plan: name, credits: plan.included_credits };
  const replaced = price && Object.hasOwn(plans, price.replaces) ? plans[price.replaces] : undefined;
  if (invoice.reason !== 'subscription_update' || !replaced) return undefined;
  const feeDifference = plan.monthly_fee - replaced.monthly_fee;
  const gained = Math.max(0, plan.included_credits - replaced.included_credits);
  // As Stripe prorated it: without the taxes it added, and before discounts.
  const prorated = invoice.amountPaid - invoice.addedTax + invoice.discount;
  const share = feeDifference > 0 ? Math.min(1, Math.max(0, prorated / feeDifference)) : 0;
  return { plan: name, credits: Math.floor(gained * share) };
}
