// Rate limits across the processes of one machine without Redis: the first process counts for all and is asked in batches.
import cluster, { type Worker } from 'node:cluster';
import type { TokenCount, TokenTake } from '../money/token-meter.ts';
import { type Allowance, type Count, type Limiter, MemoryLimiter } from './rate-limit.ts';

interface Question {
  topic: 'limits';
  batch: number;
  /** Of requests and of tokens. */
  allowances: (Allowance | TokenTake)[];
}

interface Answer {
  topic: 'limits';
  batch: number;
  counts: (Count | TokenCount)[];
}

type Waiting = ReturnType<typeof Promise.withResolvers<Count | TokenCount>>;

/** Runs in a serving process: everything that arrives in one turn of the event loop is asked in one message. */
export class AskingLimiter implements Limiter {
  readonly #batches = new Map<number, Waiting[]>();
  #next = 0;
  #allowances: (Allowance | TokenTake)[] = [];
  #waiting: Waiting[] = [];
  readonly #hear = (message: unknown) => {
    if (isAbout<Answer>(message)) this.#settle(message);
  };

  constructor() {
    process.on('message', this.#hear);
  }

  take(allowance: Allowance): Promise<Count> {
    return this.#count(allowance) as Promise<Count>;
  }

  takeTokens(take: TokenTake): Promise<TokenCount> {
    return this.#count(take) as Promise<TokenCount>;
  }

  #count(allowance: Allowance | TokenTake): Promise<Count | TokenCount> {
    const waiting = Promise.withResolvers<Count | TokenCount>();
    if (this.#waiting.push(waiting) === 1) setImmediate(() => this.#ask());
    this.#allowances.push(allowance);
    return waiting.promise;
  }

  async close(): Promise<void> {
    process.off('message', this.#hear);
  }

  #ask(): void {
    const question: Question = { topic: 'limits', batch: this.#next, allowances: this.#allowances };
    const asked = this.#waiting;
    this.#batches.set(this.#next, asked);
    this.#next += 1;
    this.#allowances = [];
    this.#waiting = [];
    process.send?.(question, undefined, undefined, (error) => {
      // A serving process exits at once when its first process is gone; until then no request passes uncounted.
      if (error) for (const one of asked) one.reject(error);
    });
  }

  #settle({ batch, counts }: Answer): void {
    const waiting = this.#batches.get(batch) ?? [];
    this.#batches.delete(batch);
    waiting.forEach((one, index) => {
      const count = counts[index];
      if (count) one.resolve(count);
      else one.reject(new Error('the first process did not count a request'));
    });
  }
}

/** Runs in the first process and uses its clock, because calls of two processes may cross at a minute's end. */
export function answerLimits(): void {
  const limiter = new MemoryLimiter();
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isAbout<Question>(message)) return;
    const now = Date.now();
    const counts = message.allowances.map((one) =>
      'tokens' in one ? limiter.takeTokens(one, now) : limiter.take(one, now),
    );
    const answer: Answer = { topic: 'limits', batch: message.batch, counts };
    if (worker.isConnected()) worker.send(answer);
  });
}

function isAbout<T extends { topic: 'limits' }>(message: unknown): message is T {
  return typeof message === 'object' && message !== null && 'topic' in message && message.topic === 'limits';
}
