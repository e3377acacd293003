// Collects single items into batches. While one batch runs the next one fills, so higher load makes batches larger instead of slower.
interface Waiting<In, Out> {
  item: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

export class Batcher<In, Out> {
  readonly #run: (items: In[]) => Promise<Out[]>;
  readonly #maxBatch: number;
  #waiting: Waiting<In, Out>[] = [];
  #running = false;

  /** `run` must return one result per item, in the same order. */
  constructor(run: (items: In[]) => Promise<Out[]>, maxBatch = 256) {
    this.#run = run;
    this.#maxBatch = maxBatch;
  }

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#running) {
        this.#running = true;
        // After this turn: items that one commit has released are added one after the other, and share a batch. Items added while it runs share the next.
        process.nextTick(() => void this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#maxBatch);
      try {
        const results = await this.#run(batch.map((one) => one.item));
        batch.forEach((one, index) => {
          if (index in results) one.resolve(results[index] as Out);
          else one.reject(new Error('the batch returned no result for this item'));
        });
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
    }
    this.#running = false;
  }
}
