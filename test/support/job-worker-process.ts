// A worker in a process of its own, made to be killed: runs test jobs (payload: milliseconds) and delivers their events.
import { setTimeout as wait } from 'node:timers/promises';
import { createJobKit, handleAll } from './job-kit.ts';
import { createOutboxKit } from './outbox-kit.ts';

const [url = '', slots = '4', leaseSeconds = '2'] = process.argv.slice(2);
const kit = await createJobKit(url);
const handlers = handleAll(async ({ payload, signal, attempt }) => {
  await wait(Number(payload), undefined, { signal });
  return { result: { attempt }, outputUrl: null, usage: {} };
});
const runner = kit.jobs.createRunner(handlers, Number(slots), { leaseSeconds: Number(leaseSeconds) });
const { outbox } = createOutboxKit(kit.database, { waits: [1, 1, 1, 1], leaseSeconds: Number(leaseSeconds) });
await outbox.start();
await runner.start();
process.send?.('ready');
process.once('disconnect', async () => {
  await runner.stop(0);
  await outbox.stop();
  await kit.close();
});
