// The whole path of a paid call (key, limit, validation, hold, settle on disk) beside a bare Fastify route, in one run.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccountWithKeys } from '../src/app/first-start.ts';
import { openStore } from '../src/app/store.ts';
import { loadConfig } from '../src/config/config.ts';
import { silentLog } from '../src/core/log.ts';
import { type ServerProcess, startServerProcess } from '../test/support/server-process.ts';
import { measureLatency, median, quantile, runLoad, type Target } from './support/load.ts';

const ROUNDS = 3;
const SECONDS = 5;
const CONNECTIONS = 64;
const LATENCY_CALLS = 2000;

const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
const settings = { DATA_DIR: folder, PRICES: await pricesWithoutLimits(folder), PATH: process.env.PATH ?? '' };
const store = await openStore(loadConfig({ ...settings, LOG_LEVEL: 'silent' }, folder), silentLog);
const { liveKey } = await openAccountWithKeys(store.database, {
  email: 'bench@example.com',
  plan: 'enterprise',
  liveCredits: 1_000_000_000,
  announce: async () => undefined,
});

const bare = await startServerProcess(new URL('./support/bare-server.ts', import.meta.url), {});
const startedMs = performance.now();
const ours = await startServerProcess(new URL('../test/support/paid-server.ts', import.meta.url), settings);
const startMs = performance.now() - startedMs;
const idleMb = await residentMegabytes(ours);
const targets = { bare: targetOf(bare), ours: targetOf(ours) };

const rates: Record<keyof typeof targets, number[]> = { bare: [], ours: [] };
// A server that has been running: until their code is compiled, both get faster for some seconds.
for (const target of Object.values(targets)) await runLoad(target, { connections: CONNECTIONS, seconds: 6 });
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
const latency = {
  bare: await measureLatency(targets.bare, LATENCY_CALLS),
  ours: await measureLatency(targets.ours, LATENCY_CALLS),
};
const added = quantile(latency.ours, 0.5) - quantile(latency.bare, 0.5);

console.table({
  'bare Fastify': {
    'requests/s': Math.round(median(rates.bare)),
    'p50 ms, 1 caller': quantile(latency.bare, 0.5).toFixed(2),
    'p99 ms': quantile(latency.bare, 0.99).toFixed(2),
  },
  'paid call': {
    'requests/s': Math.round(median(rates.ours)),
    'p50 ms, 1 caller': quantile(latency.ours, 0.5).toFixed(2),
    'p99 ms': quantile(latency.ours, 0.99).toFixed(2),
  },
});
console.log(
  `ratio ${(median(rates.ours) / median(rates.bare)).toFixed(2)} (wanted: at least 0.50), added at p50 ${added.toFixed(2)} ms (wanted: below 1)`,
);
console.log(
  `start to listening on an existing folder ${(startMs / 1000).toFixed(2)} s (wanted: below 2), idle memory ${idleMb.toFixed(0)} MB (wanted: below 150)`,
);
// Its end returns its leases.
await Promise.all([bare.stop(), ours.stop()]);
const { rows } = await store.database.pool.query(
  'select b.balance - (select sum(amount) from ledger l where l.account_id = b.account_id and l.environment = b.environment) as difference, b.held from balances b',
);
console.log(
  `ledger exact: ${rows.every((row) => row.difference === 0 && row.held === 0) ? 'yes' : JSON.stringify(rows)}`,
);

await store.close();
await rm(folder, { recursive: true, force: true });

function targetOf(server: ServerProcess): Target {
  return { url: `${server.origin}/v1/test/paid`, headers: { authorization: `Bearer ${liveKey}` }, body: '{}' };
}

async function pricesWithoutLimits(into: string): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.requests_per_minute = 1_000_000_000;
  const path = join(into, 'prices.json');
  await writeFile(path, JSON.stringify(prices));
  return path;
}

async function residentMegabytes(server: ServerProcess): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
