// The running subscription, or null when there is none.
import { useCall } from '../api/queries.ts';

export function useSubscription() {
  const balance = useCall('GET /payments/balance');
  const isSubscribed = balance.data?.subscribed ?? false;
  const query = useCall('GET /payments/subscription', {}, { enabled: isSubscribed });
  return { subscription: isSubscribed ? query.data : null, problem: balance.error ?? query.error };
}
