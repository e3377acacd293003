// Tells watchers of a job that it changed: by the bell at once, and by one look at all watched jobs now and then in case a ring was lost.
import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import type { Bell } from './bell.ts';

const LOOK_MS = 3_000;

export class JobWatch {
  readonly #watchers = new Map<string, Set<() => void>>();
  readonly #versions = new Map<string, number>();
  readonly #queries: Queries;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** Once per process, before anybody watches. */
  async start(changedBell: Bell, signal: AbortSignal): Promise<void> {
    await changedBell.hear((id) => this.#wake(id), signal);
    let isLooking = false;
    const timer = setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      await this.#look().catch(() => undefined); // the next look finds what this one missed
      isLooking = false;
    }, LOOK_MS).unref();
    signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  }

  /** Yields at once, and after every change (several at a time may count as one); ends with the signal. */
  async *changes(id: string, signal: AbortSignal): AsyncGenerator<void> {
    let wake = Promise.withResolvers<void>();
    const ring = () => wake.resolve();
    signal.addEventListener('abort', ring);
    this.#add(id, ring);
    try {
      while (!signal.aborted) {
        yield;
        await wake.promise;
        wake = Promise.withResolvers<void>();
      }
    } finally {
      signal.removeEventListener('abort', ring);
      this.#remove(id, ring);
    }
  }

  /** One query for all watchers, however many there are. */
  async #look(): Promise<void> {
    const ids = [...this.#watchers.keys()];
    if (ids.length === 0) return;
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from jobs where id = any(${ids}::text[])`.execute(this.#queries);
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    // A job that is gone has no version: its watchers must hear of that too.
    for (const id of ids) {
      const version = versions.get(id) ?? -1;
      if (this.#versions.get(id) !== version) this.#wake(id);
      if (this.#watchers.has(id)) this.#versions.set(id, version);
    }
  }

  #wake(id: string): void {
    for (const wake of this.#watchers.get(id) ?? []) wake();
  }

  #add(id: string, ring: () => void): void {
    const rings = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, rings.add(ring));
  }

  #remove(id: string, ring: () => void): void {
    const rings = this.#watchers.get(id);
    rings?.delete(ring);
    if (rings?.size !== 0) return;
    this.#watchers.delete(id);
    this.#versions.delete(id);
  }
}
