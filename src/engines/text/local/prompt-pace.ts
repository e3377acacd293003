// Finds how many prompt tokens this machine processes within the time in which an abort must be noticed.
const TARGET_MS = 120;
const SMALLEST = 8;
const LARGEST = 512;

export class PromptPace {
  batchTokens = 32;

  async time(tokens: number, read: () => Promise<void>): Promise<void> {
    const startedMs = performance.now();
    await read();
    const elapsedMs = performance.now() - startedMs;
    // A short last batch says little about the pace.
    if (tokens < this.batchTokens) return;
    const ideal = (tokens * TARGET_MS) / Math.max(1, elapsedMs);
    // Moves half-way only: one busy moment of the machine must not slow down every later prompt.
    this.batchTokens = Math.round(Math.min(LARGEST, Math.max(SMALLEST, (this.batchTokens + ideal) / 2)));
  }
}
