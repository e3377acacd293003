// Beyond one process: correctness across API nodes and workers, and the gain of another node on this machine. npm run
// bench -- scale [nodes] [workers]
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fleet, startFleet } from '../test/support/fleet.ts';
import { type Finding, FLEET_CHECKS } from '../test/support/fleet-checks.ts';
import { cpuMicroseconds } from './support/cpu-time.ts';
import { median, runLoad } from './support/load.ts';

const [nodes = 2, workers = 2] = process.argv.slice(2).map(Number);
const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 64;

const fleet = await startFleet({ nodes, workers }, { PRICES: await pricesWithoutLimits() });
try {
  const rates = await measureRates(fleet);
  const findings: Finding[] = [];
  for (const check of FLEET_CHECKS) findings.push(...(await check(fleet)));
  console.log(
    `${nodes} API nodes behind ${fleet.balancer}, ${workers} workers, PostgreSQL, Redis and a bucket, on ${availableParallelism()} cores`,
  );
  console.table(findings.map(({ ok, ...rest }) => ({ ...rest, right: ok ? 'yes' : 'NO' })));
  console.table(rates);
  process.exitCode = findings.every(({ ok }) => ok) ? 0 : 1;
} finally {
  await fleet.stop();
}

/** Alternating, so that disturbances of the machine affect both. */
async function measureRates(measured: Fleet): Promise<object> {
  const { liveKey } = await measured.account({ credits: 1_000_000_000 });
  const places = {
    'one node, no balancer': measured.nodes[0]?.origin ?? '',
    [`${nodes} nodes, balanced`]: measured.origin,
  };
  const seen = new Map(Object.keys(places).map((name) => [name, [] as Record<string, number>[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, place] of Object.entries(places)) {
      const target = { url: `${place}/v1/test/paid`, headers: { authorization: `Bearer ${liveKey}` }, body: '{}' };
      const before = await usedBy(measured);
      const { requestsPerSecond, failures } = await runLoad(target, { connections: CONNECTIONS, seconds: SECONDS });
      const after = await usedBy(measured);
      if (failures > 0) throw new Error(`${failures} calls to ${name} failed`);
      const calls = requestsPerSecond * SECONDS;
      const spent = Object.keys(after).map((part) => [
        `${part}, µs a call`,
        ((after[part] ?? 0) - (before[part] ?? 0)) / calls,
      ]);
      // The first round warms up.
      if (round > 0) seen.get(name)?.push({ 'paid calls/s': requestsPerSecond, ...Object.fromEntries(spent) });
    }
  }
  return Object.fromEntries(
    [...seen].map(([name, rounds]) => [
      name,
      Object.fromEntries(
        Object.keys(rounds[0] ?? {}).map((column) => [
          column,
          Math.round(median(rounds.map((one) => one[column] ?? 0))),
        ]),
      ),
    ]),
  );
}

/** Processor time of each part so far, in microseconds. */
async function usedBy({ nodes: servers, database, pids }: Fleet): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(
    'select pid from pg_stat_activity where datname = current_database() or backend_type <> $1',
    ['client backend'],
  );
  const known = (list: (number | undefined)[]) => list.filter((pid) => pid !== undefined);
  return {
    API: await cpuMicroseconds(known(servers.map(({ child }) => child.pid))),
    PostgreSQL: await cpuMicroseconds(rows.map(({ pid }) => pid)),
    Redis: await cpuMicroseconds(known([pids.redis])),
    balancer: await cpuMicroseconds(known([pids.balancer])),
  };
}

/** The checks use the free plan's limits; the load runs on enterprise, which has none. */
async function pricesWithoutLimits(): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.requests_per_minute = 1_000_000_000;
  const path = join(tmpdir(), `atelier-scale-prices-${process.pid}.json`);
  await writeFile(path, JSON.stringify(prices));
  return path;
}
