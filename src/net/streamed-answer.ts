// Receives a response chunk by chunk without Node's streams: the bytes of one socket read stay one chunk.
import type { Dispatcher } from 'undici';

export interface StreamedAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: StreamedBody;
}

export interface StreamedBody extends AsyncIterable<Buffer> {
  /** The response has ended, or was aborted; what arrived before may still have to be read. */
  readonly hasEnded: boolean;
}

/** When more bytes than this are buffered, reading from the upstream pauses until the reader has caught up. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Resolves when the response headers arrive. Aborting ends the call at once, before or after that. */
export function dispatchStream(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<StreamedAnswer> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const pieces = new Pieces(signal);
    dispatcher.dispatch(options, {
      onRequestStart(controller) {
        pieces.begin(controller, reject);
      },
      onResponseStart(_controller, status, headers) {
        // 1xx statuses are informational; the real response follows.
        if (status >= 200) resolve({ status, headers, body: pieces });
      },
      onResponseData(controller, piece) {
        pieces.push(piece, controller);
      },
      onResponseEnd() {
        pieces.end(undefined);
      },
      onResponseError(_controller, error) {
        pieces.end(error);
        reject(error);
      },
    });
  });
}

class Pieces implements StreamedBody, AsyncIterator<Buffer, undefined> {
  readonly #signal: AbortSignal;
  #controller: Dispatcher.DispatchController | undefined;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #hasEnded = false;
  #error: unknown;
  #wake: (() => void) | undefined;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  begin(controller: Dispatcher.DispatchController, reject: (reason: unknown) => void): void {
    this.#controller = controller;
    // undici starts the request again when it retries on another connection.
    this.#signal.removeEventListener('abort', this.#leave);
    const leave = () => {
      this.end(this.#signal.reason);
      reject(this.#signal.reason);
      controller.abort(this.#signal.reason);
    };
    this.#leave = leave;
    if (this.#signal.aborted) leave();
    else this.#signal.addEventListener('abort', leave, { once: true });
  }

  push(piece: Buffer, controller: Dispatcher.DispatchController): void {
    if (this.#hasEnded) return;
    this.#waiting.push(piece);
    this.#waitingBytes += piece.length;
    if (this.#waitingBytes > MAX_BUFFERED_BYTES) controller.pause();
    this.#wakeUp();
  }

  end(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#error = error;
    this.#signal.removeEventListener('abort', this.#leave);
    this.#wakeUp();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    if (this.#waiting.length === 0 && !this.#hasEnded)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#waiting.length > 0) return { done: false, value: this.#takeAll() };
    if (this.#error !== undefined) throw this.#error;
    return { done: true, value: undefined };
  }

  /** Called when the reader stops early: closes the connection. */
  async return(): Promise<IteratorResult<Buffer, undefined>> {
    if (!this.#hasEnded) {
      this.end(undefined);
      this.#controller?.abort(new Error('the reader stopped reading'));
    }
    this.#waiting = [];
    return { done: true, value: undefined };
  }

  #leave: () => void = () => undefined;

  #takeAll(): Buffer {
    const [only] = this.#waiting;
    const all = this.#waiting.length === 1 && only ? only : Buffer.concat(this.#waiting, this.#waitingBytes);
    this.#waiting = [];
    this.#waitingBytes = 0;
    // resume() can push more data synchronously, so the counters must be reset before it.
    if (this.#controller?.paused) this.#controller.resume();
    return all;
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
