// Gathers single orders into batches: while one batch is under way the next one fills, so load makes batches larger, not slower.
interface Waiting<In, Out> {
  order: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

export class Batcher<In, Out> {
  readonly #run: (orders: In[]) => Promise<Out[]>;
  readonly #maxBatch: number;
  #waiting: Waiting<In, Out>[] = [];
  #running = false;

  /** `run` answers in the order it was asked. */
  constructor(run: (orders: In[]) => Promise<Out[]>, maxBatch = 256) {
    this.#run = run;
    this.#maxBatch = maxBatch;
  }

  add(order: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ order, resolve, reject });
      if (!this.#running) {
        this.#running = true;
        // An order that comes alone waits for nobody; those that come meanwhile share the next batch.
        void this.#drain();
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
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
