// Derives the plan of an account from its payments, and from nothing else.

import type { Environment } from '../../core/caller.ts';
import type { Prices } from '../../money/prices.ts';
import { findAccount, updateAccount } from '../../store/accounts.ts';
import { namePlanBuyer } from '../../store/checkouts.ts';
import type { Queries, Transaction } from '../../store/database.ts';
import { lockAccount } from '../../store/operators-accounts.ts';
import { hasPaid, listPaidPlans } from '../../store/payments.ts';

/**
 * Gives an account the plan that it has paid for. A plan that an operator set has no payment: a message that is not about a plan does not change it.
 */
export async function followPaidPlan(
  trx: Transaction,
  prices: Prices,
  changed: { accountId: string; environment: Environment; isAboutPlan: boolean },
): Promise<void> {
  const { accountId, environment, isAboutPlan } = changed;
  if (environment !== 'live') return;
  // Locks the account, so that the second of two messages sees the changes of the first.
  await lockAccount(trx, accountId);
  const account = await findAccount(trx, accountId);
  if (!account || (!isAboutPlan && account.plan !== 'free' && account.plan !== 'payg')) return;
  const plan = (await paidPlan(trx, prices, changed)) ?? ((await hasPaid(trx, accountId)) ? 'payg' : 'free');
  if (plan === account.plan) return;
  await namePlanBuyer(trx, accountId, plan);
  await updateAccount(trx, accountId, { plan });
}

/** The largest plan that is paid for; undefined if there is none, or none of this subscription. */
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
