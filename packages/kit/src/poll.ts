// Polls another service: at once, then at growing intervals. Tolerates a few failures in a row.
import { setTimeout as wait } from 'node:timers/promises';

export interface Pace {
  firstWaitMs: number;
  longestWaitMs: number;
}

export interface PollOptions {
  pace: Pace;
  /** Ends the wait; includes the time limit. */
  signal: AbortSignal;
  /** Whether to poll again after this error; never if absent. */
  isPassing?: (error: unknown) => boolean;
}

const SLOWER = 1.3;
/** After this many failures in a row the poll fails. */
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

/** Polls until `look` returns a value; `round` counts the calls from 0. */
export async function pollUntil<T>(look: (round: number) => Promise<T | undefined>, options: PollOptions): Promise<T> {
  const { pace, signal, isPassing = () => false } = options;
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
