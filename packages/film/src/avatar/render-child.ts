// Starts the rendering process for one task and ends it when the task is cancelled.
import { EngineError, openProcess, runOnce } from '@atelier/kit';
import type { Face } from './face.ts';
import type { FaceNetworkFiles } from './face-finder/find-face.ts';
import type { FaceTask, RenderProgress, RenderResult, RenderTask } from './render-task.ts';

const ENTRY = new URL('./render-process.ts', import.meta.url);
/** Requests have priority, but a busy machine must not starve the rendering. */
const YIELDING = 5;

type Report = (fraction: number, preview?: Uint8Array) => void;

export async function renderInChild(
  task: Omit<RenderTask, 'kind'>,
  report: Report,
  signal: AbortSignal,
): Promise<{ warnings: string[] }> {
  const result = await askChild({ ...task, kind: 'render' }, report, signal);
  return { warnings: 'warnings' in result ? result.warnings : [] };
}

export async function findFaceInChild(path: string, files: FaceNetworkFiles, signal: AbortSignal): Promise<Face> {
  const result = await askChild({ kind: 'face', path, files }, () => undefined, signal);
  if ('face' in result && result.face) return result.face;
  throw new EngineError(
    'invalid_parameter',
    'No face was found in the image. Send a portrait from the front, or leave it out for a drawn person.',
    { param: 'image' },
  );
}

/** When this settles, the process has ended; the encoder that it feeds ends with its input. */
function askChild(task: RenderTask | FaceTask, report: Report, signal: AbortSignal): Promise<RenderResult> {
  const open = () => openProcess(ENTRY, { priority: YIELDING });
  return runOnce<RenderTask | FaceTask, RenderResult, RenderProgress>({ open, name: 'The film maker' }, task, {
    signal,
    onReport: ({ fraction, preview }) => report(fraction, preview),
  });
}
