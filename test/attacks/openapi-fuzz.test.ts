// Generated requests for every operation of the API: never a failure of the service, never an answer that the reference does not describe.
import { equal, ok } from 'node:assert/strict';
import test from 'node:test';
import { fuzzService } from '../support/fuzz-run.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 300);
const SEED = 20_262;

test('300 valid, near-valid and hostile requests are answered as the API reference says', {
  timeout: 300_000,
}, async (context) => {
  const { operations, sent, statuses, faults } = await fuzzService(REQUESTS, SEED);
  context.diagnostic(`${sent} requests to ${operations} operations, seed ${SEED}: ${JSON.stringify(statuses)}`);
  equal(faults.length, 0, `${faults.length} faults:\n${faults.slice(0, 40).join('\n')}`);
  ok(sent >= REQUESTS && operations > 100);
});
