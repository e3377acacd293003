// Collects single items into batches. While one batch runs the next one fills, so higher load makes batches larger instead of slower.
import { setImmediate as afterThisTurn } from 'node:timers/promises';

interface Waiting<In, Out> {
  item: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

const DEFAULT_ITEMS = 256;
/** Up to this many items always share a batch. */
const FEW_ITEMS = 8;

/** The largest total size of a batch. A batch always takes at least one item. */
interface BatchLimits<In> {
  items?: number;
  bytes?: { most: number; of(item: In): number };
}

export class Batcher<In, Out> {
  readonly #run: (items: In[]) => Promise<Out[]>;
  readonly #limits: BatchLimits<In>;
  #waiting: Waiting<In, Out>[] = [];
  #running = false;
  #lastCount = 0;

  /** `run` must return one result per item, in the same order. */
  constructor(run: (items: In[]) => Promise<Out[]>, limits: BatchLimits<In> = {}) {
    this.#run = run;
    this.#limits = limits;
  }

  add(item: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#running) {
        this.#running = true;
        // Runs after this turn of the event loop: items that one commit released arrive one after the other and share a
        // batch. Items added during a run join the next batch.
        process.nextTick(() => void this.#drain());
      }
    });
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#countNext());
      this.#lastCount = batch.length;
      try {
        const results = await this.#run(batch.map((one) => one.item));
        batch.forEach((one, index) => {
          if (index in results) one.resolve(results[index] as Out);
          else one.reject(new Error('the batch returned no result for this item'));
        });
      } catch (error) {
        for (const one of batch) one.reject(error);
      }
      // Under load, items that the event loop is about to deliver still join the next batch: four commits instead of
      // seven. Without load, this adds no delay.
      await nextTurn();
    }
    this.#running = false;
  }

  #countNext(): number {
    const { items = DEFAULT_ITEMS, bytes } = this.#limits;
    const most = Math.min(items, this.#half(), this.#waiting.length);
    if (!bytes) return most;
    let total = 0;
    for (let count = 0; count < most; count += 1) {
      const waiting = this.#waiting[count];
      if (waiting) total += bytes.of(waiting.item);
      if (count > 0 && total > bytes.most) return count;
    }
    return most;
  }

  /**
   * Takes at most half of the known items: those waiting, plus those of the last batch, whose senders may soon add
   * more. If all of them waited for the same commit, no work could be done meanwhile.
   */
  #half(): number {
    return Math.max(FEW_ITEMS, Math.ceil((this.#lastCount + this.#waiting.length) / 2));
  }
}

/** The first immediate ends this turn of the event loop; by the second, the loop has read newly arrived data. */
async function nextTurn(): Promise<void> {
  await afterThisTurn();
  await afterThisTurn();
}
