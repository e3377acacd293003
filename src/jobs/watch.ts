// Tells watchers of a job that it changed: by the bell at once, and by looking now and then in case a ring was lost.
import type { Bell } from './bell.ts';

const LOOK_MS = 3_000;

export class JobWatch {
  readonly #watchers = new Map<string, Set<() => void>>();

  /** Once per process, before anybody watches. */
  async start(changedBell: Bell, signal: AbortSignal): Promise<void> {
    await changedBell.hear((id) => {
      for (const wake of this.#watchers.get(id) ?? []) wake();
    }, signal);
  }

  /** Yields at once, and after every change (several at a time may count as one); ends with the signal. */
  async *changes(id: string, signal: AbortSignal): AsyncGenerator<void> {
    let wake = Promise.withResolvers<void>();
    const ring = () => wake.resolve();
    const timer = setInterval(ring, LOOK_MS);
    signal.addEventListener('abort', ring);
    this.#add(id, ring);
    try {
      while (!signal.aborted) {
        yield;
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', ring);
      this.#remove(id, ring);
    }
  }

  #add(id: string, ring: () => void): void {
    const rings = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, rings.add(ring));
  }

  #remove(id: string, ring: () => void): void {
    const rings = this.#watchers.get(id);
    rings?.delete(ring);
    if (rings?.size === 0) this.#watchers.delete(id);
  }
}
