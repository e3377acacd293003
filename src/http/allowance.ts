// Computes the rate limits of a caller: requests per minute and per day.

import type { Caller } from '../core/caller.ts';
import type { Scope } from '../core/scopes.ts';
import type { Prices } from '../money/prices.ts';
import type { Allowance } from './rate-limit.ts';

const PAGE_CALLS_PER_MINUTE = 600;
const MAKING: ReadonlySet<Scope> = new Set<Scope>([
  'chat:write',
  'code:write',
  'music:write',
  'image:write',
  'video:write',
  'audio:write',
  'builder:write',
]);

/** Whether a dashboard user calls a route that creates nothing. Such calls do not count against the plan's limits or as usage. */
export function isDashboardBrowsing(scope: Scope | null, caller: Caller): boolean {
  return caller.keyId === null && (scope === null || !MAKING.has(scope));
}

/** `scope` is null for a call that reaches no route. */
export function allowanceOf(scope: Scope | null, caller: Caller, prices: Prices): Allowance {
  const { accountId, environment, keyId } = caller;
  if (isDashboardBrowsing(scope, caller))
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
