// Logs that an upstream's list of models cannot be read, and that it can again: once each, however often it is tried.
import type { Log } from '../core/log.ts';
import { reasonOf } from '../core/outages.ts';

export class ListFailures {
  readonly #log: Log;
  readonly #upstream: string;
  #isFailing = false;

  constructor(log: Log, upstream: string) {
    this.#log = log;
    this.#upstream = upstream;
  }

  failed(error: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    const fields = { upstream: this.#upstream, reason: reasonOf(error) };
    this.#log.warn(fields, 'the list of models of an upstream cannot be read; it is tried again');
  }

  worked(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#log.info({ upstream: this.#upstream }, 'the list of models of an upstream can be read again');
  }
}
