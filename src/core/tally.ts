// Counts by labels since this process started, for the metrics. Its callers give labels from fixed lists only.

export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

export class Tally<Label extends string> {
  readonly #names: readonly Label[];
  readonly #samples = new Map<string, { labels: Record<string, string>; value: number }>();

  constructor(...names: readonly Label[]) {
    this.#names = names;
  }

  add(values: readonly string[], by = 1): void {
    const key = values.join('\n');
    let sample = this.#samples.get(key);
    if (!sample) {
      sample = { labels: Object.fromEntries(this.#names.map((name, place) => [name, values[place] ?? ''])), value: 0 };
      this.#samples.set(key, sample);
    }
    sample.value += by;
  }

  get samples(): readonly Sample[] {
    return [...this.#samples.values()];
  }
}
