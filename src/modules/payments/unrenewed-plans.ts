// Plans of the built-in checkout where it sells no more, as once Stripe is connected: they end with their period, and customers hear of it before.
import { dayIn } from '../../core/time-zone.ts';
import type { Prices } from '../../money/prices.ts';
import { findAccount } from '../../store/accounts.ts';
import { readBookDays } from '../../store/book-days.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import { claimEndingUnannounced, type Subscription, setCancelAtPeriodEnd } from '../../store/subscriptions.ts';
import { emitSubscriptionEvent } from './plans.ts';

const DAYS_BEFORE = 7;

/** Announces each once, on whichever node is first, by the mark that it ends. */
export async function announceEnds(database: Database, prices: Prices, serviceName: string): Promise<void> {
  while (await database.transaction((trx) => announceOne(trx, prices, serviceName)));
}

async function announceOne(trx: Transaction, prices: Prices, serviceName: string): Promise<boolean> {
  const subscription = await claimEndingUnannounced(trx, DAYS_BEFORE);
  if (!subscription) return false;
  const changed = await setCancelAtPeriodEnd(trx, subscription.id);
  if (changed) await emitSubscriptionEvent(trx, 'updated', { subscription: changed });
  await mailEnd(trx, subscription, { prices, serviceName });
  return true;
}

async function mailEnd(
  trx: Transaction,
  { accountId, plan, currentPeriodEnd }: Subscription,
  { prices, serviceName }: { prices: Prices; serviceName: string },
): Promise<void> {
  const account = await findAccount(trx, accountId);
  if (!account) return;
  const day = dayIn((await readBookDays(trx)).zone, currentPeriodEnd);
  const name = prices.list.plans[plan]?.name ?? plan;
  await insertMail(trx, {
    recipient: account.email,
    subject: `Your ${serviceName} plan ${name} ends on ${day}`,
    body: `${serviceName} now takes payments in another way, so your plan ${name} is not renewed: it ends on ${day}, and nothing more is charged for it. Your credits stay by the terms of the plan.\n\nTo have a plan after that day, choose one in the dashboard under Billing then.`,
  });
}
