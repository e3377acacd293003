// Keeps an upstream out of turn for another reason than the failures of its calls: its probe failed, or its budget is used up.

export interface Gate {
  /** Milliseconds until the upstream may take calls again, as far as is known; 0 means now. */
  waitMs(upstream: string): number;
}

export const ALWAYS_OPEN: Gate = { waitMs: () => 0 };
