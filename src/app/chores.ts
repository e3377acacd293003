// Runs chores at intervals; two runs of the same chore never overlap.
import type { Log } from '../core/log.ts';

export interface Chore {
  everyMs: number;
  /** Set for slow chores that hold no unsaved data: stop() does not run them a last time. */
  isSkippedAtStop?: true;
  run(): Promise<unknown>;
}

export interface RunningChores {
  /** Waits for running chores, then runs each chore that holds unsaved data once more, so that none is lost. */
  stop(): Promise<void>;
}

export function startChores(log: Log, chores: readonly Chore[]): RunningChores {
  const running = new Set<Promise<unknown>>();
  const timers = chores.map((chore) => {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      const run = chore
        .run()
        .catch((error) => log.warn({ err: error }, 'chore failed; it will be tried again'))
        .finally(() => {
          isBusy = false;
          running.delete(run);
        });
      running.add(run);
    }, chore.everyMs);
    return timer.unref();
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
      const unsaved = chores.filter((chore) => !chore.isSkippedAtStop);
      await Promise.all(unsaved.map((chore) => chore.run().catch(() => undefined)));
    },
  };
}
