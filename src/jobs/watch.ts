// Wakes the watchers of a job when it changes: on notification at once, and by a regular query in case a notification was lost.
import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import type { ChangeNotifier } from './change-notifier.ts';

const POLL_MS = 3_000;

export class JobWatch {
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #versions = new Map<string, number>();
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Call this once per process, before any call of changes(). */
  async start(changedNotifier: ChangeNotifier, signal: AbortSignal): Promise<void> {
    await changedNotifier.listen((id) => this.#wake(id), signal);
    let isPolling = false;
    const timer = setInterval(async () => {
      if (isPolling) return;
      isPolling = true;
      await this.#poll().catch(() => undefined); // the next poll finds what this one missed
      isPolling = false;
    }, POLL_MS).unref();
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /** Yields at once and after every change, until the signal aborts. Several changes may yield once. */
  async *changes(id: string, signal: AbortSignal): AsyncGenerator<void> {
    let change = Promise.withResolvers<void>();
    const wake = () => change.resolve();
    signal.addEventListener('abort', wake);
    this.#add(id, wake);
    try {
      while (!signal.aborted) {
        yield;
        await change.promise;
        change = Promise.withResolvers<void>();
      }
    } finally {
      signal.removeEventListener('abort', wake);
      this.#remove(id, wake);
    }
  }

  /** One query for all watchers. */
  async #poll(): Promise<void> {
    const ids = [...this.#watchers.keys()];
    if (ids.length === 0) return;
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from jobs where id = any(${ids}::text[])`.execute(this.#queries);
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    // A deleted job has no version, but its watchers must be woken too.
    for (const id of ids) {
      const version = versions.get(id) ?? -1;
      if (this.#versions.get(id) !== version) this.#wake(id);
      if (this.#watchers.has(id)) this.#versions.set(id, version);
    }
  }

  #wake(id: string): void {
    for (const wake of this.#watchers.get(id) ?? []) wake();
  }

  #add(id: string, wake: () => void): void {
    const wakers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, wakers.add(wake));
  }

  #remove(id: string, wake: () => void): void {
    const wakers = this.#watchers.get(id);
    wakers?.delete(wake);
    if (wakers?.size !== 0) return;
    this.#watchers.delete(id);
    this.#versions.delete(id);
  }
}
