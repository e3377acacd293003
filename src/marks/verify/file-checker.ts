// Checks files one after the other in a thread of their own, each within a time and a memory: made files never wait for them.
import { CallThread } from '../../core/call-thread.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { CheckOrder } from './check-file.ts';
import type { FileFound } from './report.ts';

/** The largest file that is made here takes a second, the start of a thread another. */
const LIMIT_MS = 15_000;
const HEAP_MEGABYTES = 256;

interface CheckerParts {
  /** Certificates of this installation, as PEM. */
  signers(): Promise<string>;
  /** Authorities that the operator trusts, as PEM. */
  authorities: string | undefined;
  log: Log;
}

export class FileChecker {
  readonly #parts: CheckerParts;
  readonly #thread = new CallThread<CheckOrder, FileFound>(new URL('./check-file.ts', import.meta.url), tooHard, {
    heapMegabytes: HEAP_MEGABYTES,
  });
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: CheckerParts) {
    this.#parts = parts;
  }

  /** `load` is called when its turn has come, so that waiting costs no memory; its bytes cannot be read here afterwards. */
  check(load: () => Promise<Uint8Array>, signal: AbortSignal): Promise<FileFound> {
    const turn = this.#last.then(async () => {
      signal.throwIfAborted();
      return this.#run(await load());
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  /** Whoever leaves does not end the thread, whose start takes longer than most files. */
  async #run(bytes: Uint8Array): Promise<FileFound> {
    const { signers, authorities, log } = this.#parts;
    const trust = { signers: await signers(), ...(authorities ? { authorities } : {}) };
    const transfer = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : [];
    try {
      return await this.#thread.call({ bytes, trust }, transfer, AbortSignal.timeout(LIMIT_MS));
    } catch (error) {
      log.warn({ err: error }, 'a file could not be checked; its thread is started anew');
      await this.#thread.close();
      throw tooHard();
    }
  }
}

function tooHard(): ServiceError {
  const message = 'This file cannot be read within the time and the memory that a check may take.';
  return new ServiceError('invalid_parameter', message, { param: 'file' });
}
