// Runs checks and bundles in a thread of their own, started when needed and ended when idle.
import { Host, openThread } from '@atelier/kit';
import { callPackage } from '../../core/engine-error.ts';
import type { CheckResult, PreviewApp } from './port.ts';

const IDLE_MS = 60_000;
const LIMIT_MS = 60_000;

export class CheckWorker {
  readonly #host = new Host<PreviewApp, CheckResult>({
    open: () => openThread(new URL('./check-thread.ts', import.meta.url)),
    name: 'The compiler',
    idleMs: IDLE_MS,
  });

  check(app: PreviewApp, signal: AbortSignal): Promise<CheckResult> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    return callPackage(() => this.#host.call(app, { signal: limit }));
  }

  close(): Promise<void> {
    return this.#host.close();
  }
}
