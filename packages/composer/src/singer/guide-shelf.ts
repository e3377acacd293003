// A cache of spoken lines for repeated choruses and doubles. It drops the least recently used line.
const MAX_SAMPLES = 24_000 * 600;

export interface ShelvedGuide {
  samples: Float32Array;
}

export class GuideShelf<T extends ShelvedGuide> {
  readonly #kept = new Map<string, Promise<T>>();
  readonly #sizes = new Map<string, number>();

  /** A line that failed or was cancelled is not kept, so the next caller speaks it again. */
  take(key: string, speak: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const spoken = speak();
    this.#kept.set(key, spoken);
    spoken.then(
      (guide) => this.#settle(key, guide.samples.length),
      () => this.#kept.delete(key),
    );
    return spoken;
  }

  #settle(key: string, samples: number): void {
    this.#sizes.set(key, samples);
    let total = 0;
    for (const size of this.#sizes.values()) total += size;
    for (const oldest of [...this.#kept.keys()]) {
      if (total <= MAX_SAMPLES) return;
      total -= this.#sizes.get(oldest) ?? 0;
      this.#kept.delete(oldest);
      this.#sizes.delete(oldest);
    }
  }
}
