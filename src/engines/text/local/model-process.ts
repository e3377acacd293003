// Runs one model in its own process: starts it, exchanges messages, notices its death, and unloads it when idle.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../core/errors.ts';
import type { TextEvent, TextMessage, TextOrder } from '../port.ts';
import { EventQueue } from './event-queue.ts';
import type { CallFailure, FromModel, LoadedModel, LoadSettings, PromptShape, ToModel } from './protocol.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export interface ModelProcessOptions {
  settings: LoadSettings;
  idleUnloadMs: number;
  onEnd?: (why: string) => void;
}

interface PendingCall {
  events: EventQueue<TextEvent>;
  counted?: (tokens: number) => void;
}

export class ModelProcess {
  readonly #options: ModelProcessOptions;
  readonly #calls = new Map<number, PendingCall>();
  #settings: LoadSettings;
  #child: ChildProcess | undefined;
  #loaded: Promise<LoadedModel> | undefined;
  #nextCall = 1;
  #crashes = 0;
  #restartAtMs = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ModelProcessOptions) {
    this.#options = options;
    this.#settings = options.settings;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get callsInFlight(): number {
    return this.#calls.size;
  }

  /** Starts the process if there is none; resolves once the weights are in memory. */
  load(): Promise<LoadedModel> {
    this.#loaded ??= this.#startOnGpu();
    return this.#loaded;
  }

  /** A driver may fail, or crash the process, with this model only: then the CPU takes it. */
  async #startOnGpu(): Promise<LoadedModel> {
    try {
      return await this.#start();
    } catch (error) {
      if (this.#settings.gpu.use === 'off') throw error;
      const why = error instanceof Error ? error.message : String(error);
      this.#options.onEnd?.(`the GPU could not take the model, the CPU does: ${why}`);
      this.#settings = { ...this.#settings, gpu: { ...this.#settings.gpu, use: 'off' } };
      [this.#restartAtMs, this.#crashes] = [0, 0];
      return this.#start();
    }
  }

  async *stream(order: TextOrder, signal: AbortSignal): AsyncGenerator<TextEvent> {
    signal.throwIfAborted();
    const { call, pending } = this.#open();
    const leave = () => {
      this.#send({ kind: 'abort', call });
      pending.events.fail(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([this.load(), abortion(signal)]);
      this.#send({ kind: 'generate', call, order });
      for await (const event of pending.events) {
        yield event;
        if (event.type === 'end') return;
      }
    } finally {
      signal.removeEventListener('abort', leave);
      // A reader that stops reading must end the work too.
      if (this.#calls.has(call)) this.#send({ kind: 'abort', call });
      this.#close(call);
    }
  }

  async count(input: string | readonly TextMessage[], shape: PromptShape): Promise<number> {
    const { call, pending } = this.#open();
    try {
      await this.load();
      return await new Promise<number>((resolve, reject) => {
        pending.counted = resolve;
        drain(pending.events).catch(reject);
        this.#send({ kind: 'count', call, input, shape });
      });
    } finally {
      this.#close(call);
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    this.#forget();
    // Before the wait: an order that arrives during it belongs to the next process.
    this.#failAll('the model was unloaded');
    child.kill('SIGKILL');
    await ended;
  }

  #open(): { call: number; pending: PendingCall } {
    clearTimeout(this.#idleTimer);
    const call = this.#nextCall;
    this.#nextCall += 1;
    const pending: PendingCall = { events: new EventQueue() };
    this.#calls.set(call, pending);
    return { call, pending };
  }

  #close(call: number): void {
    this.#calls.delete(call);
    this.#restIfIdle();
  }

  #restIfIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#calls.size > 0) return;
    this.#idleTimer = setTimeout(() => void this.stop(), this.#options.idleUnloadMs);
    this.#idleTimer.unref();
  }

  async #start(): Promise<LoadedModel> {
    const pauseMs = this.#restartAtMs - Date.now();
    if (pauseMs > 0) {
      this.#loaded = undefined;
      const message = 'The local model has crashed and restarts shortly. Try again in a moment.';
      throw new ServiceError('engine_unavailable', message, { retryAfterSeconds: Math.ceil(pauseMs / 1000) });
    }
    const child = fork(CHILD, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child = child;
    let complaint = '';
    let isLoading = true;
    child.stderr?.on('data', (text: Buffer) => {
      complaint = (complaint + text.toString()).slice(-1_000);
    });
    const { promise, resolve, reject } = Promise.withResolvers<LoadedModel>();
    promise.catch(() => undefined);
    child.on('message', (messages: FromModel[]) => {
      for (const message of messages) {
        if (message.kind === 'loaded') resolve(message.model);
        else if (message.kind === 'load-failed') {
          this.#restartAtMs = Date.now() + LONGEST_PAUSE_MS;
          reject(new ServiceError('engine_failed', `The local model could not be loaded: ${message.message}`));
          child.kill();
        } else this.#receive(message);
      }
    });
    child.once('exit', (code, signal) => {
      const why = signal ? `signal ${signal}` : `exit code ${code}`;
      reject(new ServiceError('engine_failed', `The local model's process ended while loading (${why}).`));
      // While the model is loaded on a GPU, the CPU is tried next: the calls wait for it.
      if (this.#child === child && !(isLoading && this.#settings.gpu.use !== 'off')) this.#mournChild(why, complaint);
    });
    this.#send({ kind: 'load', settings: this.#settings });
    const loaded = await promise;
    isLoading = false;
    this.#crashes = 0;
    this.#restIfIdle();
    return loaded;
  }

  #receive(message: Exclude<FromModel, { kind: 'loaded' | 'load-failed' }>): void {
    const pending = this.#calls.get(message.call);
    if (!pending) return; // aborted meanwhile
    if (message.kind === 'event') pending.events.push(message.event);
    else if (message.kind === 'counted') pending.counted?.(message.tokens);
    else pending.events.fail(toServiceError(message.failure));
  }

  #mournChild(why: string, complaint: string): void {
    this.#forget();
    this.#crashes += 1;
    // The first restart is immediate: one bad order must not affect the next customer.
    const pauseMs = this.#crashes < 2 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#crashes - 2));
    this.#restartAtMs = Math.max(this.#restartAtMs, Date.now() + pauseMs);
    this.#options.onEnd?.(complaint ? `${why}: ${complaint.trim()}` : why);
    this.#failAll(`its process ended (${why})`);
  }

  #failAll(why: string): void {
    const error = new ServiceError(
      'engine_failed',
      `The local model stopped in the middle of the answer: ${why}. Try again.`,
    );
    for (const { events } of this.#calls.values()) events.fail(error);
  }

  #forget(): void {
    this.#child = undefined;
    this.#loaded = undefined;
  }

  #send(message: ToModel): void {
    if (this.#child?.connected) this.#child.send(message);
  }
}

function toServiceError({ code, message, param }: CallFailure): ServiceError {
  return new ServiceError(code, message, param ? { param } : {});
}

async function drain(events: AsyncIterable<TextEvent>): Promise<void> {
  for await (const _event of events);
}

function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
