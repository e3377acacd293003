// Determines what a paid invoice of Stripe grants: the plan of its period and the included credits.
import type { Prices } from '../../money/prices.ts';
import { namePlanActor } from '../../store/account-log.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Transaction } from '../../store/database.ts';
import { findMember } from '../../store/members.ts';
import { findPlanPrices, type PlanPrice } from '../../store/plan-prices.ts';
import { findSubscription } from '../../store/subscriptions.ts';
import { emitSubscriptionEvent, planPeriod } from './plans.ts';
import { settlePayment } from './settlement.ts';
import type { ReadInvoice } from './stripe-objects.ts';

interface Sold {
  plan: string;
  credits: number;
  /** The change of plan that was ordered here, if the invoice is for one. */
  order: PlanPrice | undefined;
  /** Set if only the difference to this plan was charged. */
  raises?: string;
}

export async function settleInvoice(trx: Transaction, prices: Prices, invoice: ReadInvoice): Promise<void> {
  const { accountId, subscription, coversUntil, billedAt } = invoice;
  const sold = await soldBy(trx, prices, invoice);
  const before = await findAccount(trx, accountId);
  // A later invoice with the same price renews the plan and has no author.
  if (sold?.order && before?.plan === sold.order.replaces) await nameOrderer(trx, accountId, sold.order);
  const payment = await settlePayment(trx, prices, {
    accountId,
    environment: 'live',
    gateway: 'stripe',
    gatewayId: invoice.id,
    amount: invoice.amountPaid,
    tax: invoice.tax,
    taxComputed: invoice.taxComputed,
    ...(invoice.discount > 0 ? { discount: invoice.discount, listPrice: invoice.subtotal } : {}),
    currency: invoice.currency,
    invoice: invoice.invoice,
    credits: sold?.credits ?? 0,
    description: sold ? await planPeriod(trx, prices, { plan: sold.plan, from: billedAt, to: coversUntil }) : 'Invoice',
    ...(sold ? { forPlan: { ...planOf(sold), subscription, coversUntil, billedAt } } : {}),
  });
  if (!payment || !sold) return;
  const [after, known] = [await findAccount(trx, accountId), await findSubscription(trx, 'stripe', subscription)];
  if (known && after && before && after.plan !== before.plan)
    await emitSubscriptionEvent(trx, 'updated', {
      subscription: { ...known, plan: after.plan },
      previousPlan: before.plan,
    });
}

function planOf({ plan, raises }: Sold): { plan: string; raises?: string } {
  return { plan, ...(raises === undefined ? {} : { raises }) };
}

/** The account's log names who ordered the change, as it does for changes that apply at once. */
async function nameOrderer(trx: Transaction, accountId: string, { memberId, keyId }: PlanPrice): Promise<void> {
  const member = memberId === null ? undefined : await findMember(trx, accountId, memberId);
  await namePlanActor(trx, { keyId, member });
}

/** Undefined for an invoice that is neither a monthly fee nor a change of plan ordered here. */
async function soldBy(trx: Transaction, prices: Prices, invoice: ReadInvoice): Promise<Sold | undefined> {
  const { plans } = prices.list;
  const known = await findPlanPrices(trx, 'stripe', invoice.priceIds);
  const price = invoice.priceIds.map((id) => known.find((one) => one.id === id)).find((one) => one !== undefined);
  const name = price?.plan ?? invoice.plan;
  const plan = name !== undefined && Object.hasOwn(plans, name) ? plans[name] : undefined;
  if (!name || !plan) return undefined;
  if (invoice.reason === 'subscription_create' || invoice.reason === 'subscription_cycle')
    return { plan: name, credits: plan.included_credits, order: price };
  const replaced = price && Object.hasOwn(plans, price.replaces) ? plans[price.replaces] : undefined;
  if (invoice.reason !== 'subscription_update' || !price || !replaced) return undefined;
  const feeDifference = plan.monthly_fee - replaced.monthly_fee;
  const gained = Math.max(0, plan.included_credits - replaced.included_credits);
  // As Stripe prorated it: without added taxes, and before discounts.
  const prorated = invoice.amountPaid - invoice.addedTax + invoice.discount;
  const share = feeDifference > 0 ? Math.min(1, Math.max(0, prorated / feeDifference)) : 0;
  return { plan: name, credits: Math.floor(gained * share), order: price, raises: price.replaces };
}
