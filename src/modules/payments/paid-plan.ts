// The plan of an account: what its payments say, and nothing else.

import type { Environment } from '../../core/caller.ts';
import type { Prices } from '../../money/prices.ts';
import { findAccount, updateAccount } from '../../store/accounts.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { lockAccount } from '../../store/operators-accounts.ts';
import { hasPaid, listPaidPlans } from '../../store/payments.ts';

/**
 * Gives an account the plan that it has paid for. A plan that an operator gave has no payment behind it: a message about something
 * else than a plan leaves it alone.
 */
export async function followPaidPlan(
  trx: Transaction,
  prices: Prices,
  changed: { accountId: string; environment: Environment; isAboutPlan: boolean },
): Promise<void> {
  const { accountId, environment, isAboutPlan } = changed;
  if (environment !== 'live') return;
  // Two messages about one account take turns, so that the second sees what the first did.
  await lockAccount(trx, accountId);
  const account = await findAccount(trx, accountId);
  if (!account || (!isAboutPlan && account.plan !== 'free' && account.plan !== 'payg')) return;
  const plan = (await paidPlan(trx, prices, changed)) ?? ((await hasPaid(trx, accountId)) ? 'payg' : 'free');
  if (plan !== account.plan) await updateAccount(trx, accountId, { plan });
}

/** The largest plan among those that are paid for; undefined: none, or none of this subscription. */
export async function paidPlan(
  queries: Queries,
  prices: Prices,
  of: { accountId: string; environment: Environment; subscription?: string },
): Promise<string | undefined> {
  const { plans } = prices.list;
  const fee = (plan: string) => plans[plan]?.monthly_fee ?? 0;
  const paid = (await listPaidPlans(queries, of))
    .filter(
      ({ subscription, plan }) => Object.hasOwn(plans, plan) && (!of.subscription || of.subscription === subscription),
    )
    .map(({ plan }) => plan);
  return paid.sort((a, b) => fee(b) - fee(a) || a.localeCompare(b))[0];
}
