// The generated requests of test/attacks/openapi-fuzz.test.ts, many more of them and with a seed of its own.
import { equal } from 'node:assert/strict';
import test from 'node:test';
import { fuzzService } from '../support/fuzz-run.ts';

const REQUESTS = Number(process.env.REQUESTS ?? 12_000);
const SEED = Number(process.env.SEED ?? 77_001);

test('12,000 generated requests are answered as the API reference says', { timeout: 900_000 }, async (context) => {
  const { operations, sent, statuses, faults } = await fuzzService(REQUESTS, SEED);
  context.diagnostic(`${sent} requests to ${operations} operations, seed ${SEED}: ${JSON.stringify(statuses)}`);
  equal(faults.length, 0, `${faults.length} faults:\n${faults.slice(0, 60).join('\n')}`);
});
