// Ten times fifty jobs, with a worker killed in the middle of each: all end once, are charged once, and are heard of.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Caller } from '../../src/core/caller.ts';
import { readBalance } from '../../src/money/entries.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createJobKit, type JobKit } from '../support/job-kit.ts';
import { createOutboxKit } from '../support/outbox-kit.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const ROUNDS = 10;
const JOBS = 50;
const ACCOUNTS = 5;
const PRICE_MICRO = 1_000;

let store: TestDatabase;
let kit: JobKit;
let receiver: Receiver;
let callers: Caller[];

before(async () => {
  store = await createTestDatabase();
  kit = await createJobKit(store.url);
  receiver = await startReceiver();
  callers = await Promise.all(Array.from({ length: ACCOUNTS }, () => kit.customer({ credits: 10 })));
  const { endpoints } = createOutboxKit(kit.database);
  for (const caller of callers) await endpoints.create(caller, { url: receiver.url });
});
after(async () => {
  receiver.close();
  await kit.close();
  await store.drop();
});

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`round ${round}: a worker killed in the middle of ${JOBS} jobs loses none and doubles none`, async () => {
    const survivor = await startWorker();
    const victim = await startWorker();
    const ids = await Promise.all(
      Array.from({ length: JOBS }, async (_, index) => {
        const job = await kit.order(callers[index % ACCOUNTS] as Caller, 20 + Math.random() * 80, {
          micro: PRICE_MICRO,
        });
        return job.id;
      }),
    );
    await untilEnded(ids, Math.floor(Math.random() * JOBS * 0.6));
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    await untilEnded(ids, JOBS);
    await untilDelivered();
    survivor.disconnect();
    await once(survivor, 'exit');
    await assertEndedOnce(ids);
  });
}

test('at the end every balance is what its jobs cost, and nothing is held', async () => {
  const spent = (ROUNDS * JOBS * PRICE_MICRO) / ACCOUNTS;
  for (const caller of callers)
    assert.deepEqual(await readBalance(kit.database.queries, caller.accountId, 'live'), {
      balance: 10_000_000 - spent,
      held: 0,
    });
  const { rows } = await sql<{ again: number }>`select count(*)::integer as again from jobs where attempt > 1`.execute(
    kit.database.queries,
  );
  console.log(`${rows[0]?.again} of ${ROUNDS * JOBS} jobs ran again after their worker was killed`);
  assert.ok((rows[0]?.again ?? 0) > 0, 'no kill ever hit a running job: the test proved nothing');
});

async function startWorker(): Promise<ChildProcess> {
  const child = fork(new URL('../support/job-worker-process.ts', import.meta.url), [store.url, '4', '2']);
  await once(child, 'message');
  return child;
}

async function untilEnded(ids: string[], wanted: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ ended: number }>`
      select count(*)::integer as ended from jobs where id = any(${ids}::text[]) and state = 'completed'`.execute(
      kit.database.queries,
    );
    return (rows[0]?.ended ?? 0) >= wanted;
  });
}

async function untilDelivered(): Promise<void> {
  await until(async () => {
    const { rows } = await sql`select 1 from deliveries where state = 'pending' limit 1`.execute(kit.database.queries);
    return rows.length === 0;
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + 120_000;
  while (!(await isSo())) {
    assert.ok(Date.now() < deadlineMs, 'it took too long');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function assertEndedOnce(ids: string[]): Promise<void> {
  const heard = receiver.received
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type === 'generation.completed');
  const heardOf = new Set(heard.map(({ data }) => data.job_id));
  const { rows } = await sql<{ id: string; state: string; events: number; charges: number }>`
    select j.id, j.state,
      (select count(*)::integer from events e where e.type = 'generation.completed' and e.body::json -> 'data' ->> 'job_id' = j.id) as events,
      (select count(*)::integer from ledger l where l.job_id = j.id and l.type = 'usage') as charges
    from jobs j where id = any(${ids}::text[])`.execute(kit.database.queries);
  assert.equal(rows.length, JOBS);
  for (const { id, ...found } of rows) {
    assert.deepEqual(found, { state: 'completed', events: 1, charges: 1 }, id);
    assert.ok(heardOf.has(id), `${id} was never heard of`);
  }
}
