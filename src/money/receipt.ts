// What a paid call used and what it cost, as told to the customer in headers and JSON.
import type { MicroCredits } from '../core/money.ts';

export interface UsageCount {
  promptTokens?: number;
  completionTokens?: number;
  images?: number;
  milliseconds?: number;
}

export interface Receipt {
  charged: MicroCredits;
  /** What can still be spent after this call. */
  remaining: MicroCredits;
  /** The charge of a job, whose request is counted apart from its settlement. */
  isOfJob?: true;
}
