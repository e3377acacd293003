// What a short chat costs this service alone: processor time, commits and written log a call, latency of one caller. Two trees in turn
// on a quiet machine show what a change costs in two minutes: npm run bench -- chat [seconds to warm up] [whole | stream]
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccountWithKeys } from '../src/app/first-start.ts';
import { openStore } from '../src/app/store.ts';
import { loadConfig } from '../src/config/config.ts';
import { silentLog } from '../src/core/log.ts';
import { startServerProcess } from '../test/support/server-process.ts';
import { pin, residentMegabytes, startOurs } from './support/gateways.ts';
import { measureLatency, quantile, runLoad } from './support/load.ts';

const [warmUp = '30', kind = 'whole'] = process.argv.slice(2);
const CALLS = 1_000;
const CALLERS = 32;
const SECONDS = 6;
/** Of /proc: a hundredth of a second. */
const TICK_US = 10_000;

await pin(process.pid, 1);
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
const upstream = await startServerProcess(new URL('./support/relay-upstream.ts', import.meta.url), {});
const prices = JSON.parse(await readFile(new URL('../config/prices.json', import.meta.url), 'utf8'));
prices.plans.enterprise.requests_per_minute = 1_000_000_000;
await writeFile(join(folder, 'prices.json'), JSON.stringify(prices));
const settings = {
  DATA_DIR: folder,
  PRICES: join(folder, 'prices.json'),
  OPENAI_BASE_URL: `${upstream.origin}/v1`,
  PATH: process.env.PATH ?? '',
};
const store = await openStore(loadConfig({ ...settings, LOG_LEVEL: 'silent' }, folder), silentLog);
const { liveKey } = await openAccountWithKeys(store.database, {
  email: 'bench@example.com',
  plan: 'enterprise',
  liveCredits: 1_000_000_000,
  announce: async () => undefined,
});
const ours = await startOurs(settings, liveKey);
const messages = [{ role: 'user', content: 'Say something.' }];
const body = JSON.stringify({ model: 'bench-1', stream: kind === 'stream', messages });
const target = { url: `${ours.origin}/v1/chat/completions`, headers: ours.headers, body };

await runLoad(target, { connections: CALLERS, seconds: Number(warmUp) });
let latencies: number[] = [];
const one = await costOf(async () => {
  latencies = await measureLatency(target, CALLS);
  return CALLS;
});
const many = await costOf(async () => {
  const { requestsPerSecond, failures } = await runLoad(target, { connections: CALLERS, seconds: SECONDS });
  if (failures > 0) throw new Error(`${failures} calls failed`);
  return requestsPerSecond * SECONDS;
});
console.table({
  '1 caller': { 'p50 ms': quantile(latencies, 0.5).toFixed(2), 'p99 ms': quantile(latencies, 0.99).toFixed(2), ...one },
  [`${CALLERS} callers`]: { ...many, 'memory MB': Math.round(await residentMegabytes(ours.pid)) },
});

await ours.stop();
await upstream.stop();
await store.close();
await rm(folder, { recursive: true, force: true });

/** `work` returns how many calls it made. */
async function costOf(work: () => Promise<number>) {
  const before = await readCounts();
  const startedMs = performance.now();
  const calls = await work();
  const seconds = (performance.now() - startedMs) / 1000;
  const after = await readCounts();
  return {
    'calls/s': Math.round(calls / seconds),
    'CPU µs a call': Math.round((after.cpuUs - before.cpuUs) / calls),
    'commits a call': ((after.commits - before.commits) / calls).toFixed(2),
    'log records a call': ((after.records - before.records) / calls).toFixed(1),
  };
}

async function readCounts() {
  const { rows } = await store.database.pool.query<{ commits: number; records: number }>(
    `select xact_commit::float8 as commits, (select wal_records::float8 from pg_stat_wal) as records
    from pg_stat_database where datname = current_database()`,
  );
  const [, fields = ''] = (await readFile(`/proc/${ours.pid}/stat`, 'utf8')).split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  return { commits: rows[0]?.commits ?? 0, records: rows[0]?.records ?? 0, cpuUs: (user + system) * TICK_US };
}
