// The operator's cost is what the upstreams say that they served, after 400 random calls.
import { test } from 'node:test';
import { proveCosts } from '../../support/random-costs.ts';

test('400 random calls in six dialects, with retries, fallbacks, failures and clients that leave, cost the operator what the upstreams say', async () => {
  await proveCosts(400);
});
