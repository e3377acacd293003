// Reads an upstream on after its answer was ended, for what it says that it used: for a limited time and length.

/** As long as for a client that leaves, unless the operator says otherwise. */
export const READ_ON_MS = 30_000;
const MAX_CHARACTERS = 4 * 1024 * 1024;

export class ReadingOn {
  readonly #limitMs: number;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Ends the request to the upstream when the time is over. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The time begins with the first call. */
  goesOn(said: string): boolean {
    this.#timer ??= setTimeout(() => this.#stop.abort(), this.#limitMs);
    return said.length <= MAX_CHARACTERS;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
