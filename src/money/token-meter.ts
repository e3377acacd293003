// Limits the tokens per minute of a key and of a plan's accounts: counted as the maximum when the hold is made,
// corrected when it ends.
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import type { Quote } from './prices.ts';
import type { TokenLimit, UsageCount } from './receipt.ts';

/** Tokens for the windows of an account and of a key; null where there is no limit. */
export interface TokenTake {
  accountId: string;
  perMinute: number | null;
  keyId: string | null;
  keyPerMinute: number | null;
  tokens: number;
  /** The minute of the call to correct; absent for a new call, which is refused if a limit is reached. */
  minute?: number;
}

/** The current count, its minute, and the limit that refused the call. */
export interface TokenCount {
  minute: number;
  used: number;
  keyUsed: number;
  refusedBy: 'account' | 'key' | null;
}

/** Implemented by the request limiters, so that all nodes count together. */
export interface TokenCounter {
  takeTokens(take: TokenTake, nowMs: number): TokenCount | Promise<TokenCount>;
}

/** A counted call. */
export interface Metered {
  /** Replaces the estimate with the actual usage; returns what is left of the limit that will be reached first. */
  end(usage: UsageCount): TokenLimit;
}

type Metering = Pick<Caller, 'accountId' | 'environment' | 'keyId' | 'keyTokensPerMinute' | 'batch'>;

const MINUTE_MS = 60_000;

/** undefined if no limit applies: a batch line has already waited for its turn. */
export function takeOf(payer: Metering, quote: Quote): TokenTake | undefined {
  const { accountId, environment, keyId, keyTokensPerMinute: keyPerMinute } = payer;
  const { tokens = 0, planTokensPerMinute: perMinute = null } = quote;
  if ((payer.batch && !payer.batch.isMetered) || tokens === 0 || (perMinute === null && keyPerMinute === null))
    return undefined;
  return { accountId: `${accountId}:${environment}`, perMinute, keyId, keyPerMinute, tokens };
}

/** Throws if a limit is reached. */
export async function meterTokens(counter: TokenCounter, take: TokenTake): Promise<Metered> {
  const nowMs = Date.now();
  const count = await counter.takeTokens(take, nowMs);
  if (count.refusedBy) throw limitReached(take, count.refusedBy, nowMs);
  return {
    end(usage) {
      const tokens = (usage.promptTokens ?? 0) + (usage.completionTokens ?? 0) - take.tokens;
      // If a correction is lost, the estimate remains until the minute is over.
      if (tokens !== 0)
        void Promise.resolve(counter.takeTokens({ ...take, tokens, minute: count.minute }, Date.now())).catch(
          () => undefined,
        );
      return stateOf(take, { ...count, used: count.used + tokens, keyUsed: count.keyUsed + tokens });
    },
  };
}

function stateOf({ perMinute, keyPerMinute }: TokenTake, { minute, used, keyUsed }: TokenCount): TokenLimit {
  const left = (limit: number | null, by: number) => (limit === null ? Number.POSITIVE_INFINITY : limit - by);
  const isKeyFirst = left(keyPerMinute, keyUsed) < left(perMinute, used);
  const [limit, taken] = isKeyFirst ? [keyPerMinute ?? 0, keyUsed] : [perMinute ?? 0, used];
  return { limit, remaining: Math.max(0, limit - taken), resetsAt: (minute + 1) * (MINUTE_MS / 1000) };
}

function limitReached(take: TokenTake, refusedBy: 'account' | 'key', nowMs: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil((MINUTE_MS - (nowMs % MINUTE_MS)) / 1000));
  const [whose, limit] = refusedBy === 'key' ? ['This key', take.keyPerMinute] : ['This account', take.perMinute];
  return new ServiceError(
    'rate_limit_exceeded',
    `${whose} may use ${limit} tokens a minute. Wait ${retryAfterSeconds} s and try again.`,
    { retryAfterSeconds },
  );
}
