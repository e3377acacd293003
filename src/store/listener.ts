// One connection that listens to every channel of this process, and connects again when it breaks.
import pg from 'pg';

const RECONNECT_MS = 500;
const KEEP_ALIVE_MS = 10_000;

export type OnPayload = (payload: string) => void;

interface Subscriber {
  onPayload: OnPayload;
}

export class Listener {
  readonly #settings: pg.ClientConfig;
  readonly #onError: (error: Error) => void;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  #client: Promise<pg.Client> | undefined;
  #turn: Promise<void> = Promise.resolve();

  constructor(settings: pg.ClientConfig, onError: (error: Error) => void) {
    this.#settings = settings;
    this.#onError = onError;
  }

  /** Resolves once it listens for the first time. Notifications sent while the connection is broken are lost. */
  async listen(channel: string, onPayload: OnPayload, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const subscriber = { onPayload };
    const subscribers = this.#subscribers.get(channel) ?? new Set();
    this.#subscribers.set(channel, subscribers.add(subscriber));
    signal.addEventListener('abort', () => this.#leave(channel, subscriber), { once: true });
    this.#client ??= this.#open();
    await this.#inTurn(this.#client, channel);
  }

  async close(): Promise<void> {
    this.#subscribers.clear();
    const opening = this.#client;
    this.#client = undefined;
    const client = await opening?.catch(() => undefined);
    await client?.end();
  }

  /** A connection runs one statement at a time. Listening to the same channel twice changes nothing. */
  #inTurn(opening: Promise<pg.Client>, channel: string): Promise<void> {
    const turn = this.#turn.then(async () => listenTo(await opening, channel));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #leave(channel: string, subscriber: Subscriber): void {
    const subscribers = this.#subscribers.get(channel);
    subscribers?.delete(subscriber);
    if (subscribers?.size === 0) this.#subscribers.delete(channel);
    if (this.#subscribers.size === 0) this.close().catch(() => undefined);
  }

  #open(): Promise<pg.Client> {
    // A router may drop a connection that has been idle for long without telling either side.
    const client = new pg.Client({ keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS, ...this.#settings });
    const opening = this.#prepare(client);
    const isCurrent = () => this.#client === opening && this.#subscribers.size > 0;
    const lose = () => {
      if (!isCurrent()) return;
      this.#client = undefined;
      client.end().catch(() => undefined);
      setTimeout(() => this.#openAgain(), RECONNECT_MS).unref();
    };
    client.on('error', (error) => {
      if (isCurrent()) this.#onError(error);
      lose();
    });
    client.on('end', lose);
    client.on('notification', ({ channel, payload }) => {
      for (const { onPayload } of this.#subscribers.get(channel) ?? []) onPayload(payload ?? '');
    });
    opening.catch(lose);
    return opening;
  }

  async #prepare(client: pg.Client): Promise<pg.Client> {
    await client.connect();
    for (const channel of this.#subscribers.keys()) await listenTo(client, channel);
    return client;
  }

  #openAgain(): void {
    if (this.#client || this.#subscribers.size === 0) return;
    this.#client = this.#open();
    this.#client.catch(this.#onError);
  }
}

async function listenTo(client: pg.Client, channel: string): Promise<void> {
  await client.query(`listen ${client.escapeIdentifier(channel)}`);
}
