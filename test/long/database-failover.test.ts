// The primary PostgreSQL is killed under load and its standby takes over: the service recovers by itself, and no
// acknowledged charge is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertExactBooks, printFailures } from '../support/exact-books.ts';
import { startFleet } from '../support/fleet.ts';
import { startMixedLoad } from '../support/mixed-load.ts';
import { startPostgresPair } from '../support/postgres-pair.ts';
import { STEADY_MODEL, startSteadyUpstream } from '../support/steady-upstream.ts';
import { until } from '../support/until.ts';

/** What a failover manager takes to notice. */
const UNNOTICED_MS = 5_000;
const CALM_MS = 5_000;
/** The answers of that time: each says when to try again, or ends a stream in words. */
const DOCUMENTED = ['503 service_unavailable, Retry-After', 'a stream ended with 200 service_unavailable'];

test('a standby takes over under load: documented refusals meanwhile, exact accounts afterwards, no restart', {
  timeout: 400_000,
}, async (t) => {
  const [pair, upstream] = await Promise.all([startPostgresPair(), startSteadyUpstream()]);
  t.after(() => pair.stop());
  t.after(() => upstream.stop());
  const fleet = await startFleet(
    { nodes: 2, workers: 1 },
    { DATABASE_URL: pair.url, DATABASE_POOL: '16', ALLOW_BUILTIN_SALES: '1', OPENAI_BASE_URL: upstream.baseUrl },
  );
  t.after(() => fleet.stop());
  const load = await startMixedLoad({
    origin: fleet.origin,
    model: STEADY_MODEL,
    customers: { paid: 4, chat: 3, stream: 3, job: 1, checkout: 1 },
    account: () => fleet.account({ credits: 10_000 }),
  });
  await load.untilServed();
  await wait(CALM_MS);
  const processes = fleet.nodes.map(({ child }) => child.pid);
  await pair.killPrimary();
  await until(async () => (await statusOf(`${fleet.nodes[0]?.origin}/readyz`)) === 503, {
    saying: 'a node without a database is not ready',
  });
  await wait(UNNOTICED_MS);
  await pair.promote();
  pair.moveAddress();
  const movedMs = performance.now();
  const doneBefore = load.customers.map(({ done }) => done);
  await until(() => load.customers.every(({ done }, index) => done > (doneBefore[index] ?? 0) + 1), {
    saying: 'everybody is served again',
  });
  const backMs = performance.now() - movedMs;
  await wait(CALM_MS);
  await load.stop();
  const { seconds, names } = printFailures(load.customers);
  console.log(`refused for ${seconds.toFixed(1)} s; everybody was served again ${(backMs / 1000).toFixed(1)} s later`);
  // Calls that lost the database before they could settle leave a hold, which the service itself releases when it expires.
  await fleet.database.pool.query(`update holds set expires_at = now() - interval '1 second'`);
  await assertExactBooks(fleet.database, load.customers);
  assert.ok(seconds > UNNOTICED_MS / 1000, 'the load met the outage');
  assert.deepEqual(
    names.filter((name) => !DOCUMENTED.includes(name)),
    [],
  );
  assert.deepEqual(
    fleet.nodes.map(({ child }) => (child.exitCode === null ? child.pid : 'ended')),
    processes,
  );
});

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.status;
}
