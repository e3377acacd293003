// Runs renders on worker threads and ends them at once when the order is aborted.
import { availableParallelism } from 'node:os';
import { Host, openThread } from '@atelier/kit';
import type { FinishedLook } from '../style/finish.ts';
import { type Frame, newFrame } from './frame.ts';
import type { Sight } from './trace.ts';
import type { FinishTask, RenderTask } from './worker.ts';
import type { World } from './world.ts';

const MAX_WORKERS = 4;
export const DEFAULT_WORKERS = Math.min(MAX_WORKERS, availableParallelism());

/**
 * How long a finished thread waits for the next image: warm code paints up to twice as fast. It takes 30 MB meanwhile.
 */
const IDLE_MS = 60_000;

type RenderHost = Host<RenderTask | FinishTask, void, number>;

/** Hosts of finished pictures. */
const spare: RenderHost[] = [];

export class RenderPool {
  readonly #hosts: RenderHost[];
  readonly #signal: AbortSignal;
  readonly #end = () => this.close();

  constructor(signal: AbortSignal, size = DEFAULT_WORKERS) {
    signal.throwIfAborted();
    this.#signal = signal;
    this.#hosts = Array.from({ length: Math.max(1, size) }, () => spare.pop() ?? newHost());
    signal.addEventListener('abort', this.#end, { once: true });
  }

  async render(
    world: World,
    size: { width: number; height: number },
    {
      sight,
      onShare,
      rows = { from: 0, to: size.height },
    }: { sight: Sight; onShare: (share: number) => void; rows?: { from: number; to: number } },
  ): Promise<Frame> {
    const frame = newFrame(size.width, size.height);
    const edges = new Uint8Array(new SharedArrayBuffer(size.width * size.height));
    const counters = new Int32Array(new SharedArrayBuffer(6 * 4));
    let finished = 0;
    const task: RenderTask = { kind: 'render', world, sight, frame, edges, rows, counters };
    await Promise.all(
      this.#hosts.map((host) =>
        host.call(task, {
          signal: this.#signal,
          onReport: (done) => {
            finished += done;
            onShare(Math.min(1, finished / ((rows.to - rows.from) * 2)));
          },
        }),
      ),
    );
    return frame;
  }

  /** Styles, grades and rounds the frame to screen pixels (RGBA). */
  async finish(world: World, frame: Frame, look: FinishedLook): Promise<Uint8Array> {
    const pixels = new Uint8Array(new SharedArrayBuffer(frame.width * frame.height * 4));
    const task: FinishTask = { kind: 'finish', world, frame, look, pixels };
    await this.#hosts[0]?.call(task, { signal: this.#signal });
    return pixels;
  }

  /** Ends the threads that still work; the others wait for the next picture. */
  close(): void {
    this.#signal.removeEventListener('abort', this.#end);
    const why = this.#signal.aborted ? this.#signal.reason : new Error('The painter was closed.');
    for (const host of this.#hosts.splice(0)) {
      if (host.callsInFlight > 0) void host.close(why);
      spare.push(host);
    }
  }
}

function newHost(): RenderHost {
  const open = () => openThread(new URL('./worker.ts', import.meta.url));
  return new Host({ open, name: 'The painter', idleMs: IDLE_MS });
}
