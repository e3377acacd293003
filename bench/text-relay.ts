// A chat through the whole service (key, limits, usage, durable charge) beside a bare Fastify + undici relay, same upstream, same run.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/app-store.ts';
import { loadConfig } from '../src/config.ts';
import { silentLog } from '../src/core/log.ts';
import { openAccountWithKeys } from '../src/first-start.ts';
import { startServerProcess } from '../test/support/server-process.ts';
import { measureLatency, median, quantile, runLoad } from './support/load.ts';

const ROUNDS = 3;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);
const CONNECTIONS = 32;
const LATENCY_CALLS = 1000;

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
const upstream = await startServerProcess(new URL('./support/relay-upstream.ts', import.meta.url), {});
const settings = {
  DATA_DIR: folder,
  PRICES: await pricesWithoutLimits(),
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
const bare = await startServerProcess(new URL('./support/bare-relay.ts', import.meta.url), {
  UPSTREAM: upstream.origin,
});
const ours = await startServerProcess(new URL('../test/support/paid-server.ts', import.meta.url), settings);

const rows: Record<string, Record<string, string | number>> = {};
const ratios: string[] = [];
for (const kind of ['short', '50 kB', 'stream'] as const) {
  const rates = { bare: [] as number[], ours: [] as number[] };
  const targets = { bare: targetOf(bare.origin, kind), ours: targetOf(ours.origin, kind) };
  for (const target of Object.values(targets)) await runLoad(target, { connections: CONNECTIONS, seconds: 2 });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['bare', 'ours'] as const) {
      const { requestsPerSecond, failures } = await runLoad(targets[name], {
        connections: CONNECTIONS,
        seconds: SECONDS,
      });
      if (failures > 0) throw new Error(`${failures} calls to ${name} failed`);
      rates[name].push(requestsPerSecond);
    }
  }
  for (const name of ['bare', 'ours'] as const) {
    const latency = await measureLatency(targets[name], LATENCY_CALLS);
    rows[`${kind}, ${name}`] = {
      'requests/s': Math.round(median(rates[name])),
      'p50 ms, 1 caller': quantile(latency, 0.5).toFixed(2),
      'p99 ms': quantile(latency, 0.99).toFixed(2),
    };
  }
  ratios.push(`${kind} ${(median(rates.ours) / median(rates.bare)).toFixed(2)}`);
}
console.table(rows);
console.log(`requests/s, ours to bare: ${ratios.join(', ')} (wanted for short: at least 0.60)`);
const { rows: balances } = await store.database.pool.query(
  'select b.balance - (select sum(amount) from ledger l where l.account_id = b.account_id and l.environment = b.environment) as difference, b.held from balances b',
);
console.log(
  `ledger exact: ${balances.every((row) => row.difference === 0 && row.held === 0) ? 'yes' : JSON.stringify(balances)}`,
);

await Promise.all([bare.stop(), ours.stop(), upstream.stop()]);
await store.close();
await rm(folder, { recursive: true, force: true });

function targetOf(origin: string, kind: 'short' | '50 kB' | 'stream') {
  const content = kind === '50 kB' ? 'lorem ipsum dolor sit amet '.repeat(1_900) : 'Say something.';
  const body = {
    model: 'bench-1',
    messages: [{ role: 'user', content }],
    ...(kind === 'stream' ? { stream: true } : {}),
  };
  return { url: `${origin}/v1/chat/completions`, key: liveKey, body: JSON.stringify(body) };
}

async function pricesWithoutLimits(): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.requests_per_minute = 1_000_000_000;
  const path = join(folder, 'prices.json');
  await writeFile(path, JSON.stringify(prices));
  return path;
}
