// How calls went lately: counted over a bounded time and a bounded number, whatever happens.
import assert from 'node:assert/strict';
import test from 'node:test';
import { CallHealth } from '../../src/core/call-health.ts';

const MINUTE_MS = 60_000;

function healthAt(startMs = 0) {
  const clock = { now: startMs, nowMs: () => clock.now };
  return { clock, health: new CallHealth(clock) };
}

test('half of the calls took at most p50, and all but a twentieth at most p95', () => {
  const { health } = healthAt();
  for (let ms = 1; ms <= 100; ms += 1) health.succeeded(ms);
  assert.deepEqual(health.report(), { calls: 100, errors: 0, latencyMs: { p50: 50, p95: 95 }, lastError: null });
});

test('failures count as errors and not as latency; the last one is remembered with its time', () => {
  const { clock, health } = healthAt(1_000);
  health.succeeded(10);
  clock.now = 2_000;
  health.failed(30_000, 'no answer in time');
  assert.deepEqual(health.report(), {
    calls: 2,
    errors: 1,
    latencyMs: { p50: 10, p95: 10 },
    lastError: { message: 'no answer in time', at: new Date(2_000) },
  });
});

test('after a quarter of an hour calls are forgotten, the last error is not', () => {
  const { clock, health } = healthAt();
  health.failed(5, 'broken');
  clock.now = 14 * MINUTE_MS;
  assert.equal(health.report().calls, 1);
  clock.now = 16 * MINUTE_MS;
  assert.deepEqual([health.report().calls, health.report().latencyMs], [0, null]);
  assert.equal(health.report().lastError?.message, 'broken');
});

test('of very many calls the newest five hundred are kept', () => {
  const { health } = healthAt();
  for (let call = 0; call < 100_000; call += 1) health.failed(1, 'old');
  for (let call = 0; call < 500; call += 1) health.succeeded(7);
  assert.deepEqual([health.report().calls, health.report().errors], [500, 0]);
});
