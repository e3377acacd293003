// Streams an account's events as they happen. One database query a second serves all listening clients.
import type { Caller } from '../../core/caller.ts';
import type { Database } from '../../store/database.ts';
import { findEventTime, listAccountsWithEvents, listEventsSince } from '../../store/events.ts';
import type { Owner } from '../../store/owner.ts';

const POLL_MS = 1_000;
/** An event carries the start time of its transaction and becomes visible at the commit, at most this much later. */
const LATE_MS = 30_000;
const EVENTS_PER_POLL = 200;

export class EventWatch {
  readonly #database: Database;
  /** Listeners by account and environment. */
  readonly #listeners = new Map<string, Set<() => void>>();
  #timer: NodeJS.Timeout | undefined;
  /** Per account, the events of the last query: a query with the same result wakes no listener. */
  #lastIds = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Yields events from now on, or from the last received event; ends with the signal. The first item confirms that the stream listens. */
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
          limit: EVENTS_PER_POLL,
          except: [...told.keys()],
        });
        for (const event of events) {
          told.set(event.id, event.createdAt);
          if (event.createdAt > since) since = event.createdAt;
          yield { id: event.id, event: event.type, data: JSON.parse(event.body) as object };
        }
        floor = laterOf(floor, new Date(since.getTime() - LATE_MS));
        for (const [id, at] of told) if (at < floor) told.delete(id);
        if (events.length < EVENTS_PER_POLL) await woken.next();
      }
    } finally {
      woken.stop();
    }
  }

  #listen(owner: Owner, signal: AbortSignal): { next(): Promise<void>; stop(): void } {
    let wake = Promise.withResolvers<void>();
    const wakeUp = () => wake.resolve();
    const name = nameOf(owner);
    this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(wakeUp));
    this.#timer ??= setTimeout(() => void this.#poll(), POLL_MS).unref();
    signal.addEventListener('abort', wakeUp);
    return {
      next: async () => {
        await wake.promise;
        wake = Promise.withResolvers<void>();
      },
      stop: () => {
        signal.removeEventListener('abort', wakeUp);
        const listeners = this.#listeners.get(name);
        listeners?.delete(wakeUp);
        if (listeners?.size === 0) this.#listeners.delete(name);
      },
    };
  }

  async #poll(): Promise<void> {
    try {
      const recent = await listAccountsWithEvents(this.#database.queries, [...this.#listeners.keys()], LATE_MS);
      const ids = new Map(recent.map(({ owner, events }) => [owner, events]));
      for (const [name, listeners] of this.#listeners)
        if (ids.get(name) !== this.#lastIds.get(name)) for (const wakeUp of listeners) wakeUp();
      this.#lastIds = ids;
    } catch {
      // The next query finds what this one missed.
    }
    this.#timer = this.#listeners.size > 0 ? setTimeout(() => void this.#poll(), POLL_MS).unref() : undefined;
  }
}

function nameOf({ accountId, environment }: Owner): string {
  return `${accountId}:${environment}`;
}

function laterOf(first: Date, second: Date): Date {
  return first > second ? first : second;
}
