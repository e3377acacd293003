// Paints frames on a few threads, band by band, into memory that all of them share.
import { availableParallelism } from 'node:os';
import { Host, openThread } from '@atelier/kit';
import type { Stage } from './band.ts';
import type { CompositorTask } from './worker.ts';

const MAX_WORKERS = 4;

export class Compositor {
  readonly #hosts: Host<CompositorTask, void>[];
  readonly #next = new Int32Array(new SharedArrayBuffer(4));
  readonly #signal = new AbortController().signal;

  constructor(size = Math.min(MAX_WORKERS, availableParallelism())) {
    const open = () => openThread(new URL('./worker.ts', import.meta.url));
    this.#hosts = Array.from({ length: Math.max(1, size) }, () => new Host({ open, name: 'The compositor' }));
  }

  enter(stage: Stage): void {
    // Errors are ignored here: a thread without the stage fails at its first frame.
    this.#tell({ kind: 'stage', stage }).catch(() => undefined);
  }

  /** One frame at a time: `yuv` must be shared memory and is whole when this resolves. */
  async paint(frame: number, yuv: Uint8Array): Promise<void> {
    Atomics.store(this.#next, 0, 0);
    await this.#tell({ kind: 'frame', frame, yuv, next: this.#next });
  }

  async close(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.close()));
  }

  async #tell(task: CompositorTask): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.call(task, { signal: this.#signal })));
  }
}
