// A thousand generated requests for the operations of the API: never a failure of the service, never an answer that the reference does not describe.
import { equal, ok } from 'node:assert/strict';
import test from 'node:test';
import { fuzzService } from '../../support/fuzz-run.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 1_000);
const SEED = 20_261;

test('1,000 valid, near-valid and hostile requests are answered as the API reference says', {
  timeout: 600_000,
}, async (context) => {
  const { operations, sent, statuses, faults } = await fuzzService(REQUESTS, SEED);
  context.diagnostic(`${sent} requests to ${operations} operations, seed ${SEED}: ${JSON.stringify(statuses)}`);
  equal(faults.length, 0, `${faults.length} faults:\n${faults.slice(0, 40).join('\n')}`);
  ok(sent >= REQUESTS && operations > 100);
});
