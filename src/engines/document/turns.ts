// Shares a few places among many accounts: one turn at a time per account, and a long turn is cut short while others
// wait.

interface Waiting {
  owner: string;
  begin(): void;
}

export interface TurnLimits {
  places: number;
  /** How many calls of one account may wait. */
  maxWaiting: number;
  /** How long one turn may take. */
  maxMs: number;
  /** How long it may take while another account waits. */
  maxMsOfMany: number;
}

export class Turns {
  readonly #limits: TurnLimits;
  readonly #running = new Map<string, { beganMs: number; end: AbortController }>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Rejects if the signal aborts first; `undefined` if too many calls of this account are already waiting. */
  async take<T>(owner: string, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
    if (this.#waiting.filter((one) => one.owner === owner).length >= this.#limits.maxWaiting) return undefined;
    const end = await this.#wait(owner, signal);
    try {
      return await work(AbortSignal.any([signal, end]));
    } finally {
      this.#running.delete(owner);
      this.#next();
    }
  }

  /** Resolves when the turn has begun, with the signal that ends it. */
  async #wait(owner: string, signal: AbortSignal): Promise<AbortSignal> {
    signal.throwIfAborted();
    if (this.#mayBegin(owner)) return this.#begin(owner);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== one);
        reject(signal.reason);
      };
      const one: Waiting = {
        owner,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve(this.#begin(owner));
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(one);
    });
  }

  #mayBegin(owner: string): boolean {
    return this.#running.size < this.#limits.places && !this.#running.has(owner);
  }

  /** The first waiting call whose account has no other turn. */
  #next(): void {
    const next = this.#waiting.find(({ owner }) => this.#mayBegin(owner));
    if (!next) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next.begin();
  }

  /** Synchronously, because the place is taken from now on. */
  #begin(owner: string): AbortSignal {
    const end = new AbortController();
    this.#running.set(owner, { beganMs: Date.now(), end });
    this.#watch();
    return end.signal;
  }

  /** Ends turns that have lasted too long; the timer runs while there are turns. */
  #watch(): void {
    if (this.#timer || this.#running.size === 0) return;
    const { maxMs, maxMsOfMany } = this.#limits;
    this.#timer = setInterval(() => {
      for (const [owner, { beganMs, end }] of this.#running) {
        const isAwaited = this.#waiting.some((one) => one.owner !== owner);
        if (Date.now() - beganMs > (isAwaited ? maxMsOfMany : maxMs)) end.abort();
      }
      if (this.#running.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    }, CHECK_MS);
    this.#timer.unref();
  }
}

const CHECK_MS = 250;
