// Pulls the default weights one after the other and retries those that failed until all are there.
import { setTimeout as wait } from 'node:timers/promises';
import { forgetUnreachableHosts } from './redirects.ts';

export type DefaultPull = (signal: AbortSignal) => Promise<unknown>;

export interface PullDefaultsOptions {
  signal: AbortSignal;
  onFailure(error: unknown): void;
  /** Every model was tried once. */
  onFirstRound?(): void;
  /** Pauses between the rounds of retries; the last one repeats. */
  pausesMs?: readonly number[];
}

const PAUSES_MS = [30_000, 120_000, 600_000];

export async function pullDefaults(pulls: readonly DefaultPull[], options: PullDefaultsOptions): Promise<void> {
  const { signal, onFailure, pausesMs = PAUSES_MS } = options;
  let missing = pulls;
  for (let round = 0; ; round += 1) {
    const failed: DefaultPull[] = [];
    for (const pull of missing) {
      await pull(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        failed.push(pull);
        onFailure(error);
      });
    }
    if (round === 0 && !signal.aborted) options.onFirstRound?.();
    if (failed.length === 0 || signal.aborted) return;
    missing = failed;
    await wait(pausesMs[Math.min(round, pausesMs.length - 1)], undefined, { signal, ref: false }).catch(
      () => undefined,
    );
    if (signal.aborted) return;
    forgetUnreachableHosts();
  }
}
