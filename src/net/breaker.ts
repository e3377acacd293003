// A circuit breaker for one engine: opens after repeated failures, lets one call through to test, closes on success.
import type { Clock } from '../core/clock.ts';

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 120_000;

export class Breaker {
  readonly #clock: Clock;
  #failures = 0;
  #pauseMs = FIRST_PAUSE_MS;
  #closedAgainAt = 0;
  #isTesting = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until a call is allowed; 0 means now. */
  waitMs(): number {
    if (this.#isTesting) return this.#pauseMs;
    return Math.max(0, this.#closedAgainAt - this.#clock.nowMs());
  }

  state(): 'closed' | 'open' | 'testing' {
    if (this.#isTesting) return 'testing';
    return this.waitMs() > 0 ? 'open' : 'closed';
  }

  /** Call before each attempt: after the pause only one call may test whether the engine works again. */
  begin(): void {
    if (this.#failures >= FAILURES_TO_OPEN) this.#isTesting = true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#closedAgainAt = 0;
    this.#isTesting = false;
  }

  /** Neither success nor failure: the client disconnected, or the order itself was invalid. */
  undecided(): void {
    this.#isTesting = false;
  }

  failed(retryAfterSeconds: number | undefined): void {
    this.#isTesting = false;
    this.#failures += 1;
    const now = this.#clock.nowMs();
    // A pause requested by the engine applies at once, our own only after several failures.
    if (retryAfterSeconds !== undefined)
      this.#closedAgainAt = Math.max(this.#closedAgainAt, now + retryAfterSeconds * 1000);
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#closedAgainAt = Math.max(this.#closedAgainAt, now + this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
