// Runs tasks in one worker, which starts with the first task, ends when idle, and is replaced after a crash.
import type { Transferable } from 'node:worker_threads';
import type { Channel } from './channel.ts';
import { EngineError } from './engine-error.ts';
import { type FromWorker, restoreError, type ToWorker } from './protocol.ts';

export interface HostOptions {
  /** Starts the worker: openThread or openProcess. */
  open: () => Channel;
  /** Its name in errors when the worker dies during a task: "The speech engine". */
  name: string;
  /** The worker is ended after this long without a task; if absent, it stays. */
  idleMs?: number;
}

export interface CallOptions<Report> {
  signal: AbortSignal;
  /** Called for everything that the worker reports while it works; `reply` answers the worker. */
  onReport?: (report: Report, reply: Reply) => void;
  /** Memory of the task that moves to the worker instead of being copied (threads only). */
  transfer?: readonly Transferable[];
  /** Receives a function that sends more to the worker while it works. */
  onStart?: (send: Reply) => void;
}

export type Reply = (message: unknown, transfer?: readonly Transferable[]) => void;

interface OpenCall {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  onReport(report: unknown): void;
}

export class Host<Task, Result, Report = never> {
  readonly #options: HostOptions;
  readonly #open = new Map<number, OpenCall>();
  #channel: Channel | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  get callsInFlight(): number {
    return this.#open.size;
  }

  /** Rejects as soon as the signal aborts and tells the worker to drop the task. */
  async call(task: Task, { signal, onReport, onStart, transfer }: CallOptions<Report>): Promise<Result> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const channel = this.#channel ?? this.#start();
    const id = ++this.#last;
    const send = (message: ToWorker, moved?: readonly Transferable[]) => channel.send(message, moved);
    const reply: Reply = (message, moved) => send({ id, message }, moved);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const leave = () => {
      send({ cancel: id });
      reject(signal.reason);
    };
    this.#open.set(id, { resolve, reject, onReport: (report) => onReport?.(report as Report, reply) });
    signal.addEventListener('abort', leave, { once: true });
    try {
      channel.hold(true);
      send({ id, task }, transfer);
      onStart?.(reply);
      return (await promise) as Result;
    } finally {
      signal.removeEventListener('abort', leave);
      this.#open.delete(id);
      if (this.#open.size === 0) this.#rest();
    }
  }

  /** Ends the worker; open calls fail with the reason. The next call starts another. */
  async close(
    why: unknown = new EngineError('engine_unavailable', `${this.#options.name} was closed.`),
  ): Promise<void> {
    clearTimeout(this.#idle);
    const channel = this.#channel;
    this.#channel = undefined;
    this.#failAll(why);
    await channel?.end();
  }

  #start(): Channel {
    const channel = this.#options.open();
    channel.onMessage((message) => this.#receive(message as FromWorker));
    channel.onEnd((cause) => {
      if (this.#channel !== channel) return;
      this.#channel = undefined;
      this.#failAll(new EngineError('engine_failed', `${this.#options.name} stopped. Try again.`, { cause }));
    });
    this.#channel = channel;
    return channel;
  }

  #receive(message: FromWorker): void {
    const call = this.#open.get(message.id);
    if ('report' in message) call?.onReport(message.report);
    else if ('result' in message) call?.resolve(message.result);
    else call?.reject(restoreError(message.failure, this.#options.name));
  }

  /** An idle worker does not keep this process alive. */
  #rest(): void {
    this.#channel?.hold(false);
    const { idleMs } = this.#options;
    if (idleMs !== undefined) this.#idle = setTimeout(() => void this.close(), idleMs).unref();
  }

  #failAll(error: unknown): void {
    for (const { reject } of this.#open.values()) reject(error);
  }
}

/** Runs one task in its own worker. The worker has ended when the promise settles. */
export async function runOnce<Task, Result, Report = never>(
  options: Omit<HostOptions, 'idleMs'>,
  task: Task,
  call: CallOptions<Report>,
): Promise<Result> {
  const host = new Host<Task, Result, Report>(options);
  try {
    return await host.call(task, call);
  } finally {
    await host.close();
  }
}
