// Gathers the events of a stream and stores them a few times a second, but for its end, which belongs to its charge.

const FLUSH_MS = 250;
const IS_END = /^event: response\.(completed|incomplete)\n/m;

export class EventLog {
  readonly #store: (frames: string) => Promise<void>;
  #waiting = '';
  #end = '';
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failure: unknown;

  constructor(store: (frames: string) => Promise<void>) {
    this.#store = store;
  }

  add(frames: string): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#end !== '' || IS_END.test(frames)) {
      this.#end += frames;
      return;
    }
    this.#waiting += frames;
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  /** What is not stored: complete once the log is closed. */
  get tail(): string {
    return this.#waiting + this.#end;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** One after the other, so that a reader never sees an event before an earlier one. */
  #flush(): void {
    this.#timer = undefined;
    const frames = this.#waiting;
    this.#waiting = '';
    this.#writing = this.#writing
      .then(() => this.#store(frames))
      .catch((error: unknown) => {
        this.#failure ??= error;
      });
  }
}
