// Logs a warning that a customer can cause with every call at most once a minute, with the number of those that were left out.
import type { Log } from './log.ts';

const PAUSE_MS = 60_000;

export class RareWarning {
  readonly #log: Log;
  readonly #message: string;
  #saidMs = Number.NEGATIVE_INFINITY;
  #leftOut = 0;

  constructor(log: Log, message: string) {
    this.#log = log;
    this.#message = message;
  }

  warn(fields: object): void {
    const nowMs = performance.now();
    if (nowMs - this.#saidMs < PAUSE_MS) {
      this.#leftOut += 1;
      return;
    }
    this.#log.warn({ ...fields, ...(this.#leftOut > 0 ? { left_out: this.#leftOut } : {}) }, this.#message);
    this.#saidMs = nowMs;
    this.#leftOut = 0;
  }
}
