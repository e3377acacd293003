// Small regular work of the service; one run of a chore never overlaps the next.
import type { Log } from './core/log.ts';

export interface Chore {
  everyMs: number;
  /** Has gathered nothing that a stop would lose, and may take a while. */
  isOnlyInTime?: true;
  run(): Promise<unknown>;
}

export interface RunningChores {
  /** Lets what runs end, then does everything that gathers once more: nothing that was gathered is lost. */
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
      const gathered = chores.filter((chore) => !chore.isOnlyInTime);
      await Promise.all(gathered.map((chore) => chore.run().catch(() => undefined)));
    },
  };
}
