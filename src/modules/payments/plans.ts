// Applies a subscription to its account: the plan and the events.
import { dayIn } from '../../core/time-zone.ts';
import { followPlan } from '../../money/account-plan.ts';
import type { Prices } from '../../money/prices.ts';
import { emitIn } from '../../outbox/events.ts';
import { findAccount } from '../../store/accounts.ts';
import { readBookDays } from '../../store/book-days.ts';
import type { Transaction } from '../../store/database.ts';
import { applySubscription, type ReportedSubscription, type Subscription } from '../../store/subscriptions.ts';

type Kind = 'created' | 'updated' | 'cancelled';

/** The description of a payment for a plan, also on its invoice: the plan's name and the paid days. */
export async function planPeriod(
  trx: Transaction,
  prices: Prices,
  { plan, from, to }: { plan: string; from: Date; to: Date },
): Promise<string> {
  const { zone } = await readBookDays(trx);
  const day = (time: Date) => dayIn(zone, time);
  return `${prices.list.plans[plan]?.name ?? plan} plan, ${day(from)} to ${day(to)}`;
}

/** Stores a subscription's state and applies it; a message older than the last one changes nothing. */
export async function followSubscription(
  trx: Transaction,
  prices: Prices,
  told: ReportedSubscription,
): Promise<Subscription | undefined> {
  const change = await applySubscription(trx, told);
  if (!change) return undefined;
  const { before, after } = change;
  if (after.environment === 'live') await followPlan(trx, prices, after.accountId);
  const kind: Kind = after.status === 'cancelled' ? 'cancelled' : before ? 'updated' : 'created';
  await emitSubscriptionEvent(trx, kind, { subscription: after, previousPlan: before?.plan });
  return after;
}

export async function emitSubscriptionEvent(
  trx: Transaction,
  kind: Kind,
  { subscription, previousPlan }: { subscription: Subscription; previousPlan?: string | undefined },
): Promise<void> {
  const account = await findAccount(trx, subscription.accountId);
  const hasChanged = previousPlan !== undefined && previousPlan !== subscription.plan;
  await emitIn(trx, {
    accountId: subscription.accountId,
    environment: subscription.environment,
    type: `subscription.${kind}`,
    data: {
      subscription_id: subscription.id,
      plan: subscription.plan,
      ...(hasChanged ? { previous_plan: previousPlan } : {}),
      status: subscription.status,
      current_period_end: subscription.currentPeriodEnd.toISOString(),
      customer_email: account?.email ?? '',
    },
  });
}
