// Verifies that an app works: it compiles, it starts, and its first page shows content without errors.

import type { Framework } from '../../engines/blueprint/port.ts';
import type { PreviewApp, PreviewEngine, Problem, RunningPreview, SourceFile } from '../../engines/preview/port.ts';

export interface Verdict {
  problems: Problem[];
  warnings: string[];
  isPreviewed: boolean;
}

export interface VerifyOrder {
  framework: Framework;
  preview: boolean;
  variables: NonNullable<PreviewApp['variables']>;
}

export async function verifyApp(
  engine: PreviewEngine,
  { files, order }: { files: readonly SourceFile[]; order: VerifyOrder },
  signal: AbortSignal,
): Promise<Verdict> {
  const { framework, variables } = order;
  const { problems, bundle } = await engine.check({ files, framework, variables }, signal);
  if (problems.length > 0 || !order.preview) return { problems, warnings: [], isPreviewed: false };
  if (bundle) return see(engine, { request: async (request) => engine.answerFrom(bundle, '/', request) }, signal);
  const trouble = await engine.sandboxTrouble();
  if (trouble)
    return { problems: [], warnings: [`The app was checked but not started: ${trouble}`], isPreviewed: false };
  return checkProcess(engine, await engine.start({ files, framework, variables }, signal), signal);
}

async function checkProcess(engine: PreviewEngine, preview: RunningPreview, signal: AbortSignal): Promise<Verdict> {
  try {
    const { status, body } = await preview.request(
      { method: 'GET', path: '/', headers: { accept: 'text/html' } },
      signal,
    );
    if (!(body instanceof Uint8Array)) body.resume();
    if (status >= 500) return failed(`GET / answered ${status}`);
    return await see(engine, preview, signal);
  } catch (error) {
    signal.throwIfAborted();
    return failed(error instanceof Error ? error.message : String(error));
  } finally {
    await preview.stop();
  }
}

function failed(message: string): Verdict {
  return { problems: [{ stage: 'start', file: null, line: null, message }], warnings: [], isPreviewed: false };
}

async function see(
  engine: PreviewEngine,
  preview: Pick<RunningPreview, 'request'>,
  signal: AbortSignal,
): Promise<Verdict> {
  const look = await engine.look(preview, signal);
  return look
    ? { problems: look.problems, warnings: [], isPreviewed: true }
    : {
        problems: [],
        warnings: ['The preview was not checked in a browser: no Chromium is installed on this machine.'],
        isPreviewed: true,
      };
}
