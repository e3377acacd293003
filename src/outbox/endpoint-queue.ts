// The claimed deliveries of one endpoint: a few run at once; a fast endpoint may have more claimed ahead.
import type { DueDelivery } from '../store/deliveries.ts';

export const PER_ENDPOINT = 8;
/** An endpoint that answers within this time may have deliveries claimed ahead. */
export const QUICK_MS = 500;
const MAX_DEPTH = 64;

export class EndpointQueue {
  readonly #mayRunAhead: boolean;
  #waiting: DueDelivery[] = [];
  #running = 0;
  #depth = PER_ENDPOINT;

  constructor(mayRunAhead: boolean) {
    this.#mayRunAhead = mayRunAhead;
  }

  get claimed(): number {
    return this.#running + this.#waiting.length;
  }

  /** How many more deliveries may be claimed for this endpoint. */
  get room(): number {
    return this.#depth - this.claimed;
  }

  add(delivery: DueDelivery): void {
    this.#waiting.push(delivery);
  }

  /** Returns the next delivery to send, if one waits and fewer than PER_ENDPOINT are running. */
  begin(): DueDelivery | undefined {
    if (this.#running >= PER_ENDPOINT) return undefined;
    const delivery = this.#waiting.shift();
    if (delivery) this.#running += 1;
    return delivery;
  }

  /** Ends one attempt. If it was slow, returns the waiting deliveries, which the caller must unclaim. */
  end(wasQuick: boolean): DueDelivery[] {
    this.#running -= 1;
    this.#depth = wasQuick && this.#mayRunAhead ? Math.min(MAX_DEPTH, this.#depth + PER_ENDPOINT) : PER_ENDPOINT;
    return wasQuick ? [] : this.takeWaiting();
  }

  takeWaiting(): DueDelivery[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
