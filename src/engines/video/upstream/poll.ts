// Waits for something elsewhere: asks at once, then ever more rarely, and forgives a server that is away for a moment.
import { setTimeout as wait } from 'node:timers/promises';
import { isPassing } from './call.ts';

export interface Pace {
  firstWaitMs: number;
  longestWaitMs: number;
}

const SLOWER = 1.3;
/** Consecutive failures before the server counts as gone. */
const PATIENCE = 8;

export class BackOff {
  readonly #pace: Pace;
  #waitMs: number;

  constructor(pace: Pace) {
    this.#pace = pace;
    this.#waitMs = pace.firstWaitMs;
  }

  async pause(signal: AbortSignal): Promise<void> {
    await wait(this.#waitMs, undefined, { signal });
    this.#waitMs = Math.min(this.#pace.longestWaitMs, this.#waitMs * SLOWER);
  }
}

/** Ends with the signal, which carries the time limit. */
export async function pollUntil<T>(
  pace: Pace,
  look: (round: number) => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T> {
  const backOff = new BackOff(pace);
  let failures = 0;
  for (let round = 0; ; round += 1) {
    signal.throwIfAborted();
    try {
      const found = await look(round);
      if (found !== undefined) return found;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isPassing(error) || failures > PATIENCE) throw error;
    }
    await backOff.pause(signal);
  }
}
