// Calls into worker threads that read what strangers sent: one at a time in each thread, within a time, in turns of their owners. Whatever fails, runs too long or is not wanted any more ends with its thread.
import type { Transferable } from 'node:worker_threads';
import { CallThread } from './call-thread.ts';
import { ServiceError } from './errors.ts';
import { Turns } from './turns.ts';

export interface TimedCall<Question> {
  /** Called when its turn has come, so that waiting costs no memory. */
  load(): Question | Promise<Question>;
  /** Memory of the question that moves to the thread instead of being copied. */
  transfer?: (question: Question) => readonly Transferable[];
  /** Whose call it is, such as an account. With several threads, an owner has one of them at a time. */
  owner: string;
  /** From the beginning of its turn, with the start of the thread. */
  limitMs: number;
  signal?: AbortSignal | undefined;
}

interface ThreadSettings {
  threads: number;
  /** What callers hear when a thread fails or runs out of memory. */
  onDeath: () => ServiceError;
  heapMegabytes?: number;
}

export class TimeOver extends ServiceError {
  constructor(limitMs: number) {
    super('engine_timeout', `The file could not be read within ${Math.round(limitMs / 1_000)} seconds.`);
    this.name = 'TimeOver';
  }
}

const never = new AbortController().signal;

export class TimedThreads<Question, Answer> {
  readonly #all: readonly CallThread<Question, Answer>[];
  readonly #turns: Turns<CallThread<Question, Answer>>;
  readonly #ending = new AbortController();

  constructor(file: URL, { threads, onDeath, ...limits }: ThreadSettings) {
    this.#all = Array.from({ length: threads }, () => new CallThread<Question, Answer>(file, onDeath, limits));
    this.#turns = new Turns(this.#all);
  }

  async call({ load, transfer, owner, limitMs, signal = never }: TimedCall<Question>): Promise<Answer> {
    const wanted = AbortSignal.any([signal, this.#ending.signal]);
    const thread = await this.#turns.begin(owner, wanted);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new TimeOver(limitMs)), limitMs);
    try {
      const question = await load();
      const stop = AbortSignal.any([wanted, limit.signal]);
      return await thread.call(question, transfer?.(question) ?? [], stop);
    } catch (error) {
      // What failed may have left the thread in disorder, and what was aborted still works in it.
      await thread.close();
      throw error;
    } finally {
      clearTimeout(timer);
      this.#turns.end(owner, thread);
    }
  }

  /** Ends every call and every thread. */
  async close(): Promise<void> {
    this.#ending.abort(new ServiceError('service_unavailable', 'The service is stopping.'));
    await Promise.all(this.#all.map((thread) => thread.close()));
  }
}
