// How much a caller may ask for in a minute and a day.

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
  'builder:write',
]);

/** A person at the dashboard who only looks or settles things: it uses up nothing of the plan and is no use of the service. */
export function isLookingAround(scope: Scope, caller: Caller): boolean {
  return caller.keyId === null && !MAKING.has(scope);
}

export function allowanceOf(scope: Scope, caller: Caller, prices: Prices): Allowance {
  const { accountId, environment, keyId } = caller;
  if (isLookingAround(scope, caller))
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
