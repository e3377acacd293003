// Starts the rendering process for one task and ends it when nobody wants its work any more.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EngineError } from '@atelier/kit';
import type { Face } from './face.ts';
import type { FaceNetworkFiles } from './face-finder/find-face.ts';
import type { FaceTask, RenderReply, RenderTask } from './render-task.ts';

const ENTRY = fileURLToPath(new URL('./render-process.ts', import.meta.url));

type Report = (fraction: number, preview?: Uint8Array) => void;
type LastReply = Extract<RenderReply, { kind: 'made' | 'found' }>;

export async function renderInChild(
  task: Omit<RenderTask, 'kind'>,
  report: Report,
  signal: AbortSignal,
): Promise<{ warnings: string[] }> {
  const reply = await askChild({ ...task, kind: 'render' }, report, signal);
  return { warnings: reply.kind === 'made' ? reply.warnings : [] };
}

export async function findFaceInChild(path: string, files: FaceNetworkFiles, signal: AbortSignal): Promise<Face> {
  const reply = await askChild({ kind: 'face', path, files }, () => undefined, signal);
  if (reply.kind === 'found' && reply.face) return reply.face;
  throw new EngineError(
    'invalid_parameter',
    'No face was found in the image. Send a portrait from the front, or leave it out for a drawn person.',
    { param: 'image' },
  );
}

function askChild(task: RenderTask | FaceTask, report: Report, signal: AbortSignal): Promise<LastReply> {
  signal.throwIfAborted();
  const child = fork(ENTRY, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const work = new Promise<LastReply>((resolve, reject) => {
    const failed = (cause?: unknown) =>
      reject(new EngineError('engine_failed', 'The film could not be rendered.', { cause }));
    child.on('message', (reply: RenderReply) => {
      if (reply.kind === 'progress') report(reply.fraction, reply.preview);
      else if (reply.kind === 'failed') failed(reply.message);
      else if (reply.kind === 'refused')
        reject(new EngineError(reply.code, reply.message, reply.param ? { param: reply.param } : {}));
      else resolve(reply);
    });
    child.on('error', failed);
    child.on('exit', failed);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    child.send(task, (error) => error && failed(error));
  });
  // The encoder it feeds ends with its input.
  return work.finally(() => child.kill('SIGKILL'));
}
