// Polling: patience with failures that pass, none with others, and an end at any moment.
import assert from 'node:assert/strict';
import test from 'node:test';
import { pollUntil } from '../src/index.ts';

const pace = { firstWaitMs: 1, longestWaitMs: 2 };
const { signal } = new AbortController();

test('it asks until there is an answer, and counts its questions', async () => {
  assert.equal(
    await pollUntil(async (round) => (round < 3 ? undefined : `after ${round}`), { pace, signal }),
    'after 3',
  );
});

test('failures that pass are forgiven until there are too many in a row', async () => {
  const isPassing = (error: unknown) => error instanceof RangeError;
  let asked = 0;
  const found = await pollUntil(
    async (round) => {
      asked += 1;
      if (round % 2 === 0 && round < 20) throw new RangeError('busy');
      return round < 20 ? undefined : 'there';
    },
    { pace, signal, isPassing },
  );
  assert.deepEqual([found, asked], ['there', 21]);
  asked = 0;
  const gone = pollUntil(
    async () => {
      asked += 1;
      throw new RangeError('busy');
    },
    { pace, signal, isPassing },
  );
  await assert.rejects(gone, RangeError);
  assert.equal(asked, 9);
});

test('any other failure, and an aborted signal, end it at once', async () => {
  await assert.rejects(
    pollUntil(
      async () => {
        throw new TypeError('refused');
      },
      { pace, signal, isPassing: (error) => error instanceof RangeError },
    ),
    TypeError,
  );
  const leaving = new AbortController();
  const waiting = pollUntil(async () => undefined, {
    pace: { firstWaitMs: 60_000, longestWaitMs: 60_000 },
    signal: leaving.signal,
  });
  setImmediate(() => leaving.abort());
  await assert.rejects(waiting, { name: 'AbortError' });
});
