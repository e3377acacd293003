// Runs checks and bundles in a separate thread, started when needed and ended when idle.
import { Worker } from 'node:worker_threads';
import type { CheckResult, PreviewFramework, SourceFile } from './port.ts';

export interface CheckOrder {
  id: number;
  files: readonly SourceFile[];
  framework: PreviewFramework;
}

export type CheckAnswer = { id: number; result: CheckResult } | { id: number; failure: string };

const IDLE_MS = 60_000;
const LIMIT_MS = 60_000;

export class CheckWorker {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  readonly #open = new Map<number, { resolve: (result: CheckResult) => void; reject: (error: Error) => void }>();

  check(files: readonly SourceFile[], framework: PreviewFramework, signal: AbortSignal): Promise<CheckResult> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const id = ++this.#last;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    return new Promise<CheckResult>((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      limit.addEventListener('abort', () => this.#settle(id, (each) => each.reject(limit.reason)), { once: true });
      const worker = this.#start();
      worker.ref();
      worker.postMessage({ id, files, framework } satisfies CheckOrder);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./check-thread.ts', import.meta.url));
    worker.on('message', (answer: CheckAnswer) =>
      this.#settle(answer.id, (each) =>
        'result' in answer ? each.resolve(answer.result) : each.reject(new Error(answer.failure)),
      ),
    );
    const fail = (error: Error) => {
      this.#worker = undefined;
      for (const id of [...this.#open.keys()]) this.#settle(id, (each) => each.reject(error));
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread that checks code ended')));
    this.#worker = worker;
    return worker;
  }

  #settle(
    id: number,
    finish: (each: { resolve: (result: CheckResult) => void; reject: (error: Error) => void }) => void,
  ): void {
    const each = this.#open.get(id);
    if (!each) return;
    this.#open.delete(id);
    finish(each);
    if (this.#open.size > 0) return;
    // An idle thread must not keep the process alive.
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }
}
