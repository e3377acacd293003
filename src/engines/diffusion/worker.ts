// Runs diffusion models in a process: a bounded queue, one image, video or song at a time; replaces a crashed or
// stalled process.
import { stat } from 'node:fs/promises';
import { Host, type Reply } from '@atelier/kit';
import { translateEngineError } from '../../core/engine-error.ts';
import { ServiceError } from '../../core/errors.ts';
import { type DiffusionRuntime, openBare, WorkerEnded } from './bare-channel.ts';

/** The weights to load: paths by the addon's own names, and its settings as text. */
export interface LoadedModel {
  files: Readonly<Record<string, string>>;
  config: Readonly<Record<string, string>>;
  /** The path of a low-rank adapter (LoRA), which every image of the model uses. */
  adapter?: string;
}

export interface DiffusionTask {
  model: LoadedModel;
  makes: 'image' | 'video' | 'song';
  params: Readonly<Record<string, unknown>>;
  /** The image to start from: PNG. */
  image?: Uint8Array;
  /** For tasks whose steps take longer than the worker's own limit allows. */
  stallMs?: number;
}

/** `part`: which network of a song model is running. */
export type DiffusionReport = { stage: 'loading' } | { stage: 'painting'; step: number; total: number; part?: string };

export interface WorkerOptions {
  runtime: DiffusionRuntime;
  /** Its name in errors: "The diffusion model" if absent. */
  name?: string;
  maxWaiting?: number;
  /** The process is ended after this long without a task, which frees all of its memory. */
  idleMs?: number;
  /**
   * A worker that reports nothing for this long is killed; loading gets more time, by file size. A step on a slow
   * processor takes minutes.
   */
  stallMs?: number;
  /** A cancelled task may end by itself within this time; then its process is killed. */
  cancelGraceMs?: number;
  /** The process ends after every task, and the next one may load another model. */
  endsAfterTask?: boolean;
}

type Wire = { made: string };
type OnReport = (report: DiffusionReport) => void;

export class DiffusionWorker {
  readonly #host: Host<object, Wire, DiffusionReport>;
  readonly #limits: Required<Omit<WorkerOptions, 'runtime' | 'name'>>;
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;
  #pid: number | undefined;
  usedAtMs = Date.now();

  constructor({
    runtime,
    name = 'The diffusion model',
    maxWaiting = 32,
    idleMs = 300_000,
    stallMs = 600_000,
    cancelGraceMs = 1_000,
    endsAfterTask = false,
  }: WorkerOptions) {
    this.#limits = { maxWaiting, idleMs, stallMs, cancelGraceMs, endsAfterTask };
    const open = () => {
      const channel = openBare(runtime);
      this.#pid = channel.pid;
      return channel;
    };
    this.#host = new Host({ open, name, idleMs });
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** The id of the newest process, which may have ended since. */
  get pid(): number | undefined {
    return this.#pid;
  }

  /** PNG for an image, MJPEG in AVI for a video, samples for a song. If the process dies, the task is tried once more: the task itself is seldom the cause. */
  async make(task: DiffusionTask, onReport: OnReport, signal: AbortSignal): Promise<Uint8Array> {
    await this.#takeTurn(signal);
    try {
      return await this.#tryOnce(task, onReport, signal).catch((error: unknown) => {
        if (signal.aborted || !isGone(error)) throw error;
        return this.#tryOnce(task, onReport, signal);
      });
    } catch (error) {
      signal.throwIfAborted();
      throw explain(error);
    } finally {
      if (this.#limits.endsAfterTask) await this.#host.close();
      this.usedAtMs = Date.now();
      this.#isBusy = false;
      this.#waiting.shift()?.();
    }
  }

  close(): Promise<void> {
    return this.#host.close();
  }

  async #tryOnce(task: DiffusionTask, onReport: OnReport, signal: AbortSignal): Promise<Uint8Array> {
    signal.throwIfAborted();
    const { cancelGraceMs } = this.#limits;
    const stallMs = task.stallMs ?? this.#limits.stallMs;
    const loadMs = stallMs + (await countBytes(task.model)) / LOAD_BYTES_PER_MS;
    signal.throwIfAborted();
    const kill = (why: Error) => void this.#host.close(why);
    const waitFor = (ms: number) => setTimeout(() => kill(new WorkerStalled()), ms);
    let stall = waitFor(stallMs);
    let send: Reply | undefined;
    let grace: NodeJS.Timeout | undefined;
    const cancel = () => {
      send?.('cancel');
      grace = setTimeout(() => kill(signal.reason as Error), cancelGraceMs);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const { image, stallMs: _stallMs, ...rest } = task;
      const wire = { ...rest, ...(image ? { image: Buffer.from(image).toString('base64') } : {}) };
      const made = await this.#host.call(wire, {
        // Not the caller's signal: the call must stay open until the worker has stopped, so that the next task finds it
        // free.
        signal: NEVER,
        onStart: (reply) => {
          send = reply;
        },
        onReport: (report) => {
          clearTimeout(stall);
          stall = waitFor(report.stage === 'loading' ? loadMs : stallMs);
          onReport(report);
        },
      });
      signal.throwIfAborted();
      return Buffer.from(made.made, 'base64');
    } finally {
      clearTimeout(stall);
      clearTimeout(grace);
      signal.removeEventListener('abort', cancel);
    }
  }

  #takeTurn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#isBusy) {
      this.#isBusy = true;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#limits.maxWaiting)
      throw new ServiceError('engine_unavailable', 'Too many requests are waiting for this model. Try again soon.', {
        retryAfterSeconds: 30,
      });
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        this.#isBusy = true;
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(start);
    });
  }
}

const NEVER = new AbortController().signal;
/**
 * The runtime reports nothing from loading to the first step, and may convert all weights to another type meanwhile. A
 * slower load counts as stalled.
 */
const LOAD_BYTES_PER_MS = 10_000;

class WorkerStalled extends Error {}

/** A missing file counts as zero bytes; the worker reports it. */
async function countBytes({ files }: LoadedModel): Promise<number> {
  const sizes = Object.values(files).map((path) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function isGone(error: unknown): boolean {
  return error instanceof WorkerStalled || (error instanceof Error && error.cause instanceof WorkerEnded);
}

function explain(error: unknown): unknown {
  if (error instanceof WorkerStalled)
    return new ServiceError('engine_timeout', 'The model made no progress and was stopped. Try again.');
  return translateEngineError(error);
}
