// Wakes others through NOTIFY, after the commit and many at once: a NOTIFY in every transaction would line all commits up.
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

const GATHER_MS = 5;
const NAMES_PER_CALL = 200;

/** Lost rings (a crash right after the commit) only cost time: whoever listens also looks by itself now and then. */
export class Bell {
  readonly #database: Database;
  readonly #channel: string;
  readonly #names = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(database: Database, channel: string) {
    this.#database = database;
    this.#channel = channel;
  }

  ring(name = ''): void {
    this.#names.add(name);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#send().catch(() => undefined);
    }, GATHER_MS);
  }

  /** Calls back with each name that anybody rings, here or on another machine. */
  async hear(onName: (name: string) => void, signal: AbortSignal): Promise<void> {
    const onPayload = (payload: string) => {
      for (const name of payload.split(',')) onName(name);
    };
    await this.#database.listen(this.#channel, onPayload, signal);
  }

  async close(): Promise<void> {
    if (this.#timer) {
      clearTimeout(this.#timer);
      await this.#send().catch(() => undefined);
    }
    await this.#sending;
  }

  async #send(): Promise<void> {
    const names = [...this.#names];
    this.#names.clear();
    for (let start = 0; start < names.length; start += NAMES_PER_CALL) {
      const payload = names.slice(start, start + NAMES_PER_CALL).join(',');
      await sql`select pg_notify(${this.#channel}, ${payload})`.execute(this.#database.queries);
    }
  }
}
