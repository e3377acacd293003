// Limits on two nodes: calls of an account are counted in Redis, guesses of passwords in the database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { burst } from '../../support/burst.ts';
import { postAuth, signUp } from '../../support/people.ts';
import { type RedisServer, startRedis } from '../../support/redis.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { startService, type TestService } from '../../support/service.ts';

const CALLS = 1000;

let service: TestService;
let redis: RedisServer;
let nodes: ServerProcess[] = [];
before(async () => {
  service = await startService();
  redis = await startRedis();
  const { databaseUrl, config } = service;
  const shared = { DATABASE_URL: databaseUrl, DATA_DIR: config.dataDir, PUBLIC_URL: config.publicUrl };
  const settings = { ...shared, REDIS_URL: redis.url };
  const entry = new URL('../../support/paid-server.ts', import.meta.url);
  nodes = await Promise.all([startServerProcess(entry, settings), startServerProcess(entry, settings)]);
});
after(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await redis.stop();
  await service.stop();
});

test('1,000 calls at once to two nodes that share Redis, on a plan of 10 a minute: exactly 10 pass', async () => {
  const statuses = await burst(
    service,
    CALLS,
    nodes.map((node) => node.origin),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 10);
});

test('a stranger who spreads guesses of a password over the nodes has no more of them than at one', async () => {
  const email = 'spread@example.com';
  assert.equal((await signUp(service, email)).status, 200);
  const statuses = await Promise.all(
    Array.from({ length: 30 }, async (_, round) => {
      const origin = nodes[round % 2]?.origin ?? '';
      const guess = { email, password: `wrong password ${round}` };
      return (await postAuth({ ...service, origin }, 'sign-in/email', guess)).status;
    }),
  );
  assert.deepEqual(
    [401, 429].map((status) => statuses.filter((one) => one === status).length),
    [10, 20],
  );
});
