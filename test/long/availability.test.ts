// While a free key sends bodies of every hostile shape, everybody else is still answered: /healthz is measured from outside.
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hostileShapes } from '../support/hostile-shapes.ts';
import { startHostileTarget } from '../support/hostile-target.ts';

const MOST_MS = 100;
const MOST_SLOW_MS = 1_000;
const PROBE_EVERY_MS = 10;
const AT_ONCE = 4;

test('no body below the limits slows /healthz down past 100 ms for more than a second', async (t) => {
  const target = await startHostileTarget();
  t.after(() => target.stop());
  const rows: Record<string, object> = {};
  const failures: string[] = [];
  for (const { name, path, body } of hostileShapes({ text: 'relay-1', embedding: 'atelier-embed-1' })) {
    const key = path.startsWith('/sandbox') ? target.testKey : target.liveKey;
    const probing = new AbortController();
    const probes = probe(`${target.origin}/healthz`, probing.signal);
    const startedMs = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => send(`${target.origin}${path}`, key, body)),
    );
    const seconds = (performance.now() - startedMs) / 1000;
    await wait(100);
    probing.abort();
    const sorted = (await probes).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const slowMs = sorted.filter((ms) => ms > MOST_MS).reduce((sum, ms) => sum + ms, 0);
    rows[name] = {
      status: statuses.join(' '),
      seconds: seconds.toFixed(2),
      'p50 ms': at(0.5).toFixed(0),
      'p99 ms': at(0.99).toFixed(0),
      'worst ms': at(1).toFixed(0),
      'slow ms in all': slowMs.toFixed(0),
    };
    if (slowMs > MOST_SLOW_MS || statuses.includes(500)) failures.push(name);
  }
  console.table(rows);
  strictEqual(failures.join(', '), '');
});

/** How long each answer took, one probe after the other: a blocked loop shows as one long answer. */
async function probe(url: string, signal: AbortSignal): Promise<number[]> {
  const took: number[] = [];
  while (!signal.aborted) {
    const startedMs = performance.now();
    await (await fetch(url)).arrayBuffer();
    took.push(performance.now() - startedMs);
    await wait(PROBE_EVERY_MS);
  }
  return took;
}

async function send(url: string, key: string, body: Buffer): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
  // 0: no answer in a minute. It may be at work on its own thread; what counts is that others are answered.
  return response?.status ?? 0;
}
