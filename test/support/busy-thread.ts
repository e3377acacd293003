// A thread that answers with its own number, never answers, or fails.
import { threadId } from 'node:worker_threads';
import { serveCalls } from '../../src/core/call-thread.ts';

export type BusyTask = 'answer' | 'hang' | 'fail';

serveCalls<BusyTask, number>((task) => {
  if (task === 'fail') throw new Error('broken');
  while (task === 'hang');
  return threadId;
});
