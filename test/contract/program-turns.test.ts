// Turns of accounts that run programs: nobody holds the place, and nobody waits without a bound.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Caller } from '../../src/core/caller.ts';
import type { ProgramEngine, ProgramResult } from '../../src/engines/program/port.ts';
import { RunService } from '../../src/modules/code/run-service.ts';
import { until } from '../support/until.ts';

const DONE: ProgramResult = { output: '', errors: '', exitCode: 0, end: 'exited', durationMs: 1 };

/** One program at once; each ends when it is told to. */
function openService(queue: { mostWaiting?: number; waitMs?: number } = {}) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const engine: ProgramEngine = {
    run({ code }) {
      begun.push(code);
      return new Promise((resolve) => ends.push(() => resolve(DONE)));
    },
  };
  const service = new RunService(engine, { atOnce: 1, ...queue });
  const run = (accountId: string, signal = new AbortController().signal) =>
    service.run({ accountId } as Caller, { language: 'python', code: accountId }, signal);
  const endNext = async () => {
    await until(() => ends.length > 0, { saying: 'a program runs' });
    ends.shift()?.();
  };
  return { run, begun, endNext };
}

test('an account that had its turn waits behind all that had none, however fast it asks', async () => {
  const { run, begun, endNext } = openService();
  const first = run('greedy');
  const bob = run('bob');
  await endNext();
  await first;
  const again = run('greedy');
  const eve = run('eve');
  for (let left = 3; left > 0; left -= 1) await endNext();
  await Promise.all([bob, again, eve]);
  assert.deepEqual(begun, ['greedy', 'bob', 'eve', 'greedy']);
});

test('an account waits once, a caller who leaves waits no longer, and the queue has an end', async () => {
  const { run, begun, endNext } = openService({ mostWaiting: 1 });
  const first = run('ann');
  const leaving = new AbortController();
  const bob = run('bob', leaving.signal);
  await assert.rejects(run('bob'), { code: 'rate_limit_exceeded' });
  await assert.rejects(run('eve'), { code: 'engine_unavailable' });
  leaving.abort(new Error('bob left'));
  await assert.rejects(bob, /bob left/);
  const eve = run('eve');
  await endNext();
  await endNext();
  await Promise.all([first, eve]);
  assert.deepEqual(begun, ['ann', 'eve']);
});

test('who waits too long is told to come back, and the place is free afterwards', async () => {
  const { run, endNext } = openService({ waitMs: 20 });
  const first = run('ann');
  await assert.rejects(run('bob'), { code: 'engine_unavailable' });
  await endNext();
  await first;
  const bob = run('bob');
  await endNext();
  await bob;
});
