// Finds how many prompt tokens this machine evaluates within the time in which an abort must be noticed.
const TARGET_MS = 120;
/**
 * Every batch reads all weights once: on a slow machine, batches of 8 tokens take an eighth longer than batches of 40.
 */
const SMALLEST = 32;
const LARGEST = 512;
/** A rest that is barely longer than a batch is evaluated with it. */
const LONGEST_REST = 1.5;

export class PromptPace {
  batchTokens = SMALLEST;

  /** Whether this many tokens are evaluated in one batch. */
  isOneBatch(tokens: number): boolean {
    return tokens <= this.batchTokens * LONGEST_REST;
  }

  async time(tokens: number, read: () => Promise<void>): Promise<void> {
    const startedMs = performance.now();
    await read();
    const elapsedMs = performance.now() - startedMs;
    // A short last batch says little about the pace.
    if (tokens < this.batchTokens) return;
    const ideal = (tokens * TARGET_MS) / Math.max(1, elapsedMs);
    // Moves only half-way: one busy moment of the machine must not slow down every later prompt.
    this.batchTokens = Math.round(Math.min(LARGEST, Math.max(SMALLEST, (this.batchTokens + ideal) / 2)));
  }
}
