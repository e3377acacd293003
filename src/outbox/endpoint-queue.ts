// What one receiver is getting: a few deliveries at once, and for one that answers quickly some more claimed ahead.
import type { DueDelivery } from '../store/deliveries.ts';

export const PER_ENDPOINT = 8;
/** A receiver that answers within this gets deliveries ahead of their turn. */
export const QUICK_MS = 500;
const MOST_AHEAD = 64;

export class Lane {
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

  /** How many more may be claimed for it. */
  get room(): number {
    return this.#depth - this.claimed;
  }

  add(delivery: DueDelivery): void {
    this.#waiting.push(delivery);
  }

  /** The next one to be tried, if there is one and the receiver has a place for it. */
  begin(): DueDelivery | undefined {
    if (this.#running >= PER_ENDPOINT) return undefined;
    const delivery = this.#waiting.shift();
    if (delivery) this.#running += 1;
    return delivery;
  }

  /** Answers what must be given back: a receiver that became slow gets nothing ahead. */
  end(wasQuick: boolean): DueDelivery[] {
    this.#running -= 1;
    this.#depth = wasQuick && this.#mayRunAhead ? Math.min(MOST_AHEAD, this.#depth + PER_ENDPOINT) : PER_ENDPOINT;
    return wasQuick ? [] : this.takeWaiting();
  }

  takeWaiting(): DueDelivery[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }
}
