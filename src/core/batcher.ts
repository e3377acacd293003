// Gathers single orders into batches: while one batch is under way the next one fills, so load makes batches larger, not slower.
import { setTimeout as wait } from 'node:timers/promises';

export interface BatcherOptions {
  maxBatch?: number;
  linger?: (waiting: number) => number;
}

interface Waiting<In, Out> {
  order: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

export class Batcher<In, Out> {
  readonly #run: (orders: In[]) => Promise<Out[]>;
  readonly #maxBatch: number;
  readonly #linger: (waiting: number) => number;
  #waiting: Waiting<In, Out>[] = [];
  #running = false;

  /**
   * `run` answers in the order it was asked. `linger` says for how many milliseconds a batch waits for company: asked
   * before each, so that it can be 0 where nobody else is about to come.
   */
  constructor(run: (orders: In[]) => Promise<Out[]>, { maxBatch = 256, linger = () => 0 }: BatcherOptions = {}) {
    this.#run = run;
    this.#maxBatch = maxBatch;
    this.#linger = linger;
  }

  add(order: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order, resolve, reject });
      if (!this.#running) {
        this.#running = true;
        // Orders of the same turn of the event loop share a batch.
        setImmediate(() => this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const lingerMs = this.#linger(this.#waiting.length);
      if (lingerMs > 0) await wait(lingerMs);
      const batch = this.#waiting.splice(0, this.#maxBatch);
      try {
        const results = await this.#run(batch.map((one) => one.order));
        batch.forEach((one, index) => {
          if (index in results) one.resolve(results[index] as Out);
          else one.reject(new Error('the batch gave no answer for this order'));
        });
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
    this.#running = false;
  }
}
