// An account's events as they happen, for whoever listens instead of being called: one look a second for all who listen.
import type { Caller } from '../../core/caller.ts';
import type { Database } from '../../store/database.ts';
import { findEventTime, listAccountsWithEvents, listEventsSince } from '../../store/events.ts';

const LOOK_MS = 1_000;
/** An event carries the time its transaction began and is seen once it is committed: that much later at most. */
const LATE_MS = 30_000;
const EVENTS_PER_LOOK = 200;

type Owner = Pick<Caller, 'accountId' | 'environment'>;

export class EventWatch {
  readonly #database: Database;
  /** Listeners of an account, by its name and environment. */
  readonly #listeners = new Map<string, Set<() => void>>();
  #timer: NodeJS.Timeout | undefined;
  /** Events of the last look, per account: a look that finds no other wakes nobody. */
  #lastIds = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** From now on, or from the event that was heard last; ends with the signal. The first item says that it listens. */
  async *follow(caller: Caller, lastEventId: string | undefined, signal: AbortSignal) {
    const { queries } = this.#database;
    const heardAt = lastEventId ? await findEventTime(queries, caller, lastEventId) : undefined;
    let since = heardAt ?? new Date();
    let floor = since;
    const told = new Map<string, Date>(lastEventId ? [[lastEventId, since]] : []);
    const woken = this.#listen(caller, signal);
    try {
      yield { type: 'listening' };
      while (!signal.aborted) {
        const events = await listEventsSince(queries, caller, {
          since: floor,
          limit: EVENTS_PER_LOOK,
          except: [...told.keys()],
        });
        for (const event of events) {
          told.set(event.id, event.createdAt);
          if (event.createdAt > since) since = event.createdAt;
          yield { id: event.id, event: event.type, data: JSON.parse(event.body) as object };
        }
        floor = laterOf(floor, new Date(since.getTime() - LATE_MS));
        for (const [id, at] of told) if (at < floor) told.delete(id);
        if (events.length < EVENTS_PER_LOOK) await woken.next();
      }
    } finally {
      woken.stop();
    }
  }

  #listen(owner: Owner, signal: AbortSignal): { next(): Promise<void>; stop(): void } {
    let wake = Promise.withResolvers<void>();
    const ring = () => wake.resolve();
    const name = nameOf(owner);
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(ring));
    this.#timer ??= setTimeout(() => void this.#look(), LOOK_MS).unref();
    signal.addEventListener('abort', ring);
    return {
      next: async () => {
        await wake.promise;
        wake = Promise.withResolvers<void>();
      },
      stop: () => {
        signal.removeEventListener('abort', ring);
        const listeners = this.#listeners.get(name);
        listeners?.delete(ring);
        if (listeners?.size === 0) this.#listeners.delete(name);
      },
    };
  }

  async #look(): Promise<void> {
    try {
      const recent = await listAccountsWithEvents(this.#database.queries, [...this.#listeners.keys()], LATE_MS);
      const ids = new Map(recent.map(({ owner, events }) => [owner, events]));
      for (const [name, listeners] of this.#listeners)
        if (ids.get(name) !== this.#lastIds.get(name)) for (const ring of listeners) ring();
      this.#lastIds = ids;
    } catch {
      // The next look finds what this one missed.
    }
    this.#timer = this.#listeners.size > 0 ? setTimeout(() => void this.#look(), LOOK_MS).unref() : undefined;
  }
}

function nameOf({ accountId, environment }: Owner): string {
  return `${accountId}:${environment}`;
}

function laterOf(first: Date, second: Date): Date {
  return first > second ? first : second;
}
