// The rendering process: takes one task, tells how far it is, and ends; it also ends when the service does.
import { setPriority } from 'node:os';
import { EngineError } from '@atelier/kit';
import { findFace } from './face-finder/find-face.ts';
import { renderHead } from './render.ts';
import type { FaceTask, RenderReply, RenderTask } from './render-task.ts';

const YIELDING = 5;

const ending = new AbortController();
process.on('disconnect', () => {
  ending.abort();
  process.exit(1);
});
// Requests come first, yet a busy machine must not starve it.
setPriority(YIELDING);

process.once('message', async (task: RenderTask | FaceTask) => {
  const reply = await carryOut(task).catch(
    (error: unknown): RenderReply =>
      error instanceof EngineError
        ? { kind: 'refused', code: error.code, message: error.message, param: error.param }
        : { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  );
  process.send?.(reply, () => process.disconnect());
});

async function carryOut(task: RenderTask | FaceTask): Promise<RenderReply> {
  if (task.kind === 'face') return { kind: 'found', face: await findFace(task.path, task.files) };
  return { kind: 'made', ...(await renderHead(task, send, ending.signal)) };
}

function send(reply: RenderReply): void {
  process.send?.(reply);
}
