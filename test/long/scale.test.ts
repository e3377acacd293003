// Past one process: the tests of limits, idempotency, ledger and jobs again across two API processes and two workers, and a whole fleet.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test, { after, before } from 'node:test';
import { startFleet } from '../support/fleet.ts';
import { FLEET_CHECKS } from '../support/fleet-checks.ts';
import { startRedis } from '../support/redis.ts';

const ACROSS_NODES = [
  'limits',
  'idempotency',
  'ledger',
  'jobs',
  'jobs-http',
  'payments',
  'webhooks',
  'sessions',
  'conversations',
  'image',
  'access',
];

let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
before(async () => {
  redis = await startRedis();
});
after(() => redis?.stop());

for (const name of ACROSS_NODES) {
  test(`every test of ${name} passes across two API processes and two workers`, async () => {
    const child = spawn(process.execPath, ['--test', '--test-reporter=tap', `test/api/${name}.test.ts`], {
      cwd: new URL('../../', import.meta.url),
      // Without the runner's own mark: inside of it a second runner would only pass its results on.
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, TEST_NODES: '2', TEST_REDIS_URL: redis?.url ?? '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let report = '';
    child.stdout.on('data', (chunk) => {
      report += chunk;
    });
    const [code] = await once(child, 'close');
    const passed = Number(/^# pass (\d+)/m.exec(report)?.[1] ?? 0);
    assert.equal(code, 0, report);
    assert.ok(passed > 0 && /^# skipped 0/m.test(report), report);
  });
}

test('a fleet of two API nodes and two workers, each with a disk of its own, agrees on everything', async (t) => {
  const fleet = await startFleet({ nodes: 2, workers: 2 });
  t.after(() => fleet.stop());
  for (const check of FLEET_CHECKS)
    for (const { what, wanted, seen, ok } of await check(fleet))
      assert.ok(ok, `${what}: wanted ${wanted}, seen ${seen}`);
});
