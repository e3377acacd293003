// Threads with a time for each call: who waits for whom, and what ends a call that never ends by itself.
import assert from 'node:assert/strict';
import test from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { TimedThreads, TimeOver } from '../../src/core/timed-threads.ts';
import type { BusyTask } from '../support/busy-thread.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;

function openThreads(threads = 2) {
  const file = new URL('../support/busy-thread.ts', import.meta.url);
  const opened = new TimedThreads<BusyTask, number>(file, {
    threads,
    onDeath: () => new ServiceError('engine_failed', 'It died.'),
  });
  const begun: string[] = [];
  const call = (
    owner: string,
    task: BusyTask,
    { limitMs = HOUR_MS, signal }: { limitMs?: number; signal?: AbortSignal } = {},
  ) => {
    const load = () => {
      begun.push(`${owner} ${task}`);
      return task;
    };
    return opened.call({ load, owner, limitMs, signal });
  };
  return { call, begun, close: () => opened.close() };
}

test('a call that hangs is over after its time, and the next ones have a new thread', async () => {
  const { call, close } = openThreads(1);
  const first = await call('ann', 'answer');
  await assert.rejects(call('ann', 'hang', { limitMs: 200 }), TimeOver);
  assert.notEqual(await call('ann', 'answer'), first);
  await close();
});

test('a call that nobody wants any more frees its thread, whether it works or waits', async () => {
  const { call, begun, close } = openThreads(1);
  const [working, waiting] = [new AbortController(), new AbortController()];
  const hanging = call('ann', 'hang', { signal: working.signal });
  const queued = call('bob', 'hang', { signal: waiting.signal });
  const next = call('eve', 'answer');
  await until(() => begun.length === 1, { saying: 'the first works' });
  waiting.abort(new Error('bob left'));
  await assert.rejects(queued, /bob left/);
  working.abort(new Error('ann left'));
  await assert.rejects(hanging, /ann left/);
  assert.ok((await next) > 0);
  assert.deepEqual(begun, ['ann hang', 'eve answer']);
  await close();
});

test('one owner never has both threads, however many calls it sends', async () => {
  const { call, begun, close } = openThreads();
  const attacks = Array.from({ length: 5 }, () => call('ann', 'hang').catch(() => 'ended'));
  for (let round = 0; round < 3; round += 1) assert.ok((await call('bob', 'answer')) > 0);
  assert.equal(begun.filter((one) => one === 'ann hang').length, 1);
  await close();
  assert.deepEqual(new Set(await Promise.all(attacks)), new Set(['ended']));
});

test('owners take turns: one who sends a hundred calls does not come before another who sends one', async () => {
  const { call, begun, close } = openThreads(1);
  const many = Array.from({ length: 20 }, () => call('ann', 'answer'));
  await Promise.all([...many.slice(0, 1), call('bob', 'answer')]);
  assert.deepEqual(begun.slice(0, 2), ['ann answer', 'bob answer']);
  await Promise.all(many);
  await close();
});

test('a failure ends the thread, which it may have left in disorder', async () => {
  const { call, close } = openThreads(1);
  const first = await call('ann', 'answer');
  assert.equal(await call('ann', 'answer'), first);
  await assert.rejects(call('ann', 'fail'));
  assert.notEqual(await call('ann', 'answer'), first);
  await close();
});

test('the end of the service ends calls that hang or wait, and refuses others', async () => {
  const { call, close } = openThreads(1);
  const calls = [call('ann', 'hang'), call('bob', 'hang')];
  const ended = Promise.allSettled(calls);
  await close();
  assert.deepEqual(
    (await ended).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await assert.rejects(call('eve', 'answer'), /stopping/);
});
