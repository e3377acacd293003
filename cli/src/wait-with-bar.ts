// Waits for a job with a progress bar; Ctrl-C cancels the job, not only the wait.
import type { JobCall } from '@atelier/client';
import type { CommandCall } from './command.ts';
import { ProgressBar, type ProgressState } from './progress-bar.ts';

export async function waitWithBar<State extends ProgressState & { id: string; status: string }>(
  started: JobCall<State>,
  { isJson, signal }: Pick<CommandCall, 'isJson' | 'signal'>,
): Promise<State> {
  const bar = new ProgressBar(!isJson);
  try {
    return await started.result({ signal, onProgress: (state) => bar.show(state) });
  } catch (error) {
    if (signal.aborted) await started.cancel().catch(() => undefined);
    throw error;
  } finally {
    bar.end();
  }
}
