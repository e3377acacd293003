// Finds how many prompt tokens this machine reads in the time within which an abort must be noticed.
const TARGET_MS = 120;
const SMALLEST = 8;
const LARGEST = 512;

export class PromptPace {
  biteTokens = 32;

  async time(tokens: number, read: () => Promise<void>): Promise<void> {
    const startedMs = performance.now();
    await read();
    const elapsedMs = performance.now() - startedMs;
    // A short last bite says little about the pace.
    if (tokens < this.biteTokens) return;
    const ideal = (tokens * TARGET_MS) / Math.max(1, elapsedMs);
    // Half-way only: one busy moment of the machine must not make every later prompt slow.
    this.biteTokens = Math.round(Math.min(LARGEST, Math.max(SMALLEST, (this.biteTokens + ideal) / 2)));
  }
}
