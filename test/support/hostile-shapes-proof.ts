// Sends one of the hostile shapes to a service in this process, and checks that the event loop is not blocked.
import { ok } from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { hostileShapes } from './hostile-shapes.ts';
import type { TestAccount, TestService } from './service.ts';

/** The old code took 11 seconds for one mixed array. */
const MAX_BLOCKED_MS = 2_000;

export async function provePassing(service: TestService, attacker: TestAccount, name: string): Promise<void> {
  const shape = hostileShapes().find((one) => one.name === name);
  if (!shape) throw new Error(`there is no shape "${name}"`);
  const key = shape.path.startsWith('/sandbox') ? attacker.testKey : attacker.liveKey;
  const body = new Uint8Array(shape.body());
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const before = process.threadCpuUsage();
  const response = await fetch(`${service.origin}${shape.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  const text = await response.text();
  delay.disable();
  const { user, system } = process.threadCpuUsage(before);
  ok(response.status < 500 || response.status === 503, `${response.status} ${text.slice(0, 300)}`);
  ok(text.length < 3_000 || response.status === 200, `the refusal has ${text.length} characters`);
  // A busy machine makes the loop late too, but takes none of its thread's own time.
  const blockedMs = Math.min(delay.max / 1e6, (user + system) / 1e3);
  ok(blockedMs < MAX_BLOCKED_MS, `the event loop was blocked for ${Math.round(blockedMs)} ms`);
}
