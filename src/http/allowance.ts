// How much a caller may ask for in a minute and a day.
import type { Prices } from '../billing/prices.ts';
import type { Caller } from '../core/caller.ts';
import type { Scope } from '../core/scopes.ts';
import type { Allowance } from './rate-limit.ts';

const PAGE_CALLS_PER_MINUTE = 600;
const MAKING: ReadonlySet<Scope> = new Set<Scope>([
  'chat:write',
  'code:write',
  'music:write',
  'image:write',
  'video:write',
  'builder:write',
]);

/** A person looking around in the dashboard uses up nothing of the plan; what they have made there counts like any call. */
export function allowanceOf(scope: Scope, caller: Caller, prices: Prices): Allowance {
  const { accountId, environment, keyId } = caller;
  if (keyId === null && !MAKING.has(scope))
    return {
      accountId: `${accountId}:pages`,
      perMinute: PAGE_CALLS_PER_MINUTE,
      perDay: null,
      keyId,
      keyPerMinute: null,
    };
  const plan = prices.plan(caller.plan);
  return {
    accountId: `${accountId}:${environment}`,
    perMinute: plan.requests_per_minute,
    perDay: plan.requests_per_day,
    keyId,
    keyPerMinute: caller.keyRequestsPerMinute,
  };
}
