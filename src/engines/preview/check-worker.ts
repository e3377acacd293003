// Runs checks and bundles in a thread of their own, started when needed and ended when idle.
import { Host, openThread } from '@atelier/kit';
import { callPackage } from '../../core/engine-error.ts';
import type { CheckResult, PreviewFramework, SourceFile } from './port.ts';

export interface CheckTask {
  files: readonly SourceFile[];
  framework: PreviewFramework;
}

const IDLE_MS = 60_000;
const LIMIT_MS = 60_000;

export class CheckWorker {
  readonly #host = new Host<CheckTask, CheckResult>({
    open: () => openThread(new URL('./check-thread.ts', import.meta.url)),
    name: 'The compiler',
    idleMs: IDLE_MS,
  });

  check(files: readonly SourceFile[], framework: PreviewFramework, signal: AbortSignal): Promise<CheckResult> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    return callPackage(() => this.#host.call({ files, framework }, { signal: limit }));
  }

  close(): Promise<void> {
    return this.#host.close();
  }
}
