// What a subscription does to its account: the plan, the monthly credits, the news.
import type { Prices } from '../../billing/prices.ts';
import { creditsToMicro } from '../../core/money.ts';
import { emitIn } from '../../outbox/events.ts';
import { findAccount, updateAccount } from '../../store/accounts.ts';
import type { Transaction } from '../../store/database.ts';
import { postEntry } from '../../store/ledger.ts';
import { hearOnce, listPayments } from '../../store/payments.ts';
import { applySubscription, type Subscription, type ToldSubscription } from '../../store/subscriptions.ts';

type Kind = 'created' | 'updated' | 'cancelled';

/** Takes over a subscription's state and follows it; an older message than the last changes nothing. */
export async function followSubscription(trx: Transaction, told: ToldSubscription): Promise<Subscription | undefined> {
  const change = await applySubscription(trx, told);
  if (!change) return undefined;
  const { before, after } = change;
  if (after.environment === 'live') await updateAccount(trx, after.accountId, { plan: await planOf(trx, after) });
  const kind: Kind = after.status === 'cancelled' ? 'cancelled' : before ? 'updated' : 'created';
  await tellSubscription(trx, kind, after, before?.plan);
  return after;
}

async function planOf(trx: Transaction, subscription: Subscription): Promise<string> {
  if (subscription.status !== 'cancelled') return subscription.plan;
  const [paid] = await listPayments(trx, subscription, 1);
  return paid ? 'payg' : 'free';
}

async function tellSubscription(
  trx: Transaction,
  kind: Kind,
  subscription: Subscription,
  previousPlan?: string,
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

export interface MonthlyGrant {
  accountId: string;
  environment: Subscription['environment'];
  plan: string;
  /** Names the period that the credits are for: each is granted once. */
  period: string;
  /** Less than 1 for what is left of a period after an upgrade. */
  share?: number;
}

export async function grantIncludedCredits(trx: Transaction, prices: Prices, grant: MonthlyGrant): Promise<void> {
  const credits = Math.floor(prices.plan(grant.plan).included_credits * (grant.share ?? 1));
  if (credits === 0 || !(await hearOnce(trx, 'grants', grant.period))) return;
  const { accountId, environment } = grant;
  const description = `Included credits of the plan ${grant.plan}`;
  await postEntry(trx, {
    accountId,
    environment,
    type: 'grant',
    amount: creditsToMicro(credits),
    contra: 'grants',
    description,
  });
}
