// Detects that a model repeats the same words, which small models do until they reach their limit.
const LONGEST_PHRASE = 48;
/** A short phrase may be said often on purpose; a long one hardly ever three times in a row. */
const LEAST_REPEATED_TOKENS = 48;
const LEAST_ROUNDS = 3;

export class RepetitionWatch {
  readonly #tokens: number[] = [];

  /** True once the answer has ended in the same tokens for a while. */
  push(token: number): boolean {
    this.#tokens.push(token);
    for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
      const rounds = Math.max(LEAST_ROUNDS, Math.ceil(LEAST_REPEATED_TOKENS / length));
      if (this.#repeats(length, rounds)) return true;
    }
    return false;
  }

  #repeats(length: number, rounds: number): boolean {
    const total = length * rounds;
    const end = this.#tokens.length;
    if (end < total) return false;
    for (let at = end - total + length; at < end; at += 1)
      if (this.#tokens[at] !== this.#tokens[at - length]) return false;
    return true;
  }
}
