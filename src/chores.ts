// Small regular work of the service; one run of a chore never overlaps the next.
import type { Log } from './core/log.ts';

export interface Chore {
  everyMs: number;
  run(): Promise<unknown>;
}

export interface RunningChores {
  /** Lets what runs end, then does everything once more: nothing that was gathered is lost. */
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
        .catch((error) => log.warn({ err: error }, 'a chore failed and will be tried again'))
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
      await Promise.all(chores.map((chore) => chore.run().catch(() => undefined)));
    },
  };
}
