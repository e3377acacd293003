// The host and its worker, as a thread and as a process: answers, reports, messages, refusals, departures and deaths.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EngineError, Host, openProcess, openThread, runOnce } from '../src/index.ts';
import type { EchoTask } from './support/echo-worker.ts';

const ENTRY = new URL('./support/echo-worker.ts', import.meta.url);
const never = new AbortController().signal;
const KINDS = { thread: () => openThread(ENTRY), process: () => openProcess(ENTRY) };

for (const [kind, open] of Object.entries(KINDS)) {
  const start = (idleMs?: number) =>
    new Host<EchoTask, unknown, number>({ open, name: 'The echo', ...(idleMs === undefined ? {} : { idleMs }) });

  test(`a ${kind} answers each caller with its own result, and reports on the way`, async () => {
    const host = start();
    const values = await Promise.all(
      [1, 'two', [3]].map((value) => host.call({ kind: 'echo', value }, { signal: never })),
    );
    assert.deepEqual(values, [1, 'two', [3]]);
    const heard: number[] = [];
    await host.call({ kind: 'count', to: 3 }, { signal: never, onReport: (number) => heard.push(number) });
    assert.deepEqual(heard, [1, 2, 3]);
    await host.close();
  });

  test(`a ${kind} receives what the caller sends while it works`, async () => {
    const said = await runOnce<EchoTask, unknown, number>(
      { open, name: 'The echo' },
      { kind: 'ask' },
      { signal: never, onStart: (send) => send('first'), onReport: (_report, reply) => reply('second') },
    );
    assert.equal(said, 'first second');
  });

  test(`an error thrown on purpose in a ${kind} keeps its code, any other is kept for the log`, async () => {
    const host = start();
    await assert.rejects(host.call({ kind: 'refuse' }, { signal: never }), (error) => {
      assert.ok(error instanceof EngineError);
      assert.deepEqual([error.code, error.param, error.retryAfterSeconds], ['invalid_parameter', 'kind', 3]);
      return true;
    });
    await assert.rejects(host.call({ kind: 'break' }, { signal: never }), (error) => {
      assert.ok(error instanceof EngineError && error.cause instanceof Error);
      assert.deepEqual([error.code, error.message], ['engine_failed', 'The echo failed. Try again.']);
      assert.match(error.cause.message, /TypeError: broken/);
      return true;
    });
    await host.close();
  });

  test(`an aborted call of a ${kind} ends at once, and other calls continue`, async () => {
    const host = start();
    await host.call({ kind: 'echo', value: 0 }, { signal: never });
    const leaving = new AbortController();
    const waiting = host.call({ kind: 'wait' }, { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await assert.rejects(waiting, /gone/);
    assert.equal(host.callsInFlight, 0);
    assert.equal(await host.call({ kind: 'echo', value: 5 }, { signal: never }), 5);
    await assert.rejects(host.call({ kind: 'wait' }, { signal: leaving.signal }), /gone/);
    await host.close();
  });

  test(`the death of a ${kind} fails its open calls, and the next call starts another`, async () => {
    const host = start();
    const waiting = host.call({ kind: 'wait' }, { signal: never });
    const dying = host.call({ kind: 'die' }, { signal: never });
    await assert.rejects(dying, { code: 'engine_failed' });
    await assert.rejects(waiting, { code: 'engine_failed', message: 'The echo stopped. Try again.' });
    assert.equal(await host.call({ kind: 'echo', value: 'alive' }, { signal: never }), 'alive');
    await host.close();
  });

  test(`closing a ${kind} fails the call in flight`, async () => {
    const host = start();
    const waiting = host.call({ kind: 'wait' }, { signal: never });
    const refused = assert.rejects(waiting, { code: 'engine_unavailable' });
    await host.close();
    await refused;
  });
}

test('memory that a task transfers to a thread is no longer readable here', async () => {
  const host = new Host<EchoTask, unknown>({ open: KINDS.thread, name: 'The echo' });
  const value = new Uint8Array([1, 2, 3]);
  const back = await host.call({ kind: 'echo', value }, { signal: never, transfer: [value.buffer] });
  assert.deepEqual(back, new Uint8Array([1, 2, 3]));
  assert.equal(value.byteLength, 0);
  await host.close();
});

test('the end of a process is reported with the last words of its stderr', async () => {
  const open = () => openProcess(ENTRY, { keptStderrChars: 20 });
  const host = new Host<EchoTask, unknown>({ open, name: 'The echo' });
  await assert.rejects(host.call({ kind: 'die', words: 'first words; last words\n' }, { signal: never }), (error) => {
    assert.ok(error instanceof EngineError && error.cause instanceof Error);
    assert.equal(error.cause.message, 'the process ended with 3: t words; last words');
    return true;
  });
});

test('an idle process is ended, and the next call starts another', async () => {
  const host = new Host<EchoTask, number, number>({ open: KINDS.process, name: 'The echo', idleMs: 20 });
  const first = await host.call({ kind: 'count', to: 0 }, { signal: never });
  await waitUntilGone(first);
  const second = await host.call({ kind: 'count', to: 0 }, { signal: never });
  assert.notEqual(second, first);
  await host.close();
});

test('a process that runs one task has ended when its result arrives', async () => {
  const pid = await runOnce<EchoTask, number, number>(
    { open: KINDS.process, name: 'The echo' },
    { kind: 'count', to: 1 },
    { signal: never },
  );
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('a program that closes an idle process waits for its exit', async () => {
  const program = fileURLToPath(new URL('./support/closing-program.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 60_000 });
  assert.equal(stdout, 'closed\n');
});

async function waitUntilGone(pid: number): Promise<void> {
  for (let round = 0; round < 500; round += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.fail(`process ${pid} is still there`);
}
