// An update to a release with a migration and changed SQL functions, node by node under load: the nodes of this release go on serving.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExactBooks, printFailures } from '../support/exact-books.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { type MixedLoad, startMixedLoad } from '../support/mixed-load.ts';
import { buildNextRelease } from '../support/next-release.ts';
import { STEADY_MODEL, startSteadyUpstream } from '../support/steady-upstream.ts';
import { until } from '../support/until.ts';

const NODES = 2;

test('nodes of two releases serve side by side, forwards and back, without a failed request', {
  timeout: 400_000,
}, async (t) => {
  const [next, upstream] = await Promise.all([buildNextRelease(), startSteadyUpstream()]);
  t.after(() => next.remove());
  t.after(() => upstream.stop());
  const fleet = await startFleet(
    { nodes: NODES, workers: 1, balancer: 'readiness' },
    { STOP_DELAY_SECONDS: '2', ALLOW_BUILTIN_SALES: '1', OPENAI_BASE_URL: upstream.baseUrl },
  );
  t.after(() => fleet.stop());
  const load = await startMixedLoad({
    origin: fleet.origin,
    model: STEADY_MODEL,
    customers: { paid: 4, chat: 3, stream: 3, job: 1, checkout: 1 },
    account: () => fleet.account({ credits: 10_000 }),
  });
  await load.untilServed();
  const update = async (change: Promise<void>) => {
    await change;
    await until(() => fleet.ready() === NODES, { saying: 'both nodes are ready' });
    await everybodyServedAgain(load);
  };

  // The new node migrates while the old one serves.
  await update(fleet.restart(0, next.entry));
  assert.deepEqual(await stateOf(fleet, next.migration), {
    isMigrated: true,
    revision: next.revision,
    hasNextText: true,
  });

  // An old node that starts again in the middle finds a newer schema, and leaves the newer functions alone.
  await update(fleet.restart(1));
  assert.deepEqual(await stateOf(fleet, next.migration), {
    isMigrated: true,
    revision: next.revision,
    hasNextText: true,
  });

  await update(fleet.restartWorker(0, next.entry));
  await update(fleet.restart(1, next.entry));

  // Back by one release, on the migrated database.
  await update(fleet.restart(0));

  await load.stop();
  printFailures(load.customers);
  await assertExactBooks(fleet.database, load.customers);
  assert.equal(load.customers.flatMap(({ failures }) => failures).length, 0);
});

async function everybodyServedAgain({ customers }: MixedLoad): Promise<void> {
  const before = customers.map(({ done }) => done);
  await until(() => customers.every(({ done }, index) => done >= (before[index] ?? 0) + 2), {
    saying: 'every customer was served by both releases',
  });
}

async function stateOf(
  { database }: Fleet,
  migration: string,
): Promise<{ isMigrated: boolean; revision: number; hasNextText: boolean }> {
  const { rows } = await database.pool.query<{ migrated: boolean; comment: string; text: string }>(
    `select exists (select 1 from migrations where name = $1) as migrated,
       obj_description('migrations'::regclass, 'pg_class') as comment,
       (select prosrc from pg_proc where proname = 'hold_one') as text`,
    [migration],
  );
  const [row] = rows;
  return {
    isMigrated: row?.migrated === true,
    revision: Number(row?.comment.split(' ')[1]),
    hasNextText: row?.text.includes('next_origin') === true,
  };
}
