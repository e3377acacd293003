// Turns at a few places, such as threads: the owner whose last turn is longest ago comes first, and has one place at a time.

interface Waiting<Place> {
  owner: string;
  begin(place: Place): void;
}

/** Owners whose last turn is remembered; one who is forgotten counts as having waited longest. */
const MAX_REMEMBERED = 1_000;

export class Turns<Place> {
  readonly #free: Place[];
  readonly #working = new Set<string>();
  /** The owners in the order of their last turns. */
  readonly #turns = new Map<string, number>();
  #waiting: Waiting<Place>[] = [];
  #turn = 0;

  constructor(places: readonly Place[]) {
    this.#free = [...places];
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whoever begins a turn ends it. */
  async begin(owner: string, signal: AbortSignal): Promise<Place> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      reject(signal.reason);
    };
    const waiting = {
      owner,
      begin(place: Place) {
        // An abort after this is for the one who has the place.
        signal.removeEventListener('abort', leave);
        resolve(place);
      },
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.push(waiting);
    this.#next();
    return promise;
  }

  end(owner: string, place: Place): void {
    this.#working.delete(owner);
    this.#free.push(place);
    this.#next();
  }

  #next(): void {
    while (this.#free.length > 0) {
      const [chosen] = this.#waiting
        .filter(({ owner }) => !this.#working.has(owner))
        .toSorted((a, b) => (this.#turns.get(a.owner) ?? 0) - (this.#turns.get(b.owner) ?? 0));
      const place = chosen && this.#free.pop();
      if (!chosen || place === undefined) return;
      this.#waiting = this.#waiting.filter((one) => one !== chosen);
      this.#remember(chosen.owner);
      this.#working.add(chosen.owner);
      chosen.begin(place);
    }
  }

  #remember(owner: string): void {
    this.#turn += 1;
    this.#turns.delete(owner);
    this.#turns.set(owner, this.#turn);
    const [oldest] = this.#turns.keys();
    if (oldest !== undefined && this.#turns.size > MAX_REMEMBERED) this.#turns.delete(oldest);
  }
}
