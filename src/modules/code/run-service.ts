// Runs a program for a customer: a few at once on a node, in turns of the accounts, one at a time for each, and free.
import { availableParallelism } from 'node:os';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { Turns } from '../../core/turns.ts';
import type { ProgramEngine } from '../../engines/program/port.ts';
import type { RunBody } from './run-schema.ts';

const RETRY_SECONDS = 5;

interface Queue {
  atOnce: number;
  mostWaiting: number;
  /** Longer than a program may run. */
  waitMs: number;
}

export class RunService {
  readonly #engine: ProgramEngine;
  /** The accounts whose program runs or waits here. */
  readonly #accounts = new Set<string>();
  readonly #turns: Turns<number>;
  readonly #queue: Queue;

  constructor(engine: ProgramEngine, queue: Partial<Queue> = {}) {
    const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
    this.#engine = engine;
    this.#queue = { atOnce, mostWaiting: 50, waitMs: 15_000, ...queue };
    this.#turns = new Turns(Array.from({ length: this.#queue.atOnce }, (_none, index) => index));
  }

  async run({ accountId }: Caller, { language, code, input = '' }: RunBody, signal: AbortSignal): Promise<object> {
    if (this.#accounts.has(accountId))
      throw new ServiceError('rate_limit_exceeded', 'A program of this account is running. Wait until it has ended.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    if (this.#turns.waiting >= this.#queue.mostWaiting) throw othersRun();
    this.#accounts.add(accountId);
    try {
      const place = await this.#begin(accountId, signal);
      try {
        const { output, errors, exitCode, end, durationMs } = await this.#engine.run({ language, code, input }, signal);
        return {
          object: 'code.run',
          language,
          output,
          errors,
          exit_code: exitCode,
          ended_by: end,
          duration_ms: durationMs,
        };
      } finally {
        this.#turns.end(accountId, place);
      }
    } finally {
      this.#accounts.delete(accountId);
    }
  }

  async #begin(accountId: string, signal: AbortSignal): Promise<number> {
    const tooLong = new AbortController();
    const timer = setTimeout(() => tooLong.abort(othersRun()), this.#queue.waitMs);
    try {
      return await this.#turns.begin(accountId, AbortSignal.any([signal, tooLong.signal]));
    } finally {
      clearTimeout(timer);
    }
  }
}

function othersRun(): ServiceError {
  return new ServiceError('engine_unavailable', 'Programs of others are running. Try again in a few seconds.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
