// Brings the default weights one after the other, and comes back for those that could not be had: networks recover.
import { setTimeout as wait } from 'node:timers/promises';

export type Bringer = (signal: AbortSignal) => Promise<unknown>;

export interface BringOptions {
  signal: AbortSignal;
  onFailure(error: unknown): void;
  /** The pauses between the rounds; the last one repeats. */
  pausesMs?: readonly number[];
}

const PAUSES_MS = [30_000, 120_000, 600_000];

export async function bringDefaults(bringers: readonly Bringer[], options: BringOptions): Promise<void> {
  const { signal, onFailure, pausesMs = PAUSES_MS } = options;
  let missing = bringers;
  for (let round = 0; ; round += 1) {
    const failed: Bringer[] = [];
    for (const bring of missing) {
      await bring(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        failed.push(bring);
        onFailure(error);
      });
    }
    if (failed.length === 0 || signal.aborted) return;
    missing = failed;
    await wait(pausesMs[Math.min(round, pausesMs.length - 1)], undefined, { signal, ref: false }).catch(
      () => undefined,
    );
    if (signal.aborted) return;
  }
}
