// Starts the rendering process for one film and ends it when nobody wants the film any more.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../core/errors.ts';
import type { RenderReply, RenderTask } from './render-task.ts';

const ENTRY = fileURLToPath(new URL('./render-process.ts', import.meta.url));

export function renderInChild(
  task: RenderTask,
  report: (fraction: number, preview?: Uint8Array) => void,
  signal: AbortSignal,
): Promise<{ warnings: string[] }> {
  signal.throwIfAborted();
  const child = fork(ENTRY, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const work = new Promise<{ warnings: string[] }>((resolve, reject) => {
    const failed = (cause?: unknown) =>
      reject(new ServiceError('engine_failed', 'The film could not be rendered.', { cause }));
    child.on('message', (reply: RenderReply) => {
      if (reply.kind === 'progress') report(reply.fraction, reply.preview);
      else if (reply.kind === 'made') resolve({ warnings: reply.warnings });
      else if (reply.kind === 'failed') failed(reply.message);
      else reject(new ServiceError(reply.code, reply.message, reply.param ? { param: reply.param } : {}));
    });
    child.on('error', failed);
    child.on('exit', failed);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    child.send(task, (error) => error && failed(error));
  });
  // The encoder it feeds ends with its input.
  return work.finally(() => child.kill('SIGKILL'));
}
