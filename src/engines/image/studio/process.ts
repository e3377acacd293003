// The studio's own process: takes one task at a time from its parent, so that a hostile file can only take this down.
import { ServiceError } from '../../../core/errors.ts';
import { allowOnlyPictureLoaders } from '../intake.ts';
import type { StudioReply, StudioTask } from './task.ts';
import { doTask } from './work.ts';

allowOnlyPictureLoaders();
process.on('disconnect', () => process.exit(0));
process.on('message', (task: StudioTask) => {
  void answer(task).then((reply) => send(reply));
});

async function answer(task: StudioTask): Promise<StudioReply> {
  try {
    const image = await doTask(task, (fraction) => send({ kind: 'progress', fraction }));
    return { kind: 'made', image };
  } catch (error) {
    if (error instanceof ServiceError)
      return { kind: 'refused', code: error.code, message: error.message, param: error.param };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function send(reply: StudioReply): void {
  process.send?.(reply);
}
