// Sends NOTIFY after the commit, in batches: PostgreSQL would serialise the commits of transactions that contain a NOTIFY.
import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

const GATHER_MS = 5;
const NAMES_PER_CALL = 200;

/** A notification lost in a crash only causes delay, because every listener also polls. */
export class ChangeNotifier {
  readonly #database: Database;
  readonly #channel: string;
  readonly #names = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(database: Database, channel: string) {
    this.#database = database;
    this.#channel = channel;
  }

  notify(name = ''): void {
    this.#names.add(name);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#sending = this.#send().catch(() => undefined);
    }, GATHER_MS);
  }

  /** Calls back with each name that any process sends, on this or another machine. */
  async listen(onName: (name: string) => void, signal: AbortSignal): Promise<void> {
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
