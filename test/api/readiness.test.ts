// Readiness: only what a process cannot do its work without takes traffic away; what else is away is shown.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type FaultyBucket, startFaultyBucket } from '../support/faulty-bucket.ts';
import { PASSWORD, postAuth } from '../support/people.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { freePort, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let bucket: FaultyBucket;
let redis: RedisServer;
let service: TestService;

before(async () => {
  [bucket, redis] = await Promise.all([startFaultyBucket(), startRedis()]);
  service = await startService({
    S3_URL: bucket.url,
    REDIS_URL: redis.url,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  });
});
after(async () => {
  await service.stop();
  await bucket.stop();
});

async function ready(query = ''): Promise<{ status: number; says: string; parts: Record<string, boolean> }> {
  const { status, json } = await service.call('GET', `/readyz${query}`);
  return { status, says: json.status, parts: json.parts };
}

test('a bucket that refuses, is busy or hangs is shown, takes no traffic away, and counts where it is required', async () => {
  const isWhole = async () => (await ready()).says === 'ready';
  await until(isWhole, { saying: 'every part is there' });
  assert.equal((await ready('?require=files,redis,mail,store')).status, 200);
  for (const fault of ['denied', 'busy', 'silent'] as const) {
    bucket.behave(() => fault);
    const seen = await ready();
    assert.deepEqual(
      [seen.status, seen.says, seen.parts.files, seen.parts.store],
      [200, 'degraded', false, true],
      fault,
    );
    const strict = await ready('?require=files');
    assert.deepEqual([strict.status, strict.says], [503, 'not ready'], fault);
    assert.equal((await ready('?require=redis')).status, 200, fault);
  }
  bucket.behave(() => 'pass');
  await until(isWhole, { saying: 'the bucket is back' });
});

test('a mail server that is away is shown from the first mail that it does not take', async () => {
  const signedUp = await postAuth(service, 'sign-up/email', {
    email: 'ada@example.com',
    password: PASSWORD,
    name: 'Ada',
  });
  assert.equal(signedUp.status, 200, signedUp.text);
  await until(async () => (await ready()).parts.mail === false, { saying: 'the mail was tried' });
  assert.deepEqual((await ready()).status, 200);
  assert.equal((await ready('?require=mail')).status, 503);
});

test('Redis that is away is shown and takes no traffic away; what nobody knows is never there', async () => {
  await redis.stop();
  const seen = await ready();
  assert.deepEqual([seen.status, seen.says, seen.parts.redis], [200, 'degraded', false]);
  assert.equal((await ready('?require=redis')).status, 503);
  assert.equal((await ready('?require=poetry')).status, 503);
  assert.equal((await ready('?require=builder')).status, 200);
});
