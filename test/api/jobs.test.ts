// Jobs: fair, exact in number, cancellable, charged once, watched as they go.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Caller } from '../../src/core/caller.ts';
import { ServiceError } from '../../src/core/errors.ts';
import { newId } from '../../src/core/ids.ts';
import type { RunnerTerms } from '../../src/jobs/assembly.ts';
import type { RunningJob } from '../../src/jobs/kinds.ts';
import type { JobRunner } from '../../src/jobs/runner.ts';
import type { JobView } from '../../src/jobs/view.ts';
import { settleAbandoned } from '../../src/money/abandoned.ts';
import { readBalance } from '../../src/money/entries.ts';
import { endLeases, extendLease } from '../../src/money/lease-statements.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createJobKit, handleAll, type JobKit } from '../support/job-kit.ts';
import { until } from '../support/until.ts';

let store: TestDatabase;
let kit: JobKit;

before(async () => {
  store = await createTestDatabase();
  kit = await createJobKit(store.url, { concurrent: 2, queued: 200 });
});
after(async () => {
  await kit.close();
  await store.drop();
});

const forever = new AbortController().signal;

/** Runs the workers for as long as the body takes. */
async function withWorkers(
  slots: number[],
  run: (job: RunningJob) => Promise<object>,
  body: () => Promise<void>,
  terms: RunnerTerms = {},
): Promise<void> {
  const handlers = handleAll(async (job) => ({ result: await run(job), outputUrl: null, usage: {} }));
  const runners: JobRunner[] = slots.map((count) => kit.jobs.createRunner(handlers, count, terms));
  await Promise.all(runners.map((runner) => runner.start()));
  try {
    await body();
  } finally {
    await Promise.all(runners.map((runner) => runner.stop(0)));
  }
}

function withQuickWorker(run: (job: RunningJob) => Promise<object>, body: () => Promise<void>): Promise<void> {
  return withWorkers([1], run, body, { queues: ['quick'] });
}

function ended(caller: Caller, job: JobView): Promise<JobView> {
  return kit.jobs.queue.waitFor(caller, job.id, { timeoutMs: 120_000, signal: forever });
}

async function eventsOf(caller: Caller): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const { rows } = await sql<{
    body: string;
  }>`select body from events where account_id = ${caller.accountId} order by created_at, type desc`.execute(
    kit.database.queries,
  );
  return rows.map(({ body }) => JSON.parse(body));
}

function balanceOf(caller: Caller) {
  return readBalance(kit.database.queries, caller.accountId, caller.environment);
}

test('a job holds credits when it is created, is charged when it completes, and emits two events', async () => {
  const caller = await kit.customer({ credits: 10 });
  const job = await kit.order(caller, { words: 'hello' }, { micro: 4_000_000 });
  assert.deepEqual([job.status, job.object, job.queue_position, job.progress], ['processing', 'noop.job', 1, 0]);
  assert.deepEqual(await balanceOf(caller), { balance: 10_000_000, held: 4_000_000 });

  await withWorkers(
    [1],
    async ({ payload }) => ({ said: payload }),
    async () => {
      const done = await ended(caller, job);
      assert.deepEqual([done.status, done.progress, done.queue_position], ['completed', 1, 0]);
      assert.deepEqual(done.said, { words: 'hello' });
    },
  );
  assert.deepEqual(await balanceOf(caller), { balance: 6_000_000, held: 0 });
  const [started, completed] = await eventsOf(caller);
  assert.equal(started?.type, 'generation.started');
  assert.deepEqual(Object.keys(started?.data ?? {}), ['job_id', 'service', 'created_at']);
  assert.equal(completed?.type, 'generation.completed');
  assert.deepEqual(Object.keys(completed?.data ?? {}), ['job_id', 'service', 'output_url', 'duration_ms']);
});

test('a job that fails is free, and its error is the engine’s own', async () => {
  const caller = await kit.customer({ credits: 10 });
  const known = await kit.order(caller, 'known', { micro: 2_000_000 });
  const unknown = await kit.order(caller, 'unknown', { micro: 2_000_000 });
  const fail = async ({ payload }: RunningJob): Promise<object> => {
    if (payload === 'known') throw new ServiceError('engine_unavailable', 'The engine is away.');
    throw new Error('a secret of the inside');
  };
  await withWorkers([2], fail, async () => {
    assert.deepEqual((await ended(caller, known)).error, {
      code: 'engine_unavailable',
      message: 'The engine is away.',
    });
    const { error } = await ended(caller, unknown);
    assert.equal(error?.code, 'internal_error');
    assert.doesNotMatch(error?.message ?? '', /secret/);
  });
  assert.deepEqual(await balanceOf(caller), { balance: 10_000_000, held: 0 });
  const failures = (await eventsOf(caller)).filter(({ type }) => type === 'generation.failed');
  assert.deepEqual(
    failures.map(({ data }) => data.refunded_credits),
    [2, 2],
  );
});

test('a job whose credits were returned while it waited fails, and nobody keeps what it made', async () => {
  const caller = await kit.customer({ credits: 10 });
  const job = await kit.order(caller, 'late', { micro: 4_000_000 });
  await sql`update holds set expires_at = now() - interval '1 second' where account_id = ${caller.accountId}`.execute(
    kit.database.queries,
  );
  assert.equal((await settleAbandoned(kit.database)).ended, 1);
  assert.deepEqual(await balanceOf(caller), { balance: 10_000_000, held: 0 });
  await withWorkers(
    [1],
    async () => ({ secret: 'a song' }),
    async () => {
      const done = await ended(caller, job);
      assert.deepEqual([done.status, done.error?.code, done.secret], ['failed', 'engine_unavailable', undefined]);
    },
  );
  assert.deepEqual(await balanceOf(caller), { balance: 10_000_000, held: 0 });
  assert.deepEqual(
    (await eventsOf(caller)).map(({ type }) => type),
    ['generation.started', 'generation.failed'],
  );
});

test('a job that the balance does not cover is not created, and credits.depleted is emitted once', async () => {
  const caller = await kit.customer({ credits: 1 });
  for (let round = 0; round < 2; round += 1)
    await assert.rejects(kit.order(caller, {}, { micro: 2_000_000 }), { code: 'insufficient_credits' });
  const { data } = await kit.jobs.queue.list({ ...caller, limit: 10 });
  assert.deepEqual(data, []);
  assert.deepEqual(
    (await eventsOf(caller)).map(({ type }) => type),
    ['credits.depleted'],
  );
});

test('a job that takes all but what is set aside for quick calls depletes nothing; one that takes the last does', async () => {
  const caller = await kit.customer({ credits: 4 });
  const { accountId, environment } = caller;
  const lease = { id: newId('lease'), isNew: true, accountId, environment, wanted: 40_000 };
  await extendLease(kit.database.pool, lease);
  const pay = (micro: number) =>
    withWorkers(
      [1],
      async () => ({}),
      async () => void (await ended(caller, await kit.order(caller, {}, { micro }))),
    );
  const depletions = async () => (await eventsOf(caller)).filter(({ type }) => type === 'credits.depleted').length;
  await pay(3_960_000);
  assert.deepEqual(await balanceOf(caller), { balance: 40_000, held: 0 });
  assert.equal(await depletions(), 0);
  await endLeases(kit.database.pool, [lease.id]);
  await pay(40_000);
  assert.deepEqual(await balanceOf(caller), { balance: 0, held: 0 });
  assert.equal(await depletions(), 1);
});

test('an account never runs more jobs than its plan allows, across three workers, and every job runs once', async () => {
  const caller = await kit.customer();
  const jobs = await Promise.all(Array.from({ length: 60 }, (_, index) => kit.order(caller, index)));
  let running = 0;
  let most = 0;
  const seen: unknown[] = [];
  const work = async ({ payload }: RunningJob): Promise<object> => {
    running += 1;
    most = Math.max(most, running);
    seen.push(payload);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return {};
  };
  await withWorkers([4, 4, 4], work, async () => {
    await Promise.all(jobs.map((job) => ended(caller, job)));
  });
  assert.equal(most, 2);
  assert.equal(seen.length, 60);
  assert.equal(new Set(seen).size, 60);
});

test('one account’s hundred jobs do not starve another’s first, and places in the queue are true', async () => {
  const [busy, late] = [await kit.customer(), await kit.customer()];
  const many = await Promise.all(Array.from({ length: 100 }, () => kit.order(busy)));
  const first = await kit.order(late);
  const second = await kit.order(late);
  assert.deepEqual([first.queue_position, second.queue_position], [1, 2]);
  const { data: newest } = await kit.jobs.queue.list({ ...busy, limit: 1 });
  assert.equal(newest[0]?.queue_position, 100);

  const order: string[] = [];
  await withWorkers(
    [1],
    async ({ accountId }) => ({ nth: order.push(accountId) }),
    async () => {
      await ended(late, second);
    },
  );
  const before = order.slice(0, order.lastIndexOf(late.accountId));
  assert.equal(before.filter((id) => id === busy.accountId).length <= 2, true, order.join());
  for (const job of many) await kit.jobs.queue.cancel(busy, job.id);
});

test('the queue of a plan is bounded', async () => {
  const caller = await kit.customer();
  const orders: PromiseSettledResult<unknown>[] = [];
  // Not all at once: on a busy machine the last would wait too long for a connection to the database.
  for (let round = 0; round < 7; round += 1)
    orders.push(...(await Promise.allSettled(Array.from({ length: 30 }, () => kit.order(caller)))));
  const refused = orders.filter((order) => order.status === 'rejected');
  assert.deepEqual(
    refused.map(({ reason }) => reason.code),
    Array.from({ length: 10 }, () => 'too_many_jobs'),
  );
  const { data } = await kit.jobs.queue.list({ ...caller, limit: 300 });
  for (const job of data) await kit.jobs.queue.cancel(caller, job.id);
  assert.deepEqual((await balanceOf(caller)).held, 0);
});

test('cancelling a running job stops its engine at once and releases its money', async () => {
  const caller = await kit.customer({ credits: 10 });
  const job = await kit.order(caller, {}, { micro: 5_000_000 });
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const work = ({ signal }: RunningJob): Promise<object> =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped.resolve();
        reject(signal.reason);
      });
      started.resolve();
    });
  const cancel = async () => {
    await started.promise;
    const cancelled = await kit.jobs.queue.cancel(caller, job.id);
    assert.equal(cancelled.status, 'cancelled');
    await stopped.promise;
  };
  // The first heartbeat, which would find the job cancelled too, comes after twelve minutes.
  await withWorkers([1], work, cancel, { leaseSeconds: 3_600 });
  assert.deepEqual(await balanceOf(caller), { balance: 10_000_000, held: 0 });
  const { rows } = await sql<{ running: number; waiting: number }>`
    select running, waiting from job_lanes where account_id = ${caller.accountId}`.execute(kit.database.queries);
  assert.deepEqual(rows, [{ running: 0, waiting: 0 }]);
  assert.equal((await kit.jobs.queue.cancel(caller, job.id)).status, 'cancelled');
});

test('a cancelled job pays the share of its price that it used, unless the operator cancels it', async () => {
  const caller = await kit.customer({ credits: 10 });
  const work = ({ signal, report, spend, payload }: RunningJob): Promise<object> =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      if (payload === 'counts') spend(250_000);
      report(0.72, 'nearly there');
    });
  const paid: (number | undefined)[] = [];
  const cancelAtProgress = async (payload: string, terms: { isFree?: boolean } = {}) => {
    const job = await kit.order(caller, payload, { micro: 1_000_000 });
    const isUnderWay = async () => (await kit.jobs.queue.find(caller, job.id)).progress > 0.7;
    await until(isUnderWay, { saying: 'the job reports its progress' });
    const { usage } = await kit.jobs.queue.cancel(caller, job.id, terms);
    paid.push((usage as { credits?: number }).credits);
  };
  await withWorkers([1], work, async () => {
    await cancelAtProgress('reports');
    await cancelAtProgress('counts');
    await cancelAtProgress('reports', { isFree: true });
  });
  assert.deepEqual(paid, [0.72, 0.25, 0]);
  assert.deepEqual(await balanceOf(caller), { balance: 9_030_000, held: 0 });
});

test('a result is stored only with its charge: a cancel in the last moment keeps neither', async () => {
  const caller = await kit.customer({ credits: 10 });
  await sql`create table if not exists results (job text)`.execute(kit.database.queries);
  const stored = async () => (await sql`select 1 from results`.execute(kit.database.queries)).rows.length;
  const made = Promise.withResolvers<void>();
  const discarded = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const handlers = handleAll(async (job) => {
    made.resolve();
    // As an encoder does that does not hear the cancellation any more.
    if (job.payload === 'late') await cancelled.promise;
    return {
      result: {},
      storeIn: async (trx) => void (await sql`insert into results values (${job.id})`.execute(trx)),
      discard: async () => discarded.resolve(),
      outputUrl: null,
      usage: {},
    };
  });
  const runner = kit.jobs.createRunner(handlers, 1, { leaseSeconds: 3_600 });
  await runner.start();
  try {
    const late = await kit.order(caller, 'late', { micro: 1_000_000 });
    await made.promise;
    await kit.jobs.queue.cancel(caller, late.id);
    cancelled.resolve();
    await discarded.promise;
    assert.equal(await stored(), 0);
    const kept = await ended(caller, await kit.order(caller, 'kept', { micro: 1_000_000 }));
    assert.deepEqual([kept.status, await stored()], ['completed', 1]);
    assert.equal((await kit.jobs.queue.cancel(caller, kept.id)).status, 'completed');
  } finally {
    await runner.stop(0);
  }
  assert.deepEqual(await balanceOf(caller), { balance: 9_000_000, held: 0 });
});

test('a watcher sees progress as it happens and can go on where it left', async () => {
  const caller = await kit.customer();
  const job = await kit.order(caller);
  const go = Promise.withResolvers<void>();
  const half = Promise.withResolvers<void>();
  const work = async ({ report }: RunningJob): Promise<object> => {
    report(0.5, 'half way', { words: 3 });
    await half.promise;
    report(0.2, 'never backwards');
    await go.promise;
    return { done: true };
  };
  await withWorkers([1], work, async () => {
    let version = 0;
    for await (const change of kit.jobs.queue.follow(caller, job.id, { signal: forever })) {
      version = change.version;
      if (change.job.stage === 'half way') {
        assert.deepEqual([change.job.progress, change.job.words], [0.5, 3]);
        break;
      }
    }
    half.resolve();
    const seen: JobView[] = [];
    for await (const change of kit.jobs.queue.follow(caller, job.id, { signal: forever, afterVersion: version })) {
      assert.ok(change.version > version);
      version = change.version;
      seen.push(change.job);
      if (change.job.stage === 'never backwards') {
        assert.equal(change.job.progress, 0.5);
        go.resolve();
      }
    }
    assert.equal(seen.at(-1)?.status, 'completed');
  });
});

test('a worker that stops hands its job back without using up an attempt', async () => {
  const caller = await kit.customer();
  const job = await kit.order(caller);
  const started = Promise.withResolvers<number>();
  const hang = ({ signal, attempt }: RunningJob): Promise<object> => {
    started.resolve(attempt);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  await withWorkers([1], hang, async () => {
    await started.promise;
  });
  await withWorkers(
    [1],
    async ({ attempt }) => ({ attempt }),
    async () => {
      assert.equal((await ended(caller, job)).attempt, 1);
    },
  );
});

test('a job that loses the database while it runs is run again, three times at most, and charged once', async () => {
  const caller = await kit.customer();
  const [lucky, unlucky] = [await kit.order(caller), await kit.order(caller)];
  const before = await balanceOf(caller);
  const work = async ({ id, attempt }: RunningJob) => {
    if (id === lucky.id && attempt === 2) return { attempt };
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  await withWorkers([1], work, async () => {
    assert.equal((await ended(caller, lucky)).attempt, 2);
    const failed = await ended(caller, unlucky);
    assert.deepEqual([failed.status, failed.error?.code], ['failed', 'service_unavailable']);
  });
  const after = await balanceOf(caller);
  assert.equal(after.balance, before.balance - 1_000);
  const types = (await eventsOf(caller)).map(({ type }) => type).sort();
  assert.deepEqual(types, ['generation.completed', 'generation.failed', 'generation.started', 'generation.started']);
});

test('the estimate learns from measured runs of the same kind and size', async () => {
  const caller = await kit.customer();
  await sql`insert into jobs (id, account_id, environment, kind, state, payload, size, machine, run_at, completed_at)
    select 'job_past_' || n, ${caller.accountId}, 'live', 'video', 'completed', '{}', 10, 'elsewhere', now() - interval '40 seconds', now()
    from generate_series(1, 5) n`.execute(kit.database.queries);
  const short = await kit.order(caller, {}, { kind: 'video', size: 10 });
  const long = await kit.order(caller, {}, { kind: 'video', size: 30 });
  assert.equal(short.estimated_time, 40);
  assert.ok(long.estimated_time >= 120, `${long.estimated_time}`);
  for (const job of [short, long]) await kit.jobs.queue.cancel(caller, job.id);
});

test('an account’s waiting jobs are 1, 2, 3, 4, whichever other accounts wait, and each later one is estimated to end later', async () => {
  const [mine, other] = [await kit.customer(), await kit.customer()];
  const others: JobView[] = [];
  const jobs: JobView[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    others.push(await kit.order(other, {}, { kind: 'music', size: 60 }));
    jobs.push(await kit.order(mine, {}, { kind: 'music', size: 60 }));
  }
  assert.deepEqual(
    jobs.map((job) => job.queue_position),
    [1, 2, 3, 4],
  );
  const { data } = await kit.jobs.queue.list({ ...mine, limit: 4 });
  const seconds = data.map((job) => job.estimated_time).reverse();
  for (const [index, left] of seconds.entries()) {
    // Nothing was measured: half a second for each second of music. No worker is there: one at a time.
    assert.ok(left >= 30 * (index + 1), `place ${index + 1}: ${left} s`);
  }
  for (const job of jobs) await kit.jobs.queue.cancel(mine, job.id);
  for (const job of others) await kit.jobs.queue.cancel(other, job.id);
});

test('jobs that begin at once count: four new ones are 1, 2, 3, 4 while two of them run', async () => {
  const caller = await kit.customer();
  const go = Promise.withResolvers<void>();
  await withWorkers(
    [2],
    () => go.promise.then(() => ({})),
    async () => {
      const places: number[] = [];
      const jobs: JobView[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const job = await kit.order(caller);
        places.push(job.queue_position);
        jobs.push(job);
        const begun = async () => (await kit.jobs.queue.row(caller, job.id)).state === 'running' || undefined;
        if (turn < 2) await until(begun, { saying: 'the job runs' });
      }
      assert.deepEqual(places, [1, 2, 3, 4]);
      go.resolve();
      await Promise.all(jobs.map((job) => ended(caller, job)));
    },
  );
});

test('a build that is expected to be short runs while songs have every slot; one that was measured to be long waits in turn', async () => {
  const [singer, builder] = [await kit.customer(), await kit.customer()];
  const go = Promise.withResolvers<void>();
  const seen: string[] = [];
  const work = async ({ id, accountId }: RunningJob) => {
    seen.push(id);
    if (accountId === singer.accountId) await go.promise;
    return {};
  };
  await withWorkers([1], work, async () => {
    const songs = [await kit.order(singer, {}, { kind: 'music' }), await kit.order(singer, {}, { kind: 'music' })];
    await until(() => seen.length === 1 || undefined, { saying: 'a song runs' });
    await withQuickWorker(work, async () => {
      const builds = [await kit.order(builder, {}, { kind: 'build' }), await kit.order(singer, {}, { kind: 'build' })];
      assert.deepEqual((await ended(builder, builds[0] as JobView)).status, 'completed');
      await until(() => seen.length === 3 || undefined, { saying: "the singer's own build runs beside the songs" });
      assert.deepEqual(seen, [songs[0]?.id, ...builds.map(({ id }) => id)]);
      const { queue } = await kit.jobs.queue.row(builder, builds[0]?.id ?? '');
      assert.equal(queue, 'quick');
      const long = await kit.order(builder, {}, { kind: 'build', size: 2 });
      assert.equal((await kit.jobs.queue.row(builder, long.id)).queue, 'main');
      go.resolve();
      for (const [owner, job] of [...songs.map((song) => [singer, song] as const), [builder, long] as const])
        await ended(owner, job);
    });
  });
});

test('main slots take short jobs too, so that nothing idles, and accounts still take turns', async () => {
  const [busy, late] = [await kit.customer(), await kit.customer()];
  const builds = await Promise.all(Array.from({ length: 20 }, () => kit.order(busy, {}, { kind: 'build' })));
  const song = await kit.order(late, {}, { kind: 'music' });
  const order: string[] = [];
  await withWorkers(
    [1],
    async ({ accountId }) => ({ nth: order.push(accountId) }),
    async () => {
      await Promise.all([...builds.map((build) => ended(busy, build)), ended(late, song)]);
    },
  );
  assert.ok(order.indexOf(late.accountId) <= 1, `${order.indexOf(late.accountId)}`);
  assert.equal(order.length, 21);
});

test('a job can be deleted as soon as its cancellation is answered, though its worker is still stopping', async () => {
  const caller = await kit.customer();
  const stopped = Promise.withResolvers<void>();
  const work = async ({ signal }: RunningJob): Promise<object> => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await stopped.promise;
    throw signal.reason;
  };
  await withWorkers([1], work, async () => {
    const job = await kit.order(caller);
    const state = async () => (await kit.jobs.queue.row(caller, job.id)).state;
    await until(async () => (await state()) === 'running' || undefined, { saying: 'the job runs' });
    await assert.rejects(kit.jobs.queue.remove(caller, job.id), { code: 'invalid_parameter' });
    await kit.jobs.queue.cancel(caller, job.id);
    const removing = kit.jobs.queue.remove(caller, job.id);
    stopped.resolve();
    await removing;
    await assert.rejects(kit.jobs.queue.find(caller, job.id), { code: 'not_found' });
  });
});

test('a short job behind long ones is estimated by what is before it', async () => {
  const caller = await kit.customer();
  const songs = [];
  for (let song = 0; song < 4; song += 1) songs.push(await kit.order(caller, {}, { kind: 'music', size: 240 }));
  const short = await kit.order(caller, {}, { kind: 'noop' });
  assert.equal(short.queue_position, 5);
  // Four songs, of which the account may run two at once. How long one takes is learned from those that other tests ran.
  const [{ estimated_time: one } = { estimated_time: 0 }] = songs;
  assert.ok(one > 0 && short.estimated_time >= 1.9 * one, `about ${short.estimated_time} s, a song ${one} s`);
  for (const job of [...songs, short]) await kit.jobs.queue.cancel(caller, job.id);
});

test('a job that has ended says what it cost', async () => {
  const caller = await kit.customer({ credits: 10 });
  const paid = await kit.order(caller, 'work', { micro: 4_000_000 });
  const failed = await kit.order(caller, 'fail', { micro: 1_000_000 });
  assert.equal(paid.usage, undefined);
  const run = async ({ payload }: RunningJob): Promise<object> => {
    if (payload === 'fail') throw new ServiceError('engine_failed', 'It broke.');
    return { usage: { images: 2 } };
  };
  await withWorkers([1], run, async () => {
    assert.deepEqual((await ended(caller, paid)).usage, { images: 2, credits: 4 });
    assert.deepEqual((await ended(caller, failed)).usage, { credits: 0 });
  });
});

test('another account’s job does not exist', async () => {
  const [mine, theirs] = [await kit.customer(), await kit.customer()];
  const job = await kit.order(mine);
  await assert.rejects(kit.jobs.queue.find(theirs, job.id), { code: 'not_found' });
  await assert.rejects(kit.jobs.queue.cancel(theirs, job.id), { code: 'not_found' });
  await assert.rejects(kit.jobs.queue.find({ ...mine, environment: 'test' }, job.id), { code: 'not_found' });
  await kit.jobs.queue.cancel(mine, job.id);
});
