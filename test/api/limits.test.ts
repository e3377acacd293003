// Limits: exact under a thousand calls at once; test/full/api/limits-nodes.test.ts has two nodes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { silentLog } from '../../src/core/log.ts';
import { MemoryLimiter } from '../../src/http/rate-limit.ts';
import { RedisLimiter } from '../../src/http/rate-limit-redis.ts';
import { burst } from '../support/burst.ts';
import { startRedis } from '../support/redis.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const CALLS = 1000;

/** For calls one after the other, which take less than a second. */
async function earlyInTheMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 5_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
}

test('1,000 calls at once on a plan of 10 a minute: exactly 10 pass', async () => {
  const statuses = await burst(service, CALLS);
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, CALLS - 10);
});

test('a node that was too busy to read what Redis answered still counts with the others', async () => {
  const redis = await startRedis();
  const allowance = { accountId: 'acc_1', keyId: 'key_1', perMinute: 10, perDay: null, keyPerMinute: null };
  const [busy, other] = [new RedisLimiter(redis.url, silentLog), new RedisLimiter(redis.url, silentLog)];
  await Promise.all([busy.connect(), other.connect()]);
  try {
    const nowMs = Date.now();
    for (let taken = 0; taken < 10; taken += 1) await other.take(allowance, nowMs);
    const count = busy.take(allowance, nowMs);
    await setImmediate();
    const lastMs = Date.now() + 1_300;
    while (Date.now() < lastMs);
    assert.equal((await count).refusedBy, 'minute');
  } finally {
    await Promise.all([busy.close(), other.close()]);
    await redis.stop();
  }
});

test('a refused call says when to retry, and all three headers are right', async () => {
  const { liveKey } = await service.account({ plan: 'free' });
  await earlyInTheMinute();
  const remaining: string[] = [];
  let last = await service.call('GET', '/v1/account', { key: liveKey });
  for (; last.status === 200; last = await service.call('GET', '/v1/account', { key: liveKey }))
    remaining.push(last.headers.get('x-ratelimit-remaining') ?? '');
  assert.deepEqual(remaining, ['9', '8', '7', '6', '5', '4', '3', '2', '1', '0']);
  assert.equal(last.status, 429);
  assert.equal(last.json.error.code, 'rate_limit_exceeded');
  assert.ok(Number(last.headers.get('retry-after')) >= 1 && Number(last.headers.get('retry-after')) <= 60);
  assert.equal(last.headers.get('x-ratelimit-limit'), '10');
});

test("a key's own limit is tighter than its account's", async () => {
  const { liveKey } = await service.account();
  const { json } = await service.call('POST', '/v1/account/keys', {
    key: liveKey,
    body: { name: 'slow', requests_per_minute: 2 },
  });
  await earlyInTheMinute();
  const statuses = [];
  for (let index = 0; index < 3; index += 1)
    statuses.push((await service.call('GET', '/v1/account', { key: json.key })).status);
  assert.deepEqual(statuses, [200, 200, 429]);
  assert.equal((await service.call('GET', '/v1/account', { key: liveKey })).status, 200);
});

test('the day runs out before the minute where it is nearer, and a refused call is not counted', () => {
  const limiter = new MemoryLimiter();
  const allowance = { accountId: 'a', perMinute: 3, perDay: 4, keyId: null, keyPerMinute: null };
  const dawn = Date.UTC(2026, 0, 1);
  const refusals = [0, 1, 2, 3, 4].map((second) => limiter.take(allowance, dawn + second).refusedBy);
  assert.deepEqual(refusals, [null, null, null, 'minute', 'minute']);
  assert.equal(limiter.take(allowance, dawn + 60_000).refusedBy, null);
  assert.equal(limiter.take(allowance, dawn + 60_001).refusedBy, 'day');
  assert.equal(limiter.take(allowance, dawn + 86_400_000).refusedBy, null);
});
