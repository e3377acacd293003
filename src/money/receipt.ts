// The usage and cost of a paid call, as headers and JSON for the customer.
import type { MicroCredits } from '../core/money.ts';

export interface UsageCount {
  promptTokens?: number;
  completionTokens?: number;
  /** Of the prompt tokens: those that the upstream had cached, and those that it put into its cache. */
  cachedTokens?: number;
  cacheWriteTokens?: number;
  images?: number;
  milliseconds?: number;
  /** Characters of a text that was read aloud. */
  characters?: number;
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
  /** The spendable balance after this call. */
  remaining: MicroCredits;
  /** The charge of a job, whose request is counted apart from its settlement. */
  isOfJob?: true;
  /** What is left of the limit of tokens a minute, for callers that have one. */
  tokenLimit?: TokenLimit;
}
