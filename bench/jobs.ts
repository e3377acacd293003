// Empty jobs, end to end (created with a hold, claimed, settled, event emitted), and webhook deliveries; on one worker
// and on two. npm run bench -- jobs [jobs a round] [events a round] [rounds]
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import type { Caller } from '../src/core/caller.ts';
import { emitAllIn } from '../src/outbox/events.ts';
import { createTestDatabase } from '../test/support/database.ts';
import { createJobKit } from '../test/support/job-kit.ts';
import { createOutboxKit } from '../test/support/outbox-kit.ts';
import { startReceiver } from '../test/support/receiver.ts';

const ACCOUNTS = 20;
const JOBS = Number(process.argv[2] ?? 1_000);
const MAKERS = 32;
const EVENTS = Number(process.argv[3] ?? 200);
const IDLE_RUNS = 40;
const ROUNDS = Number(process.argv[4] ?? 3);

const store = await createTestDatabase();
const kit = await createJobKit(store.url);
const hooks = createOutboxKit(kit.database);
const callers = await Promise.all(Array.from({ length: ACCOUNTS }, () => kit.customer({ credits: 1_000_000 })));
const listener = await kit.customer();
const receivers = await Promise.all(Array.from({ length: ACCOUNTS }, () => startReceiver()));
for (const { url } of receivers) await hooks.endpoints.create(listener, { url });

const rows = [];
for (const count of [1, 2]) {
  const workers = await Promise.all(Array.from({ length: count }, startWorker));
  await runJobs(300);
  const jobRates: number[] = [];
  const deliveryRates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    jobRates.push(await runJobs(JOBS));
    deliveryRates.push(await runDeliveries());
  }
  rows.push({
    workers: count,
    'jobs/s, end to end': median(jobRates),
    'one job on an idle queue, ms': await runIdle(),
    'deliveries/s': median(deliveryRates),
  });
  for (const worker of workers) {
    worker.disconnect();
    await once(worker, 'exit');
  }
}
console.table(rows);
console.log(
  `medians of ${ROUNDS} rounds: ${JOBS} jobs of ${ACCOUNTS} accounts, ${EVENTS} events to ${receivers.length} receivers;`,
);
console.log('the database, the makers of the jobs and the receivers share the machine with the workers');
for (const receiver of receivers) receiver.close();
await kit.close();
await store.drop();

async function startWorker(): Promise<ChildProcess> {
  const child = fork(new URL('../test/support/job-worker-process.ts', import.meta.url), [store.url, '32', '10']);
  await once(child, 'message');
  return child;
}

async function runJobs(total: number): Promise<number> {
  const startedMs = performance.now();
  let made = 0;
  const make = async () => {
    while (made < total) {
      made += 1;
      await kit.order(callers[made % ACCOUNTS] as Caller, 0);
    }
  };
  await Promise.all(Array.from({ length: MAKERS }, make));
  await until(async () => {
    const { rows: open } = await sql`select 1 from jobs where state in ('waiting', 'running') limit 1`.execute(
      kit.database.queries,
    );
    return open.length === 0;
  });
  return (total * 1_000) / (performance.now() - startedMs);
}

async function runIdle(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < IDLE_RUNS; run += 1) {
    const startedMs = performance.now();
    const job = await kit.order(callers[0] as Caller, 0);
    await kit.jobs.queue.waitFor(callers[0] as Caller, job.id, {
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    });
    times.push(performance.now() - startedMs);
  }
  return median(times);
}

async function runDeliveries(): Promise<number> {
  const { accountId } = listener;
  const already = receivers[0]?.received.length ?? 0;
  const startedMs = performance.now();
  for (let sent = 0; sent < EVENTS; sent += 20) {
    const batch = Array.from({ length: 20 }, (_, index) => ({
      accountId,
      environment: 'live' as const,
      type: 'generation.completed' as const,
      data: { job_id: `job_${sent + index}`, service: 'noop', output_url: null, duration_ms: 1 },
    }));
    await kit.database.transaction((trx) => emitAllIn(trx, batch));
  }
  await Promise.all(receivers.map((receiver) => receiver.got(already + EVENTS)));
  return (EVENTS * receivers.length * 1_000) / (performance.now() - startedMs);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

function median(values: number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}
