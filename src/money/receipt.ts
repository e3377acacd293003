// What a paid call cost, as told to the customer in headers and JSON.
import type { MicroCredits } from '../core/money.ts';

export interface Receipt {
  charged: MicroCredits;
  /** What can still be spent after this call. */
  remaining: MicroCredits;
}
