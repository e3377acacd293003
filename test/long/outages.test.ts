// Redis and the bucket are away for a while under load: limits fall back, what needs files is refused in words, everything recovers by itself.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { assertExactBooks, printFailures } from '../support/exact-books.ts';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { type MixedLoad, startMixedLoad } from '../support/mixed-load.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { type S3Server, startS3 } from '../support/s3.ts';
import { STEADY_MODEL, startSteadyUpstream } from '../support/steady-upstream.ts';
import { until } from '../support/until.ts';

/** Longer than every retry and timeout towards either of them: more time would only repeat what these seconds show. */
const AWAY_MS = 20_000;
const CALM_MS = 3_000;
const NODES = 2;
const FREE_PER_MINUTE = 10;

let redis: RedisServer;
let s3: S3Server;
let upstream: Awaited<ReturnType<typeof startSteadyUpstream>>;
let fleet: Fleet;

before(async () => {
  [redis, s3, upstream] = await Promise.all([startRedis(), startS3(), startSteadyUpstream()]);
  fleet = await startFleet(
    { nodes: NODES, workers: 1 },
    { REDIS_URL: redis.url, S3_URL: s3.url, ALLOW_BUILTIN_SALES: '1', OPENAI_BASE_URL: upstream.baseUrl },
  );
});
after(async () => {
  await fleet?.stop();
  await Promise.all([redis?.stop(), s3?.stop(), upstream?.stop()]);
});

test(`${AWAY_MS / 1000} s without Redis: no call fails, each node enforces the limits, a node can start`, {
  timeout: 300_000,
}, async () => {
  const load = await startLoad();
  await redis.stop();
  const passed = await passedOf200();
  assert.ok(
    passed >= FREE_PER_MINUTE && passed <= FREE_PER_MINUTE * NODES,
    `${passed} of 200 calls passed at ${FREE_PER_MINUTE} a minute on ${NODES} nodes`,
  );
  await wait(AWAY_MS);
  await fleet.restart(0);
  redis = await startRedis(redis.port);
  await until(async () => (await passedOf200()) === FREE_PER_MINUTE, {
    saying: 'the nodes count together again',
    everyMs: 500,
  });
  await wait(CALM_MS);
  await load.stop();
  const { names } = printFailures(load.customers);
  console.log(`without Redis ${passed} of 200 calls passed, where ${FREE_PER_MINUTE} a minute are allowed`);
  await assertExactBooks(fleet.database, load.customers);
  // The restart of a node is not what this test is about: its calls may have to be sent again.
  assert.deepEqual(
    names.filter((name) => !name.startsWith('502')),
    [],
  );
});

test(`${AWAY_MS / 1000} s without the bucket: only jobs fail, in words and without a charge, and files come back`, {
  timeout: 300_000,
}, async () => {
  const load = await startLoad();
  const file = await makeFile();
  const comeBack = await s3.goAway();
  const refused = await fetch(`${fleet.origin}${file}`);
  const refusal = await refused.text();
  assert.deepEqual([refused.status, /service_unavailable/.test(refusal)], [503, true], refusal);
  assert.ok(refused.headers.get('retry-after'));
  await wait(AWAY_MS);
  await comeBack();
  assert.equal((await fetch(`${fleet.origin}${file}`)).status, 200);
  const doneBefore = load.customers.map(({ done }) => done);
  await until(() => load.customers.every(({ done }, index) => done > (doneBefore[index] ?? 0)), {
    saying: 'everybody is served again, jobs included',
  });
  await load.stop();
  const { names } = printFailures(load.customers);
  await assertExactBooks(fleet.database, load.customers);
  const others = load.customers.filter(({ kind }) => kind !== 'job');
  assert.equal(others.flatMap(({ failures }) => failures).length, 0, 'chats, streams and checkouts need no files');
  assert.deepEqual(names, ['a job failed: service_unavailable']);
});

async function startLoad(): Promise<MixedLoad> {
  const load = await startMixedLoad({
    origin: fleet.origin,
    model: STEADY_MODEL,
    customers: { paid: 3, chat: 2, stream: 2, job: 1, checkout: 1 },
    account: () => fleet.account({ credits: 10_000 }),
  });
  await load.untilServed();
  return load;
}

/** On the free plan, within one minute: calls that cross into the next one get a second allowance, and are made again. */
async function passedOf200(): Promise<number> {
  for (;;) {
    const { liveKey } = await fleet.account({ plan: 'free' });
    const minute = Math.floor(Date.now() / 60_000);
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const { origin = '' } = fleet.nodes[index % NODES] ?? {};
        const answer = await fetch(`${origin}/v1/account`, { headers: { authorization: `Bearer ${liveKey}` } });
        await answer.arrayBuffer();
        return answer.status;
      }),
    );
    if (Math.floor(Date.now() / 60_000) === minute) return statuses.filter((status) => status === 200).length;
  }
}

/** The path of an image that a worker stored in the bucket. */
async function makeFile(): Promise<string> {
  const { liveKey } = await fleet.account();
  const answer = await fetch(`${fleet.origin}/v1/image/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a lake', width: 64, height: 64 }),
  });
  const path = /\/files\/[0-9a-z]{26}\.[a-z]+/.exec(await answer.text())?.[0];
  assert.ok(path, 'an image has a file');
  return path;
}
