// Checks syntax with tree-sitter grammars in a worker thread, so that a long file never blocks the event loop.
import { Worker } from 'node:worker_threads';
import { grammarPath } from './grammars.ts';
import type { SyntaxChecker, SyntaxProblem, SyntaxReport } from './port.ts';
import type { CheckReply, CheckRequest } from './worker.ts';

const NOT_CHECKED: SyntaxReport = { checked: false, ok: false, errors: [] };
const MAX_CODE_CHARACTERS = 2_000_000;
const WORKER_HEAP_MB = 512;

interface Waiting {
  resolve(errors: SyntaxProblem[]): void;
  reject(error: Error): void;
}

export class TreeSitterChecker implements SyntaxChecker {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #nextId = 0;

  checks(language: string): boolean {
    return grammarPath(language) !== undefined;
  }

  async check(language: string, code: string, signal: AbortSignal): Promise<SyntaxReport> {
    const grammar = grammarPath(language);
    if (grammar === undefined || code.length > MAX_CODE_CHARACTERS) return NOT_CHECKED;
    signal.throwIfAborted();
    try {
      const errors = await this.#ask(grammar, completeFragment(language, code));
      return { checked: true, ok: errors.length === 0, errors };
    } catch {
      // A grammar that crashes on this text says nothing about it.
      return NOT_CHECKED;
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #ask(grammar: string, code: string): Promise<SyntaxProblem[]> {
    const worker = this.#start();
    const id = this.#nextId;
    this.#nextId += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, grammar, code } satisfies CheckRequest);
    });
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    worker.on('message', (reply: CheckReply) => this.#receive(reply));
    worker.on('error', (error) => this.#fail(worker, error));
    worker.on('exit', () => this.#fail(worker, new Error('the syntax checker ended')));
    this.#worker = worker;
    return worker;
  }

  #receive(reply: CheckReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    // An idle checker must not keep the process alive.
    if (this.#waiting.size === 0) this.#worker?.unref();
    if (reply.errors) waiting?.resolve(reply.errors);
    else waiting?.reject(new Error(reply.failure ?? 'no answer'));
  }

  /** A dead worker fails its pending checks; the next check starts another worker. */
  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}

/** The grammar treats PHP outside its tag as plain text, so a fragment without a tag gets one, on the same line. */
function completeFragment(language: string, code: string): string {
  return language === 'php' && !code.includes('<?') ? `<?php ${code}` : code;
}
