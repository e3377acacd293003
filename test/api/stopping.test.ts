// A server that stops: /readyz says so first, requests are still answered for a while, and connections are given up one by one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService({ STOP_DELAY_SECONDS: '5', TEST_WORKER: '0' });
});
let stopped: Promise<void> | undefined;
after(() => stopped ?? service.stop());

test('a stopping server is not ready, answers for STOP_DELAY_SECONDS, and ends each connection with its answer', async () => {
  const { liveKey } = await service.account();
  const before = await fetch(`${service.origin}/readyz`);
  assert.deepEqual([before.status, before.headers.get('connection')], [200, 'keep-alive']);
  await before.arrayBuffer();
  stopped = service.stop();
  const [ready, answer] = await Promise.all([
    fetch(`${service.origin}/readyz`),
    service.call('GET', '/v1/account', { key: liveKey }),
  ]);
  assert.equal(ready.status, 503);
  assert.equal(((await ready.json()) as { status: string }).status, 'stopping');
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close']);
  const isRefused = () =>
    fetch(`${service.origin}/healthz`).then(
      () => false,
      () => true,
    );
  await until(isRefused, { saying: 'new connections are refused' });
  await stopped;
});
