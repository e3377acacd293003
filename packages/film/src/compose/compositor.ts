// Paints frames on a few threads, band by band, into memory that all of them share.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Stage } from './band.ts';
import type { CompositorTask } from './worker.ts';

const MAX_WORKERS = 4;

export class Compositor {
  readonly #workers: Worker[];
  readonly #next = new Int32Array(new SharedArrayBuffer(4));

  constructor(size = Math.min(MAX_WORKERS, availableParallelism())) {
    this.#workers = Array.from(
      { length: Math.max(1, size) },
      () => new Worker(new URL('./worker.ts', import.meta.url)),
    );
  }

  enter(stage: Stage): void {
    for (const worker of this.#workers) this.#tell(worker, { kind: 'stage', stage });
  }

  /** One frame at a time: `yuv` must be shared memory and is whole when this resolves. */
  async paint(frame: number, yuv: Uint8Array): Promise<void> {
    Atomics.store(this.#next, 0, 0);
    await Promise.all(
      this.#workers.map((worker) => {
        const done = once(worker, 'message');
        this.#tell(worker, { kind: 'frame', frame, yuv, next: this.#next });
        return done;
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #tell(worker: Worker, task: CompositorTask): void {
    worker.postMessage(task);
  }
}
