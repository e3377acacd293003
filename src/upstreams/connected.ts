// The upstreams that were connected while the service runs: read from their file, opened and closed when it changes.
import { type ConnectedLists, connectedStamp, readConnected } from '../config/connected-file.ts';
import type { Log } from '../core/log.ts';

/** Every process of this data folder notices a change within a second. */
export const CONNECTED_REFRESH_MS = 1_000;

export class ConnectedSettings {
  readonly #path: string;
  readonly #log: Log;
  #stamp: string;
  #lists: ConnectedLists;

  /** Throws a ConfigError if the file is broken: a start must not silently lose upstreams. */
  constructor(path: string, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#stamp = connectedStamp(path);
    this.#lists = readConnected(path);
  }

  get lists(): ConnectedLists {
    return this.#lists;
  }

  refresh(): void {
    const stamp = connectedStamp(this.#path);
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    try {
      this.#lists = readConnected(this.#path);
      this.#log.info({ file: this.#path }, 'the connected upstreams have changed');
    } catch (error) {
      this.#log.warn({ err: error }, 'the connected upstreams cannot be read; the previous ones stay connected');
    }
  }
}

type Entry = Record<string, unknown>;

/** One engine for each entry of a list that changes; an entry that stays keeps its engine. */
export class LiveEngines<E> {
  readonly #read: () => readonly Entry[] | undefined;
  readonly #open: (entry: Entry) => E | undefined;
  readonly #retire: (engine: E) => void;
  #seen: readonly Entry[] | undefined;
  #byEntry = new Map<string, E | undefined>();

  constructor(parts: {
    read: () => readonly Entry[] | undefined;
    /** Undefined if the entry cannot be opened; the others still are. */
    open: (entry: Entry) => E | undefined;
    retire?: (engine: E) => void;
  }) {
    this.#read = parts.read;
    this.#open = parts.open;
    this.#retire = parts.retire ?? (() => undefined);
  }

  list(): readonly E[] {
    const entries = this.#read() ?? [];
    if (entries !== this.#seen) this.#follow(entries);
    return [...this.#byEntry.values()].filter((engine) => engine !== undefined);
  }

  #follow(entries: readonly Entry[]): void {
    const before = this.#byEntry;
    const keys = entries.map((entry) => JSON.stringify(entry));
    this.#byEntry = new Map(
      entries.map((entry, index) => {
        const key = keys[index] ?? '';
        return [key, before.has(key) ? before.get(key) : this.#open(entry)];
      }),
    );
    this.#seen = entries;
    for (const [key, engine] of before) if (engine !== undefined && !this.#byEntry.has(key)) this.#retire(engine);
  }
}
