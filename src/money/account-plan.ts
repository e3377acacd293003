// Derives an account's plan: the higher of the plan it paid for and the plan the operator gave. Nothing else changes a
// plan.
import type { Environment } from '../core/caller.ts';
import { findAccount, lockAccount, updateAccount } from '../store/accounts.ts';
import { namePlanBuyer } from '../store/checkouts.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { hasPaid, listPaidPlans } from '../store/payments.ts';
import type { Prices } from './prices.ts';

/** The plan of an account that has paid nothing, and the plan after any purchase. */
const [NOTHING_PAID, SOMETHING_PAID] = ['free', 'payg'];

/** How an account gets a plan: at sign-up, with its first purchase, at the checkout, or from the operator. */
export function planBegins(id: string, { for_sale: isSold }: { for_sale: boolean }) {
  if (id === NOTHING_PAID) return 'sign_up';
  if (id === SOMETHING_PAID) return 'first_purchase';
  return isSold ? 'checkout' : 'operator';
}

/** Called after every change of a payment, a subscription or the operator's plan; returns the plan now in effect. */
export async function followPlan(trx: Transaction, prices: Prices, accountId: string): Promise<string | undefined> {
  // Locks the account, so that the second of two changes sees the first.
  await lockAccount(trx, accountId);
  const account = await findAccount(trx, accountId);
  if (!account) return undefined;
  const paid =
    (await paidPlan(trx, prices, { accountId, environment: 'live' })) ??
    ((await hasPaid(trx, accountId)) ? SOMETHING_PAID : NOTHING_PAID);
  const given = account.operatorPlan;
  const plan = given !== null && rankOf(prices, given) >= rankOf(prices, paid) ? given : paid;
  if (plan === account.plan) return plan;
  await namePlanBuyer(trx, accountId, plan);
  await updateAccount(trx, accountId, { plan });
  return plan;
}

/** The highest paid plan; undefined if there is none, or none for this subscription. */
export async function paidPlan(
  queries: Queries,
  prices: Prices,
  of: { accountId: string; environment: Environment; subscription?: string },
): Promise<string | undefined> {
  const { plans } = prices.list;
  const paid = (await listPaidPlans(queries, of))
    .filter(
      ({ subscription, plan }) => Object.hasOwn(plans, plan) && (!of.subscription || of.subscription === subscription),
    )
    .map(({ plan }) => plan);
  return paid.sort((a, b) => rankOf(prices, b) - rankOf(prices, a) || a.localeCompare(b))[0];
}

/** Ranks plans by monthly fee. The free plan, and plans no longer in the price list, rank below all others. */
function rankOf(prices: Prices, plan: string): number {
  const { plans } = prices.list;
  if (plan === NOTHING_PAID || !Object.hasOwn(plans, plan)) return -1;
  return plans[plan]?.monthly_fee ?? -1;
}
