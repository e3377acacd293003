// Tests in a separate process whether a GPU works; a crash or a timeout becomes an error with the reason.
import { openProcess, runOnce } from '@atelier/kit';
import type { RunsOn } from './builds.ts';
import type { ProbeAnswer } from './probe-child.ts';

const CHILD = new URL('./probe-child.ts', import.meta.url);
const LONGEST_MS = 60_000;
const KEPT_STDERR_CHARS = 10_000;
const MAX_REASON_CHARS = 400;

export async function probeGpu(task: RunsOn, child = CHILD): Promise<ProbeAnswer> {
  const signal = AbortSignal.timeout(LONGEST_MS);
  const open = () => openProcess(child, { execArgv: [], keptStderrChars: KEPT_STDERR_CHARS });
  try {
    return await runOnce<RunsOn, ProbeAnswer>({ open, name: 'The GPU probe' }, task, { signal });
  } catch (error) {
    if (signal.aborted) throw new Error(`the GPU did not answer within ${LONGEST_MS / 1000} s`);
    throw new Error(reasonOf(error));
  }
}

/** The line that names the error; the rest is a stack. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const lines = (cause instanceof Error ? cause.message : String(cause)).split('\n').map((line) => line.trim());
  const line =
    lines.find((one) => /^\w*Error: /.test(one)) ??
    lines.find((one) => /error: /i.test(one)) ??
    lines.find((one) => one !== '') ??
    '';
  return line
    .replace(/^\[node-llama-cpp\] /, '')
    .replace(/^(?:\w*Error: )+/, '')
    .slice(0, MAX_REASON_CHARS);
}
