// The operator's cost is what the upstreams say that they served, after random calls that were answered, failed, repeated or left, and after builds.
import { test } from 'node:test';
import { proveBuildCosts, proveCosts } from '../support/random-costs.ts';

test('30 random calls in six dialects, with retries, fallbacks, failures and clients that leave, cost the operator what the upstreams say', async () => {
  await proveCosts(30);
});

test('a build that fails after its repairs is paid by its customer, every round; a coding conversation that is left pays its prompt', async () => {
  await proveBuildCosts();
});
