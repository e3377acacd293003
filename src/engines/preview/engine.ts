// The preview engine: checks in a worker thread, static bundles, sandboxed processes, and browser checks.
import { mkdirSync } from 'node:fs';
import { Sandbox } from '@atelier/kit';
import { BrowserLook } from './browser-look.ts';
import { CheckWorker } from './check-worker.ts';
import type { CheckResult, PreviewEngine, RunningPreview } from './port.ts';
import { ProcessPreview } from './process-preview.ts';
import { answerFromBundle } from './static-preview.ts';
import type { WatchLimits } from './watch-order.ts';
import { WATCH_LIMITS } from './watchdog.ts';

export interface PreviewEngineOptions {
  /** A folder of the service, for the sockets of sandboxes. */
  folder: string;
  sandbox?: Sandbox;
  browser?: BrowserLook;
  watchLimits?: WatchLimits;
}

export function createPreviewEngine(options: PreviewEngineOptions): PreviewEngine {
  const sandbox = options.sandbox ?? new Sandbox();
  const browser = options.browser ?? new BrowserLook();
  const worker = new CheckWorker();
  const running = new Set<RunningPreview>();
  return {
    name: 'preview',
    answerFrom: answerFromBundle,
    sandboxTrouble: () => sandbox.problem(),
    check: (app, signal): Promise<CheckResult> => worker.check(app, signal),
    async start({ files, framework, variables = {}, kept = null }, signal) {
      if (framework !== 'nodejs' && framework !== 'python') throw new Error(`${framework} apps are static`);
      signal.throwIfAborted();
      mkdirSync(options.folder, { recursive: true, mode: 0o711 });
      const preview = await ProcessPreview.start(sandbox, options.folder, {
        files,
        framework,
        variables,
        kept,
        watchLimits: options.watchLimits ?? WATCH_LIMITS,
      });
      running.add(preview);
      void preview.ended.then(() => running.delete(preview));
      return preview;
    },
    look: (preview, signal, options) => browser.look(preview, signal, options),
    async close() {
      await Promise.all([...[...running].map((preview) => preview.stop()), browser.close(), worker.close()]);
    },
  };
}
