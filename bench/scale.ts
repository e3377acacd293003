// Past one process: what must be right across API nodes and workers, and what a node more brings on this machine.
// npm run bench -- scale [nodes] [workers]
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fleet, startFleet } from '../test/support/fleet.ts';
import { type Finding, FLEET_CHECKS } from '../test/support/fleet-checks.ts';
import { hasRedis } from '../test/support/redis.ts';
import { median, runLoad } from './support/load.ts';

const [nodes = 2, workers = 2] = process.argv.slice(2).map(Number);
const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = 64;

if (!hasRedis()) {
  console.error('This bench needs redis-server (Debian: apt-get install redis-server).');
  process.exit(1);
}
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

/** Alternating, so that a busy moment of the machine falls on both. */
async function measureRates({ nodes: servers, origin, account }: Fleet): Promise<object> {
  const { liveKey } = await account({ credits: 1_000_000_000 });
  const places = { 'one node, no balancer': servers[0]?.origin ?? '', [`${nodes} nodes, balanced`]: origin };
  const seen = Object.fromEntries(Object.keys(places).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, place] of Object.entries(places)) {
      const target = { url: `${place}/v1/test/paid`, headers: { authorization: `Bearer ${liveKey}` }, body: '{}' };
      const { requestsPerSecond, failures } = await runLoad(target, { connections: CONNECTIONS, seconds: SECONDS });
      if (failures > 0) throw new Error(`${failures} calls to ${name} failed`);
      // The first round warms up.
      if (round > 0) seen[name]?.push(requestsPerSecond);
    }
  }
  return Object.fromEntries(
    Object.entries(seen).map(([name, rates]) => [name, { 'paid requests/s': Math.round(median(rates)) }]),
  );
}

/** The checks count on the free plan's limits; the load runs on enterprise, which gets none. */
async function pricesWithoutLimits(): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.requests_per_minute = 1_000_000_000;
  const path = join(tmpdir(), `atelier-scale-prices-${process.pid}.json`);
  await writeFile(path, JSON.stringify(prices));
  return path;
}
