// The running subscription, or null when there is none.
import { ApiProblem } from '../api/problem.ts';
import { useCall } from '../api/queries.ts';

export function useSubscription() {
  const query = useCall('GET /payments/subscription');
  const hasNone = query.error instanceof ApiProblem && query.error.status === 404;
  return { subscription: hasNone ? null : query.data, problem: hasNone ? null : query.error };
}
