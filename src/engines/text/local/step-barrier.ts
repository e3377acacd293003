// Lets the sequences take their next step together: the library computes whatever is queued at that moment, and four
// sequences that arrive one after the other would be computed as one and three instead of four at once. The wait must
// be longer than one step of the slowest sequence; otherwise a sequence out of step would stay so.
const LONGEST_WAIT_MS = 500;

export class StepBarrier {
  #members = 0;
  #waiting: { place: number; resolve: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  join(): void {
    this.#members += 1;
  }

  leave(): void {
    this.#members -= 1;
    this.#releaseIfAll();
  }

  /**
   * Waits until all members have arrived, or until waiting no longer pays; then they continue in order of position.
   * llama.cpp computes neighbouring sequences of a batch together only if they are in ascending order.
   */
  async step(place: number): Promise<void> {
    if (this.#members < 2) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push({ place, resolve });
      this.#timer ??= setTimeout(() => this.#release(), LONGEST_WAIT_MS);
      this.#releaseIfAll();
    });
  }

  #releaseIfAll(): void {
    // On the next turn: the library must first have closed the current batch.
    if (this.#waiting.length > 0 && this.#waiting.length >= this.#members) setImmediate(() => this.#release());
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const released = this.#waiting.sort((left, right) => left.place - right.place);
    this.#waiting = [];
    for (const { resolve } of released) resolve();
  }
}
