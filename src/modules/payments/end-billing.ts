// Ends what the payment provider does for an account that is being deleted: its subscriptions, and its customer with name and cards.
import { ServiceError } from '../../core/errors.ts';
import type { StripeCustomers } from '../../money/gateways/stripe-customers.ts';
import type { Database } from '../../store/database.ts';
import { listCustomersAt } from '../../store/gateway-customers.ts';
import { listRunningSubscriptions } from '../../store/subscriptions.ts';

/** Safe to repeat. Throws if the provider does not take it: then the account stays until it does. */
export async function endBilling(
  { queries }: Pick<Database, 'queries'>,
  stripe: Pick<StripeCustomers, 'remove' | 'endSubscription'> | null,
  accountId: string,
): Promise<void> {
  const running = await listRunningSubscriptions(queries, accountId);
  const subscriptions = running.filter(({ gateway }) => gateway === 'stripe');
  const customers = await listCustomersAt(queries, accountId);
  if (subscriptions.length + customers.length === 0) return;
  if (!stripe)
    throw new ServiceError(
      'engine_unavailable',
      'The account has a subscription or a customer at Stripe, which is not connected any more. Set STRIPE_SECRET_KEY to end them.',
    );
  for (const { gatewayId } of subscriptions) await stripe.endSubscription(gatewayId);
  for (const { customer } of customers) await stripe.remove(customer);
}
