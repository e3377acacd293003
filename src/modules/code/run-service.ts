// Runs a program for a customer: a few at once on a node, one at a time for an account, and free.
import { availableParallelism } from 'node:os';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { ProgramEngine } from '../../engines/program/port.ts';
import type { RunBody } from './run-schema.ts';

const RETRY_SECONDS = 5;

export class RunService {
  readonly #engine: ProgramEngine;
  /** The accounts whose program runs here. */
  readonly #running = new Set<string>();
  readonly #atOnce = Math.max(1, Math.floor(availableParallelism() / 2));

  constructor(engine: ProgramEngine) {
    this.#engine = engine;
  }

  async run({ accountId }: Caller, { language, code, input = '' }: RunBody, signal: AbortSignal): Promise<object> {
    if (this.#running.has(accountId))
      throw new ServiceError('rate_limit_exceeded', 'A program of this account is running. Wait until it has ended.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    if (this.#running.size >= this.#atOnce)
      throw new ServiceError('engine_unavailable', 'Programs of others are running. Try again in a few seconds.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    this.#running.add(accountId);
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
      this.#running.delete(accountId);
    }
  }
}
