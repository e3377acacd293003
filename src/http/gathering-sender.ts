// Sends a stream in as few chunks as possible, and waits for clients that read slowly.
import type { ServerResponse } from 'node:http';

const MAX_GATHERED_BYTES = 64 * 1024;

/** Sends everything that arrives within one turn of the event loop as one chunk: each chunk costs time, here and at the client. */
export class GatheringSender {
  readonly #response: ServerResponse;
  readonly #signal: AbortSignal;
  #gathered: Uint8Array[] = [];
  #bytes = 0;
  #blocked: Promise<void> | undefined;

  constructor(response: ServerResponse, signal: AbortSignal) {
    this.#response = response;
    this.#signal = signal;
  }

  /** Returns a promise to await if the client reads more slowly than the server sends. */
  send(chunk: Uint8Array): Promise<void> | undefined {
    if (this.#gathered.length === 0) process.nextTick(() => this.#flush());
    this.#gathered.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_GATHERED_BYTES) this.#flush();
    return this.#blocked;
  }

  end(last: Uint8Array | undefined): void {
    if (last) this.#gathered.push(last);
    const rest = this.#take();
    this.#response.end(rest);
  }

  #flush(): void {
    const all = this.#take();
    if (!all || this.#response.writableEnded || this.#response.write(all)) return;
    this.#blocked = drained(this.#response, this.#signal).then(() => {
      this.#blocked = undefined;
    });
  }

  #take(): Uint8Array | undefined {
    const gathered = this.#gathered;
    this.#gathered = [];
    this.#bytes = 0;
    return gathered.length < 2 ? gathered[0] : Buffer.concat(gathered);
  }
}

/** Resolves when the client has read more, or at once when it has disconnected. */
export function drained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  if (signal.aborted || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    response.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}
