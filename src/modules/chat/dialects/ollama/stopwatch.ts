// Measures an answer for Ollama's durations: the time until its first piece, and from there to its end.

export class Stopwatch {
  readonly #startedAt = process.hrtime.bigint();
  #firstAt: bigint | undefined;

  /** A piece of the answer has arrived. */
  notePiece(): void {
    this.#firstAt ??= process.hrtime.bigint();
  }

  /**
   * In nanoseconds. A whole answer arrives in one piece, so the prompt's time is unknown and all of it counts as
   * generation. The load time is always 0.
   */
  durations(): Record<string, number> {
    const endedAt = process.hrtime.bigint();
    const firstAt = this.#firstAt;
    return {
      total_duration: Number(endedAt - this.#startedAt),
      load_duration: 0,
      ...(firstAt === undefined ? {} : { prompt_eval_duration: Number(firstAt - this.#startedAt) }),
      eval_duration: Number(endedAt - (firstAt ?? this.#startedAt)),
    };
  }

  totalNs(): number {
    return Number(process.hrtime.bigint() - this.#startedAt);
  }
}
