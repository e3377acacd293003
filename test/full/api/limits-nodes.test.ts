// Limits on two nodes that share Redis: exact under a thousand calls at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { burst } from '../../support/burst.ts';
import { startRedis } from '../../support/redis.ts';
import { startServerProcess } from '../../support/server-process.ts';
import { startService, type TestService } from '../../support/service.ts';

const CALLS = 1000;

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

test('1,000 calls at once to two nodes that share Redis, on a plan of 10 a minute: exactly 10 pass', async () => {
  const redis = await startRedis();
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir, REDIS_URL: redis.url };
  const entry = new URL('../../support/paid-server.ts', import.meta.url);
  const nodes = await Promise.all([startServerProcess(entry, settings), startServerProcess(entry, settings)]);
  try {
    const statuses = await burst(
      service,
      CALLS,
      nodes.map((node) => node.origin),
    );
    assert.equal(statuses.filter((status) => status === 200).length, 10);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await redis.stop();
  }
});
