// Calls into a worker thread on the kit's host, so that heavy work stays off the event loop; service errors cross the thread unchanged.
import type { Transferable } from 'node:worker_threads';
import { Host, openThread, serveTasks } from '@atelier/kit';
import type { ErrorCode } from './errors.ts';
import { ServiceError, toServiceError } from './errors.ts';

type Answered<Answer> = { answer: Answer } | { refusal: { code: ErrorCode; message: string; param: string | null } };

const IDLE_MS = 60_000;
const never = new AbortController().signal;

export class CallThread<Question, Answer> {
  readonly #host: Host<Question, Answered<Answer>>;
  readonly #onDeath: () => ServiceError;

  /** `onDeath` explains to the waiting callers why the thread ended, which is usually that it ran out of memory. */
  constructor(file: URL, onDeath: () => ServiceError, { heapMegabytes }: { heapMegabytes?: number } = {}) {
    const limits = heapMegabytes === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: heapMegabytes } };
    this.#host = new Host({ open: () => openThread(file, limits), name: 'The thread', idleMs: IDLE_MS });
    this.#onDeath = onDeath;
  }

  /** Ends the thread and what it is doing; the next call starts another. */
  close(): Promise<void> {
    return this.#host.close();
  }

  async call(question: Question, transfer: readonly Transferable[] = [], signal = never): Promise<Answer> {
    const answered = await this.#host.call(question, { signal, transfer }).catch(() => {
      signal.throwIfAborted();
      throw this.#onDeath();
    });
    if ('answer' in answered) return answered.answer;
    const { code, message, param } = answered.refusal;
    throw new ServiceError(code, message, param === null ? {} : { param });
  }
}

/** Called once, by the file that is the thread. `transfer` lists memory of the answer that moves instead of being copied. */
export function serveCalls<Question, Answer>(
  answer: (question: Question) => Answer | Promise<Answer>,
  transfer: (answer: Answer) => readonly Transferable[] = () => [],
): void {
  const respond = async (question: Question): Promise<Answered<Answer>> => {
    try {
      return { answer: await answer(question) };
    } catch (error) {
      const { code, message, param } = toServiceError(error);
      return { refusal: { code, message, param } };
    }
  };
  serveTasks(respond, { transfer: (answered) => ('answer' in answered ? transfer(answered.answer) : []) });
}
