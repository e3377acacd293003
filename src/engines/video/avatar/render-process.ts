// The rendering process: takes one task, tells how far it is, and ends; it also ends when the service does.
import { setPriority } from 'node:os';
import { ServiceError } from '../../../core/errors.ts';
import { renderHead } from './render.ts';
import type { RenderReply, RenderTask } from './render-task.ts';

const YIELDING = 5;

const ending = new AbortController();
process.on('disconnect', () => {
  ending.abort();
  process.exit(1);
});
// Requests come first, yet a busy machine must not starve it.
setPriority(YIELDING);

process.once('message', async (task: RenderTask) => {
  const reply = await renderHead(task, send, ending.signal).then(
    ({ warnings }): RenderReply => ({ kind: 'made', warnings }),
    (error: unknown): RenderReply =>
      error instanceof ServiceError
        ? { kind: 'refused', code: error.code, message: error.message, param: error.param }
        : { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  );
  process.send?.(reply, () => process.disconnect());
});

function send(reply: RenderReply): void {
  process.send?.(reply);
}
