// The usage and cost of a paid call, as headers and JSON for the customer.
import type { MicroCredits } from '../core/money.ts';

export interface UsageCount {
  promptTokens?: number;
  completionTokens?: number;
  /** Part of the prompt tokens: those read from the upstream's cache, and those written to it. */
  cachedTokens?: number;
  cacheWriteTokens?: number;
  images?: number;
  milliseconds?: number;
  /** Characters of text converted to speech. */
  characters?: number;
  /** Counted by this service, because the upstream never told its use: what it bills is an estimate. */
  isEstimated?: boolean | undefined;
}

/** Of tokens a minute. */
export interface TokenLimit {
  limit: number;
  remaining: number;
  /** Unix seconds. */
  resetsAt: number;
}

export interface Receipt {
  charged: MicroCredits;
  /** The available balance after this call. */
  remaining: MicroCredits;
  /** The charge of a job, whose request is counted separately from its settlement. */
  isOfJob?: true;
  /** The remaining tokens per minute, for callers with such a limit. */
  tokenLimit?: TokenLimit;
}

/** What counts as known in the sums of usage: an estimate is kept beside them, with the row of the call. */
export function knownCost({ isEstimated }: UsageCount, billed: MicroCredits | null, hasRow: boolean): MicroCredits {
  return isEstimated && hasRow ? 0 : (billed ?? 0);
}
