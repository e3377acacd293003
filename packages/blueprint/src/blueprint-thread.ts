// Runs the engine's work in a thread of its own, started when needed and ended when idle: the event loop stays free.
import { Worker } from 'node:worker_threads';
import type { AppFile, Blueprint, BlueprintEdit, Framework } from './blueprint.ts';
import type { AppKind } from './read/kind-rules.ts';

export type BlueprintTask =
  | { task: 'compose'; prompt: string; kind: AppKind; today: Date }
  | { task: 'edit'; blueprint: Blueprint; instruction: string }
  | { task: 'write'; blueprint: Blueprint; framework: Framework };

type ResultOf<T extends BlueprintTask> = T extends { task: 'compose' }
  ? Blueprint
  : T extends { task: 'edit' }
    ? BlueprintEdit
    : AppFile[];

export type BlueprintAnswer = { id: number; result: unknown } | { id: number; failure: string };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

const IDLE_MS = 60_000;
const LIMIT_MS = 30_000;

export class BlueprintThread {
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;
  readonly #open = new Map<number, Waiting>();

  run<T extends BlueprintTask>(task: T, signal: AbortSignal): Promise<ResultOf<T>> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const id = ++this.#last;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    return new Promise<unknown>((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      limit.addEventListener('abort', () => this.#settle(id, (each) => each.reject(limit.reason)), { once: true });
      const worker = this.#start();
      worker.ref();
      worker.postMessage({ id, ...task });
    }) as Promise<ResultOf<T>>;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./blueprint-worker.ts', import.meta.url));
    worker.on('message', (answer: BlueprintAnswer) =>
      this.#settle(answer.id, (each) =>
        'result' in answer ? each.resolve(answer.result) : each.reject(new Error(answer.failure)),
      ),
    );
    const fail = (error: Error) => {
      this.#worker = undefined;
      for (const id of [...this.#open.keys()]) this.#settle(id, (each) => each.reject(error));
    };
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('the thread that writes apps ended')));
    this.#worker = worker;
    return worker;
  }

  #settle(id: number, finish: (each: Waiting) => void): void {
    const each = this.#open.get(id);
    if (!each) return;
    this.#open.delete(id);
    finish(each);
    if (this.#open.size > 0) return;
    // An idle thread keeps no process alive.
    this.#worker?.unref();
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
  }
}
