// An account's events as they happen, for whoever listens instead of being called.
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../../core/caller.ts';
import type { Database } from '../../store/database.ts';
import { findEventTime, listEventsSince } from '../../store/events.ts';

const LOOK_MS = 1_000;
/** An event carries the time its transaction began and is seen once it is committed: that much later at most. */
const LATE_MS = 30_000;
const EVENTS_PER_LOOK = 200;

export class EventWatch {
  readonly #database: Database;

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
      if (events.length < EVENTS_PER_LOOK) await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function laterOf(first: Date, second: Date): Date {
  return first > second ? first : second;
}
