// One account, twenty endpoints, a thousand events: a receiver that hangs keeps nobody else waiting.
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Caller } from '../../src/core/caller.ts';
import { emitAllIn } from '../../src/outbox/events.ts';
import { createTestDatabase } from '../support/database.ts';
import { createJobKit } from '../support/job-kit.ts';
import { createOutboxKit } from '../support/outbox-kit.ts';
import { startReceiver } from '../support/receiver.ts';
import { startReceiverFarm } from '../support/receiver-farm.ts';

const RECEIVERS = 20;
const LIMIT_MS = 5_000;

for (const { name, events, each } of [
  { name: '1,000 events, fifty for each of twenty accounts', events: 1_000, each: 50 },
  { name: '1,000 events, each for all twenty receivers: 20,000 deliveries', events: 1_000, each: 1_000 },
]) {
  test(`${name}: nineteen receivers have all of theirs although the twentieth hangs`, async (t) => {
    const store = await createTestDatabase();
    const kit = await createJobKit(store.url);
    const hooks = createOutboxKit(kit.database);
    const isShared = each === events;
    const hanging = await startReceiver(() => undefined);
    const healthy = await startReceiverFarm(RECEIVERS - 1, each);
    t.after(async () => {
      await hooks.outbox.stop();
      hanging.close();
      healthy.close();
      await kit.close();
      await store.drop();
    });
    const shared = await kit.customer();
    const callers: Caller[] = [];
    for (const url of [hanging.url, ...healthy.urls]) {
      const caller = isShared ? shared : await kit.customer();
      callers.push(caller);
      await hooks.endpoints.create(caller, { url });
    }
    await hooks.outbox.start();
    const startedMs = Date.now();
    for (let sent = 0; sent < events; sent += 20) {
      const batch = Array.from({ length: 20 }, (_, index) => ({
        accountId: callers[index]?.accountId ?? '',
        environment: 'live' as const,
        type: 'generation.completed' as const,
        data: { job_id: `job_${sent + index}`, service: 'noop', output_url: null, duration_ms: 1 },
      }));
      await kit.database.transaction((trx) => emitAllIn(trx, batch));
    }
    const distinct = await healthy.full();
    const tookMs = Date.now() - startedMs;
    const total = each * healthy.urls.length;
    console.log(`${total} deliveries in ${tookMs} ms, ${Math.round((total * 1_000) / tookMs)} a second`);
    assert.ok(hanging.received.length > 0);
    assert.deepEqual(
      distinct,
      healthy.urls.map(() => each),
    );
    // All to all is printed only: what two cores carry is about 2,000 a second, receivers included.
    if (!isShared) assert.ok(tookMs < LIMIT_MS, `${tookMs} ms`);
  });
}
