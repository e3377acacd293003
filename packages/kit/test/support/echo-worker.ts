// A worker for the tests of the host: does as it is told, as a thread or as a process.
import { writeSync } from 'node:fs';
import { EngineError, serveTasks } from '../../src/index.ts';

export type EchoTask =
  | { kind: 'echo'; value: unknown }
  | { kind: 'count'; to: number }
  | { kind: 'wait' }
  | { kind: 'ask' }
  | { kind: 'refuse' }
  | { kind: 'break' }
  | { kind: 'die'; words?: string };

serveTasks<EchoTask, unknown, number, string>(async (task, { report, signal, nextMessage }) => {
  if (task.kind === 'echo') return task.value;
  if (task.kind === 'refuse')
    throw new EngineError('invalid_parameter', 'No.', { param: 'kind', retryAfterSeconds: 3 });
  if (task.kind === 'break') throw new TypeError('broken');
  if (task.kind === 'die') {
    if (task.words) writeSync(2, task.words);
    process.exit(3);
  }
  if (task.kind === 'ask') {
    report(0);
    return `${await nextMessage()} ${await nextMessage()}`;
  }
  if (task.kind === 'count') {
    for (let number = 1; number <= task.to; number += 1) report(number);
    return process.pid;
  }
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return 'left';
});
