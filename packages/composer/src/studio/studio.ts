// Runs one task in a studio thread: forwards its progress, calls the singer for its vocal parts, and ends it on abort.
import { openThread, type Reply, runOnce } from '@atelier/kit';
import type { VocalPart } from '../vocal-part.ts';
import type { StudioReport, StudioResult, StudioTask, SungTakes } from './studio-messages.ts';

export interface StudioHandlers {
  onProgress(fraction: number, stage: string): void;
  /** Called once the notes are written; the band is played meanwhile. */
  sing(parts: VocalPart[]): Promise<SungTakes>;
}

export async function runStudio(
  task: StudioTask,
  handlers: StudioHandlers,
  signal: AbortSignal,
): Promise<StudioResult> {
  // If the singer fails, the thread ends, because it waits for the singer.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const hear = (report: StudioReport, reply: Reply): void => {
    if (report.kind === 'progress') handlers.onProgress(report.fraction, report.stage);
    else if (report.vocals.length === 0) reply([]);
    else
      handlers.sing(report.vocals).then(
        (takes) =>
          reply(
            takes,
            takes.map((take) => take.samples.buffer as ArrayBuffer),
          ),
        (error: unknown) => failed.abort(error),
      );
  };
  const open = () => openThread(new URL('./studio-worker.ts', import.meta.url), { execArgv: ['--no-warnings'] });
  return runOnce<StudioTask, StudioResult, StudioReport>({ open, name: 'The studio' }, task, {
    signal: either,
    onReport: hear,
  });
}
