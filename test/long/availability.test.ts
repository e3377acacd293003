// While a free key sends bodies of every hostile shape, everybody else is still answered: no turn of the server's event loop takes long.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hostileShapes } from '../support/hostile-shapes.ts';
import { startHostileTarget } from '../support/hostile-target.ts';

/** CPU time of all turns above 100 ms together, for four hostile bodies at once. */
const MAX_SLOW_MS = 1_000;
const PROBE_EVERY_MS = 10;
const BASELINE_MS = 2_000;
const AT_ONCE = 4;
const PATIENCE_MS = 20_000;
const ONLY = process.env.SHAPES ? new RegExp(process.env.SHAPES) : /./;

test('no body below the limits slows /healthz down past 100 ms for more than a second', async (t) => {
  const target = await startHostileTarget();
  t.after(() => target.stop());
  const rows: Record<string, object> = {};
  const failures: string[] = [];
  const measure = async (name: string, attack: () => Promise<number[]>) => {
    const probing = new AbortController();
    await target.readTurns();
    const probes = probe(`${target.origin}/healthz`, probing.signal);
    const startedMs = performance.now();
    const statuses = await attack();
    const seconds = (performance.now() - startedMs) / 1000;
    probing.abort();
    const { longestMs, slowMs } = await target.readTurns();
    const answers = await probes;
    const slowestStretchMs = longestStretchMs(answers);
    const sorted = answers.sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    rows[name] = {
      status: statuses.join(' '),
      seconds: seconds.toFixed(1),
      'longest turn, CPU ms': longestMs.toFixed(0),
      'slow turns, CPU ms': slowMs.toFixed(0),
      'healthz p50 ms': at(0.5).toFixed(0),
      'p99 ms': at(0.99).toFixed(0),
      'slow stretch, ms': slowestStretchMs.toFixed(0),
    };
    if (process.env.VERBOSE) console.log(name, JSON.stringify(rows[name]));
    // Both: a busy machine makes answers slow as well, but not the turns of this process.
    const isSlowed = slowMs > MAX_SLOW_MS && slowestStretchMs > MAX_SLOW_MS;
    if (isSlowed || statuses.includes(500)) failures.push(name);
  };
  // Wall times are there to be compared with these: on a busy machine they say little by themselves.
  await measure('(nothing)', () => wait(BASELINE_MS, []));
  for (const { name, path, body } of hostileShapes({ text: 'relay-1', embedding: 'atelier-embed-1' })) {
    if (!ONLY.test(name)) continue;
    const key = path.startsWith('/sandbox') ? target.testKey : target.liveKey;
    const bytes = body();
    const sendOne = () => send(`${target.origin}${path}`, key, bytes);
    await measure(name, () => Promise.all(Array.from({ length: AT_ONCE }, sendOne)));
  }
  console.table(rows);
  deepEqual(failures, []);
});

const SLOW_ANSWER_MS = 100;

/** The longest time in which one answer after the other took longer than 100 ms. */
function longestStretchMs(answers: readonly number[]): number {
  let longest = 0;
  let stretch = 0;
  for (const ms of answers) {
    stretch = ms > SLOW_ANSWER_MS ? stretch + ms : 0;
    longest = Math.max(longest, stretch);
  }
  return longest;
}

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

/** The status, or 0 where no answer came: the work may go on in a thread or process of its own, and only the others count here. */
async function send(url: string, key: string, body: Buffer): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new Uint8Array(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
