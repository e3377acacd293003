// Calls into one worker thread that starts with the first call and ends when idle, so that heavy work stays off the event loop.
import { type Transferable, Worker } from 'node:worker_threads';
import type { ErrorCode } from './errors.ts';
import { ServiceError, toServiceError } from './errors.ts';

export interface ThreadCall<Question> {
  id: number;
  question: Question;
}

export type ThreadAnswer<Answer> =
  | { id: number; answer: Answer }
  | { id: number; refusal: { code: ErrorCode; message: string; param: string | null } };

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: ServiceError): void;
}

const IDLE_MS = 60_000;

export class CallThread<Question, Answer> {
  readonly #file: URL;
  readonly #onDeath: () => ServiceError;
  readonly #waiting = new Map<number, Waiting<Answer>>();
  #thread: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** `onDeath` explains to the waiting callers why the thread ended, which is usually that it ran out of memory. */
  constructor(file: URL, onDeath: () => ServiceError) {
    this.#file = file;
    this.#onDeath = onDeath;
  }

  call(question: Question, transfers: readonly Transferable[] = []): Promise<Answer> {
    clearTimeout(this.#idleTimer);
    const worker = this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, question } satisfies ThreadCall<Question>, transfers);
    });
  }

  #start(): Worker {
    if (this.#thread) return this.#thread;
    const started = new Worker(this.#file);
    started.on('message', (message: ThreadAnswer<Answer>) => this.#receive(message));
    started.on('error', () => this.#failAll(started));
    started.on('exit', () => this.#failAll(started));
    this.#thread = started;
    return started;
  }

  #receive(message: ThreadAnswer<Answer>): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (this.#waiting.size === 0) this.#rest();
    if ('refusal' in message) {
      const { code, message: text, param } = message.refusal;
      waiting?.reject(new ServiceError(code, text, param === null ? {} : { param }));
    } else waiting?.resolve(message.answer);
  }

  /** An idle thread keeps neither the process nor its memory. */
  #rest(): void {
    const worker = this.#thread;
    worker?.unref();
    this.#idleTimer = setTimeout(() => {
      if (this.#thread === worker) this.#thread = undefined;
      void worker?.terminate();
    }, IDLE_MS).unref();
  }

  #failAll(worker: Worker): void {
    if (this.#thread !== worker) return;
    this.#thread = undefined;
    for (const { reject } of this.#waiting.values()) reject(this.#onDeath());
    this.#waiting.clear();
  }
}

/** The thread's side: answers one call; what it throws becomes the caller's error. */
export async function answerCall<Question, Answer>(
  { id, question }: ThreadCall<Question>,
  answer: (question: Question) => Answer | Promise<Answer>,
): Promise<ThreadAnswer<Answer>> {
  try {
    return { id, answer: await answer(question) };
  } catch (error) {
    const { code, message, param } = toServiceError(error);
    return { id, refusal: { code, message, param } };
  }
}
