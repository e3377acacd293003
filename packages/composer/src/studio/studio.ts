// Runs one task in a studio thread: forwards its progress, answers its call for voices, ends it at once when told to.
import { Worker } from 'node:worker_threads';
import type { VocalTake } from '../sound/vocal-mix.ts';
import type { VocalPart } from '../vocal-part.ts';
import type { FromStudio, StudioResult, StudioTask, ToStudio } from './studio-messages.ts';

export interface StudioHandlers {
  onProgress(fraction: number, stage: string): void;
  /** Called once the notes are written; the band is played meanwhile. */
  sing(parts: VocalPart[]): Promise<VocalTake[]>;
}

export function runStudio(task: StudioTask, handlers: StudioHandlers, signal: AbortSignal): Promise<StudioResult> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const worker = new Worker(new URL('./studio-worker.ts', import.meta.url), {
      workerData: task,
      execArgv: ['--no-warnings'],
    });
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', stop);
      void worker.terminate();
      settle();
    };
    const stop = (): void => end(() => reject(signal.reason));
    signal.addEventListener('abort', stop, { once: true });
    worker.on('error', (error) => end(() => reject(error)));
    worker.on('exit', (code) => end(() => reject(new Error(`the studio ended early (${code})`))));
    worker.on('message', (message: FromStudio) => {
      if (message.kind === 'progress') handlers.onProgress(message.fraction, message.stage);
      else if (message.kind === 'done') end(() => resolve(message.result));
      else if (message.vocals.length > 0) {
        handlers.sing(message.vocals).then(
          (takes) => answer(worker, takes),
          (error: unknown) => end(() => reject(error)),
        );
      } else answer(worker, []);
    });
  });
}

function answer(worker: Worker, takes: VocalTake[]): void {
  const message: ToStudio = { kind: 'vocals', takes };
  worker.postMessage(
    message,
    takes.map((take) => take.samples.buffer as ArrayBuffer),
  );
}
