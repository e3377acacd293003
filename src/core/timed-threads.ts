// Calls into worker threads that read what strangers sent: one at a time in each thread, within a time, in turns of their owners. Whatever fails, runs too long or is not wanted any more ends with its thread.
import type { Transferable } from 'node:worker_threads';
import { CallThread } from './call-thread.ts';
import { ServiceError } from './errors.ts';

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

interface Waiting<Thread> {
  owner: string;
  begin(thread: Thread): void;
}

const never = new AbortController().signal;

export class TimedThreads<Question, Answer> {
  readonly #free: CallThread<Question, Answer>[];
  readonly #all: readonly CallThread<Question, Answer>[];
  readonly #working = new Map<string, number>();
  /** When owners who wait or work had their last turn. */
  readonly #turns = new Map<string, number>();
  readonly #ending = new AbortController();
  #waiting: Waiting<CallThread<Question, Answer>>[] = [];
  #turn = 0;

  constructor(file: URL, { threads, onDeath, ...limits }: ThreadSettings) {
    this.#all = Array.from({ length: threads }, () => new CallThread<Question, Answer>(file, onDeath, limits));
    this.#free = [...this.#all];
  }

  async call({ load, transfer, owner, limitMs, signal = never }: TimedCall<Question>): Promise<Answer> {
    const wanted = AbortSignal.any([signal, this.#ending.signal]);
    const thread = await this.#waitForTurn(owner, wanted);
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
      this.#leave(owner, thread);
    }
  }

  /** Ends every call and every thread. */
  async close(): Promise<void> {
    this.#ending.abort(new ServiceError('service_unavailable', 'The service is stopping.'));
    await Promise.all(this.#all.map((thread) => thread.close()));
  }

  async #waitForTurn(owner: string, signal: AbortSignal): Promise<CallThread<Question, Answer>> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<CallThread<Question, Answer>>();
    const waiting = { owner, begin: (thread: CallThread<Question, Answer>) => resolve(thread) };
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.push(waiting);
    this.#next();
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  /** The owner whose last turn is longest ago begins; one thread is always left to others. */
  #next(): void {
    while (this.#free.length > 0) {
      const [chosen] = this.#waiting
        .filter(({ owner }) => this.#all.length === 1 || !this.#working.has(owner))
        .toSorted((a, b) => (this.#turns.get(a.owner) ?? 0) - (this.#turns.get(b.owner) ?? 0));
      const thread = chosen && this.#free.pop();
      if (!chosen || !thread) return;
      const { owner, begin } = chosen;
      this.#waiting = this.#waiting.filter((one) => one !== chosen);
      this.#turn += 1;
      this.#turns.set(owner, this.#turn);
      this.#working.set(owner, (this.#working.get(owner) ?? 0) + 1);
      begin(thread);
    }
  }

  #leave(owner: string, thread: CallThread<Question, Answer>): void {
    const left = (this.#working.get(owner) ?? 1) - 1;
    if (left > 0) this.#working.set(owner, left);
    else this.#working.delete(owner);
    if (left === 0 && !this.#waiting.some((one) => one.owner === owner)) this.#turns.delete(owner);
    this.#free.push(thread);
    this.#next();
  }
}
