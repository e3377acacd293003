// The gates of the API, which run before the body is read: identify the key, check the account's limits, and check
// access to the route.
import type { Caller, Environment } from '../core/caller.ts';
import type { Log } from '../core/log.ts';
import type { BookParts } from '../money/book-of-call.ts';
import type { Prices } from '../money/prices.ts';
import { assertMayCall } from './access.ts';
import { allowanceOf } from './allowance.ts';
import type { AttributionText } from './attribution.ts';
import { type Authenticator, RefusedKey } from './auth.ts';
import type { CallWatcher } from './call-watcher.ts';
import type { Moderate } from './guard-moderation.ts';
import type { IdempotencyGate } from './idempotency.ts';
import type { Incoming } from './incoming.ts';
import type { OtherNames } from './model-names.ts';
import { countRequest, type Limiter } from './rate-limit.ts';
import type { RequestCounter } from './request-counter.ts';
import type { Route } from './route.ts';

export interface Gates {
  authenticator: Authenticator;
  limiter: Limiter;
  idempotency: IdempotencyGate;
  prices: Prices;
  money: BookParts['money'];
  modelNames: OtherNames;
  counter: RequestCounter;
  watcher: CallWatcher;
  attribution: AttributionText;
  publicUrl: string;
  log: Log;
  /** The running calls, so that a stopping server can abort them. */
  running: Set<AbortController>;
  /** Absent: no model for moderation is connected. */
  moderate?: Moderate | undefined;
}

/** A request for a route, before its caller is known. */
export interface Requested {
  route: Route;
  environment: Environment;
  incoming: Incoming;
}

/**
 * Key → limit → access; afterwards `incoming` has its caller. Cached keys and in-memory limits answer synchronously:
 * only a new key and Redis have to be awaited.
 */
export function passGates(gates: Gates, requested: Requested): Promise<void> | undefined {
  try {
    const caller = identify(gates, requested);
    if (!(caller instanceof Promise)) return admit(gates, requested, caller);
    return caller.then(
      (known) => admit(gates, requested, known),
      (error) => noteLimits(gates, requested.incoming, error),
    );
  } catch (error) {
    return noteLimits(gates, requested.incoming, error);
  }
}

/** Checks key and access of a running call again, and counts nothing. Rejects if the caller would be refused now. */
export async function admitAgain(gates: Gates, route: Route, incoming: Incoming): Promise<void> {
  const environment = incoming.caller?.environment ?? 'live';
  assertMayCall(route, await identify(gates, { route, environment, incoming }));
}

/** Checks the key of a call without a route, and counts it like every call. */
export async function countMissing(gates: Gates, environment: Environment, incoming: Incoming): Promise<void> {
  const { headers, ip } = incoming;
  try {
    incoming.caller = await gates.authenticator.identify({ headers, ip, environment });
    await countRequest(gates, allowanceOf(null, incoming.caller, gates.prices), incoming.answerHeaders);
  } catch (error) {
    await noteLimits(gates, incoming, error);
  }
}

function identify({ authenticator }: Gates, { route, environment, incoming }: Requested): Caller | Promise<Caller> {
  const { headers, ip, query } = incoming;
  const keyInQuery = route.keyInQuery && typeof query.key === 'string' ? query.key : undefined;
  return authenticator.identify({ headers, ip, environment, keyInQuery });
}

function admit(gates: Gates, { route, incoming }: Requested, caller: Caller): Promise<void> | undefined {
  incoming.caller = caller;
  const counted = countRequest(gates, allowanceOf(route.scope, caller, gates.prices), incoming.answerHeaders);
  if (counted) return counted.then(() => assertMayCall(route, caller));
  assertMayCall(route, caller);
  return undefined;
}

/** Rethrows the error. A refusal of a valid key shows its account's limits, and does not count. */
async function noteLimits(gates: Gates, incoming: Incoming, error: unknown): Promise<never> {
  if (error instanceof RefusedKey) {
    const allowance = allowanceOf(null, error.caller, gates.prices);
    await countRequest(gates, { ...allowance, onlyLooks: true }, incoming.answerHeaders);
  }
  throw error;
}
