// One model in its own process: loads it before the first call, falls back to the CPU if the GPU fails, and restarts
// after a crash.

import { type Channel, EngineError, Host, openProcess } from '@atelier/kit';
import { callPackage, translateEngineError } from '../../../core/engine-error.ts';
import type { OnAccepted } from '../../../core/left-calls.ts';
import type { TextEvent, TextMessage, TextOrder } from '../port.ts';
import { EventQueue } from './event-queue.ts';
import type { LoadedModel, LoadSettings, ModelReport, ModelResult, ModelTask, PromptShape } from './protocol.ts';

const CHILD = new URL('./child.ts', import.meta.url);
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
const KEPT_STDERR_CHARS = 1_000;
const never = new AbortController().signal;

export interface ModelProcessOptions {
  settings: LoadSettings;
  idleUnloadMs: number;
  onEnd?: (why: string) => void;
}

export class ModelProcess {
  readonly #options: ModelProcessOptions;
  readonly #host: Host<ModelTask, ModelResult, ModelReport>;
  #settings: LoadSettings;
  #channel: Channel | undefined;
  #loading: Promise<LoadedModel> | undefined;
  #loaded: LoadedModel | undefined;
  #calls = 0;
  #crashes = 0;
  #restartAtMs = 0;

  constructor(options: ModelProcessOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#host = new Host({ open: () => this.#open(), name: 'The local model', idleMs: options.idleUnloadMs });
  }

  /** Undefined while no process runs. */
  get pid(): number | undefined {
    return this.#channel?.pid;
  }

  /** Includes the calls that wait for the weights. */
  get callsInFlight(): number {
    return this.#calls;
  }

  /** Starts the process if there is none; resolves once the weights are in memory. */
  load(): Promise<LoadedModel> {
    if (this.#loaded) return Promise.resolve(this.#loaded);
    this.#loading ??= callPackage(() => this.#loadOnGpuOrCpu()).finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async *stream(order: TextOrder, signal: AbortSignal, onAccepted: OnAccepted): AsyncGenerator<TextEvent> {
    signal.throwIfAborted();
    const leaving = new AbortController();
    const events = new EventQueue<TextEvent>();
    this.#calls += 1;
    try {
      await Promise.race([this.load(), abortion(signal)]);
      const call = {
        signal: AbortSignal.any([signal, leaving.signal]),
        onReport: (event: ModelReport) => {
          if (event.type === 'begun') onAccepted(true);
          else events.push(event);
        },
      };
      this.#host.call({ kind: 'generate', order }, call).then(
        () => events.end(),
        (error: unknown) => events.fail(translateEngineError(error)),
      );
      for await (const event of events) {
        yield event;
        if (event.type === 'end') return;
      }
    } finally {
      this.#calls -= 1;
      // A reader that stops early must end the work too.
      leaving.abort();
    }
  }

  async count(input: string | readonly TextMessage[], shape: PromptShape): Promise<number> {
    this.#calls += 1;
    try {
      await this.load();
      const task = { kind: 'count', input, shape } as const;
      return (await callPackage(() => this.#host.call(task, { signal: never }))) as number;
    } finally {
      this.#calls -= 1;
    }
  }

  stop(): Promise<void> {
    return this.#host.close();
  }

  /** A driver may fail, or crash the process, with this model only: then the CPU runs it. */
  async #loadOnGpuOrCpu(): Promise<LoadedModel> {
    try {
      return await this.#loadOnce();
    } catch (error) {
      const hasFailed = error instanceof EngineError && error.code === 'engine_failed';
      if (this.#settings.gpu.use === 'off' || !hasFailed) throw error;
      const why = error.cause instanceof Error ? error.cause.message : error.message;
      this.#options.onEnd?.(`the model could not be loaded on the GPU and runs on the CPU: ${why}`);
      this.#settings = { ...this.#settings, gpu: { ...this.#settings.gpu, use: 'off' } };
      [this.#restartAtMs, this.#crashes] = [0, 0];
      return this.#loadOnce();
    }
  }

  async #loadOnce(): Promise<LoadedModel> {
    const pauseMs = this.#restartAtMs - Date.now();
    if (pauseMs > 0) {
      const message = 'The local model has crashed and restarts shortly. Try again in a moment.';
      throw new EngineError('engine_unavailable', message, { retryAfterSeconds: Math.ceil(pauseMs / 1000) });
    }
    try {
      const task = { kind: 'load', settings: this.#settings } as const;
      this.#loaded = (await this.#host.call(task, { signal: never })) as LoadedModel;
      this.#crashes = 0;
      return this.#loaded;
    } catch (error) {
      if (!this.#channel) throw error;
      // The process is running, but without a model: these weights will probably not load in the next seconds.
      this.#restartAtMs = Date.now() + LONGEST_PAUSE_MS;
      await this.stop();
      throw error;
    }
  }

  #open(): Channel {
    const channel = openProcess(CHILD, { execArgv: [], keptStderrChars: KEPT_STDERR_CHARS });
    this.#channel = channel;
    channel.onEnd((why) => {
      if (this.#channel !== channel) return;
      this.#forget();
      this.#countCrash();
      this.#options.onEnd?.(why.message);
    });
    // Removed before it has ended: a call that arrives meanwhile belongs to the next process.
    const end = () => {
      if (this.#channel === channel) this.#forget();
      return channel.end();
    };
    return { ...channel, end };
  }

  #forget(): void {
    this.#channel = undefined;
    this.#loaded = undefined;
  }

  /** The first restart is immediate: one bad order must not affect the next customer. */
  #countCrash(): void {
    this.#crashes += 1;
    const pauseMs = this.#crashes < 2 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#crashes - 2));
    this.#restartAtMs = Math.max(this.#restartAtMs, Date.now() + pauseMs);
  }
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
