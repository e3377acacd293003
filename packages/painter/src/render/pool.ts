// Runs renders on worker threads and ends them at once when the order is aborted.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { FinishedLook } from '../style/finish.ts';
import { type Frame, newFrame } from './frame.ts';
import type { Sight } from './trace.ts';
import type { FinishTask, RenderTask, WorkerReport } from './worker.ts';
import type { World } from './world.ts';

const MAX_WORKERS = 4;

export class RenderPool {
  readonly #workers: Worker[];
  readonly #signal: AbortSignal;
  readonly #end = () => this.close();

  constructor(signal: AbortSignal, size = Math.min(MAX_WORKERS, availableParallelism())) {
    signal.throwIfAborted();
    this.#signal = signal;
    this.#workers = Array.from(
      { length: Math.max(1, size) },
      () => new Worker(new URL('./worker.ts', import.meta.url)),
    );
    signal.addEventListener('abort', this.#end, { once: true });
  }

  async render(
    world: World,
    size: { width: number; height: number },
    sight: Sight,
    onShare: (share: number) => void,
    rows = { from: 0, to: size.height },
  ): Promise<Frame> {
    const frame = newFrame(size.width, size.height);
    const edges = new Uint8Array(new SharedArrayBuffer(size.width * size.height));
    const counters = new Int32Array(new SharedArrayBuffer(6 * 4));
    let finished = 0;
    const task: RenderTask = { kind: 'render', world, sight, frame, edges, rows, counters };
    await Promise.all(
      this.#workers.map((worker) =>
        this.#run(worker, task, (done) => {
          finished += done;
          onShare(Math.min(1, finished / ((rows.to - rows.from) * 2)));
        }),
      ),
    );
    return frame;
  }

  /** Styles, grades and rounds the frame to screen pixels (RGBA). */
  async finish(world: World, frame: Frame, look: FinishedLook): Promise<Uint8Array> {
    const pixels = new Uint8Array(new SharedArrayBuffer(frame.width * frame.height * 4));
    const task: FinishTask = { kind: 'finish', world, frame, look, pixels };
    const [first] = this.#workers;
    if (first) await this.#run(first, task, () => undefined);
    return pixels;
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#end);
    for (const worker of this.#workers) void worker.terminate();
  }

  #run(worker: Worker, task: RenderTask | FinishTask, onRows: (done: number) => void): Promise<void> {
    this.#signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      // Named listeners, removed one by one: removing all of them would also cut the worker's own wiring.
      const heard = (report: WorkerReport) => {
        if (report.kind === 'rows') onRows(report.done);
        else if (report.kind === 'done') settle(resolve);
        else settle(() => reject(new Error(report.message)));
      };
      const failed = (error: Error) => settle(() => reject(error));
      const ended = () => settle(() => reject(new Error('A render worker ended before its task.')));
      const aborted = () => settle(() => reject(this.#signal.reason));
      const settle = (end: () => void) => {
        worker.off('message', heard);
        worker.off('error', failed);
        worker.off('exit', ended);
        this.#signal.removeEventListener('abort', aborted);
        end();
      };
      worker.on('message', heard);
      worker.on('error', failed);
      worker.on('exit', ended);
      this.#signal.addEventListener('abort', aborted, { once: true });
      worker.postMessage(task);
    });
  }
}
