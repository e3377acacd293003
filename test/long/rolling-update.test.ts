// An update node by node under load: no request fails, and every account is exact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertExactBooks, printFailures } from '../support/exact-books.ts';
import { type FleetSize, startFleet } from '../support/fleet.ts';
import { startMixedLoad } from '../support/mixed-load.ts';
import { STEADY_MODEL, startSteadyUpstream } from '../support/steady-upstream.ts';
import { until } from '../support/until.ts';

const NODES = 2;
const ROUNDS = 2;
/** Before the next node stops: nginx sends to a node again a second after it refused a connection. */
const CALM_MS = 3_000;

for (const balancer of ['readiness', undefined] as const) {
  const name = balancer ? 'a balancer that asks /readyz' : 'nginx as shipped, which asks nothing';
  test(`${ROUNDS} updates of ${NODES} nodes behind ${name} lose no request`, { timeout: 400_000 }, async (t) => {
    const upstream = await startSteadyUpstream();
    t.after(() => upstream.stop());
    const size: FleetSize = { nodes: NODES, workers: 1, ...(balancer ? { balancer } : {}) };
    const fleet = await startFleet(size, {
      STOP_DELAY_SECONDS: '2',
      ALLOW_BUILTIN_SALES: '1',
      OPENAI_BASE_URL: upstream.baseUrl,
    });
    t.after(() => fleet.stop());
    const load = await startMixedLoad({
      origin: fleet.origin,
      model: STEADY_MODEL,
      customers: { paid: 4, chat: 3, stream: 3, job: 1, checkout: 1 },
      account: () => fleet.account({ credits: 10_000 }),
    });
    await load.untilServed();
    for (let update = 0; update < ROUNDS * NODES; update += 1) {
      await fleet.restart(update % NODES);
      await until(() => fleet.ready() === NODES, { saying: 'the updated node is ready' });
      await wait(CALM_MS);
    }
    await load.stop();
    printFailures(load.customers);
    await assertExactBooks(fleet.database, load.customers);
    assert.equal(load.customers.flatMap(({ failures }) => failures).length, 0, `balancer: ${fleet.balancer}`);
    for (const { kind, done, accountId } of load.customers)
      if (kind !== 'job') assert.ok(done > ROUNDS * NODES, `${kind} of ${accountId} went on during the updates`);
  });
}
