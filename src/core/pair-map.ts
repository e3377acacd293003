// A map from two names to a value. Looking up a pair builds no joined key.
export class PairMap<Value> {
  readonly #byFirst = new Map<string, Map<string, Value>>();

  get(first: string, second: string): Value | undefined {
    return this.#byFirst.get(first)?.get(second);
  }

  set(first: string, second: string, value: Value): void {
    const bySecond = this.#byFirst.get(first);
    if (bySecond) bySecond.set(second, value);
    else this.#byFirst.set(first, new Map([[second, value]]));
  }

  *values(): Generator<Value> {
    for (const bySecond of this.#byFirst.values()) yield* bySecond.values();
  }
}
