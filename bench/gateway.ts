// A chat through the whole service (key, limits, usage, durable charge) beside Portkey's gateway, a bare relay and nginx: same upstream,
// same requests, same run. Each gateway has the first core to itself; load, upstream and database share the second.
// npm run bench -- gateway [goals|dialects|log] [seconds a run] [rounds]; `goals`: only what has a goal, in about twelve minutes;
// `dialects`: only the rows of the dialects, in about twelve minutes; `log`: only what the request log costs.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccountWithKeys } from '../src/app/first-start.ts';
import { openStore } from '../src/app/store.ts';
import { loadConfig } from '../src/config/config.ts';
import { silentLog } from '../src/core/log.ts';
import { insertKey } from '../src/store/keys.ts';
import { startServerProcess } from '../test/support/server-process.ts';
import { measureDialects } from './support/dialect-rates.ts';
import {
  type Gateway,
  pin,
  residentMegabytes,
  startBareRelay,
  startNginx,
  startOurs,
  startPortkey,
} from './support/gateways.ts';
import { measureLatency, median, quantile, runLoad, type Target } from './support/load.ts';
import { measureLogCost } from './support/log-cost.ts';

const PART = process.argv.slice(2).find((one) => ['goals', 'dialects', 'log'].includes(one));
const [seconds = '3', rounds = '2'] = process.argv.slice(PART ? 3 : 2);
const SECONDS = Number(seconds);
const ROUNDS = Number(rounds);
const LATENCY_CALLS = 200;
const LATENCY_ROUNDS = 5;
/**
 * Measures a server that has been running. Before that, Node compiles its hot code on the same core: a third of our
 * processor time after 10,000 chats, a fiftieth after 40,000. In the twenty seconds after the first minute, the cost of
 * a chat still fell by 6 %.
 */
const WARM_UP = { connections: 32, seconds: 60 };
const KINDS = ['short', '50 kB', 'short stream', '50 kB stream'] as const;
type Kind = (typeof KINDS)[number];
const MEASURED: readonly Kind[] = PART === 'goals' ? ['short', 'short stream'] : KINDS;
const CALLERS = PART === 'goals' ? [32] : [1, 32, 256];

await pin(process.pid, 1);
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'));
const upstream = await startServerProcess(new URL('./support/relay-upstream.ts', import.meta.url), {});
const settings = {
  DATA_DIR: folder,
  PRICES: await pricesWithoutLimits(),
  OPENAI_BASE_URL: `${upstream.origin}/v1`,
  PATH: process.env.PATH ?? '',
};
const store = await openStore(loadConfig({ ...settings, LOG_LEVEL: 'silent' }, folder), silentLog);
const { account, liveKey } = await openAccountWithKeys(store.database, {
  email: 'bench@example.com',
  plan: 'enterprise',
  liveCredits: 1_000_000_000,
  announce: async () => undefined,
});

const ours = await startOurs(settings, liveKey);
const gateways: Gateway[] = [ours];
const rates = new Map<string, number>();
const added = new Map<string, number>();
if (!PART || PART === 'goals') await measureGateways();
if (!PART || PART === 'dialects') await compareDialects();
if (!PART || PART === 'log') await compareLogs();
// Its end returns its leases.
for (const one of gateways) await one.stop();
const { rows: balances } = await store.database.pool.query(
  'select b.balance - (select sum(amount) from ledger l where l.account_id = b.account_id and l.environment = b.environment) as difference, b.held from balances b',
);
const isExact = balances.every((row) => row.difference === 0 && row.held === 0);
console.log(`ledger exact: ${isExact ? 'yes' : JSON.stringify(balances)}`);

await upstream.stop();
await store.close();
await rm(folder, { recursive: true, force: true });

async function compareDialects(): Promise<void> {
  const parts = await measureDialects(ours, { seconds: SECONDS, rounds: ROUNDS, warmUp: WARM_UP });
  for (const [dialect, part] of parts)
    if (!dialect.startsWith('chat')) verdict(`${dialect}: requests/s to chat`, part, 'at least', 0.8);
}

async function compareLogs(): Promise<void> {
  const keyWith = async (requestLog: 'metadata' | 'bodies') => {
    const owner = { accountId: account.id, environment: 'live' as const };
    return (await insertKey(store.database.queries, owner, { name: requestLog, scopes: ['*'], requestLog })).secret;
  };
  const keys = { off: liveKey, metadata: await keyWith('metadata'), bodies: await keyWith('bodies') };
  const more = await measureLogCost(ours, { seconds: SECONDS, rounds: ROUNDS, warmUp: WARM_UP, keys });
  for (const [name, part] of more)
    if (name.startsWith('log metadata')) verdict(`${name}: CPU more than without`, part, 'at most', 0.1);
}

async function measureGateways(): Promise<void> {
  gateways.push(await startPortkey(upstream.origin), await startBareRelay(upstream.origin));
  const nginx = await startNginx(upstream.origin, folder);
  if (nginx) gateways.push(nginx);
  else console.log('nginx is not installed: its rows are missing');

  for (const kind of MEASURED) {
    for (const one of gateways) await runLoad(targetOf(one, kind), WARM_UP);
    for (const callers of CALLERS) {
      const found = new Map<Gateway, number[]>(gateways.map((one) => [one, []]));
      for (const one of gateways) await load(one, kind, callers, 1);
      for (let round = 0; round < ROUNDS; round += 1)
        for (const one of gateways) found.get(one)?.push(await load(one, kind, callers, SECONDS));
      for (const [one, values] of found) rates.set(`${kind} ${callers} ${one.name}`, median(values));
    }
  }

  const rows: Record<string, Record<string, string | number>> = {};
  for (const kind of MEASURED) {
    const directly = { origin: upstream.origin, headers: {} };
    const latencies = await latenciesOf([directly, ...gateways], kind);
    const direct = latencies.get(directly) ?? [];
    for (const one of gateways) {
      const times = latencies.get(one) ?? [];
      const p50 = quantile(times, 0.5) - quantile(direct, 0.5);
      added.set(`${kind} ${one.name}`, p50);
      rows[`${kind}, ${one.name}`] = {
        ...Object.fromEntries(
          CALLERS.map((callers) => [`req/s, ${callers}`, Math.round(rateOf(kind, callers, one.name))]),
        ),
        [kind.includes('stream') ? 'added to first token, p50 ms' : 'added p50 ms']: p50.toFixed(2),
        'added p99 ms': (quantile(times, 0.99) - quantile(direct, 0.99)).toFixed(2),
        'memory MB': Math.round(await residentMegabytes(one.pid)),
      };
    }
  }
  console.table(rows);
  const [portkey, bare] = ['portkey 1.15.2', 'bare relay'];
  verdict('not streaming, 32 callers: requests/s to Portkey', ratio('short', portkey), 'at least', 3.5);
  verdict('not streaming, 32 callers: requests/s to the bare relay', ratio('short', bare), 'at least', 0.7);
  verdict(
    "added p50 with one caller, part of Portkey's",
    (added.get(`short ${ours.name}`) ?? 0) / (added.get(`short ${portkey}`) ?? 0),
    'at most',
    1,
  );
  verdict('streaming, 32 callers: streams/s to Portkey', ratio('short stream', portkey), 'at least', 3);
  verdict('streaming: added to the first token at p50, ms', added.get(`short stream ${ours.name}`) ?? 0, 'at most', 2);
}

async function load(one: Gateway, kind: Kind, callers: number, seconds: number): Promise<number> {
  const result = await runLoad(targetOf(one, kind), { connections: callers, seconds });
  if (result.failures > 0) throw new Error(`${result.failures} calls to ${one.name} failed (${kind}, ${callers})`);
  return result.requestsPerSecond;
}

/** In turns, so that disturbances of the machine affect all of them; the first round warms up and is not counted. */
async function latenciesOf<T extends Pick<Gateway, 'origin' | 'headers'>>(
  places: readonly T[],
  kind: Kind,
): Promise<Map<T, number[]>> {
  const found = new Map<T, number[]>(places.map((place) => [place, []]));
  for (let round = 0; round <= LATENCY_ROUNDS; round += 1)
    for (const place of places) {
      const times = await measureLatency(targetOf(place, kind), LATENCY_CALLS);
      if (round > 0) found.get(place)?.push(...times);
    }
  for (const times of found.values()) times.sort((a, b) => a - b);
  return found;
}

function rateOf(kind: Kind, callers: number, name: string): number {
  return rates.get(`${kind} ${callers} ${name}`) ?? Number.NaN;
}

function ratio(kind: Kind, other: string): number {
  return rateOf(kind, 32, ours.name) / rateOf(kind, 32, other);
}

function verdict(what: string, value: number, side: 'at least' | 'at most', limit: number): void {
  const isMet = side === 'at least' ? value >= limit : value <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(`${what}: ${value.toFixed(2)} (wanted: ${side} ${limit}) ${isMet ? 'ok' : 'MISSED'}`);
}

function targetOf({ origin, headers }: Pick<Gateway, 'origin' | 'headers'>, kind: Kind): Target {
  const content = kind.startsWith('50 kB') ? 'lorem ipsum dolor sit amet '.repeat(1_900) : 'Say something.';
  const stream = kind.endsWith('stream') ? { stream: true } : {};
  const body = JSON.stringify({ model: 'bench-1', messages: [{ role: 'user', content }], ...stream });
  return { url: `${origin}/v1/chat/completions`, headers, body };
}

async function pricesWithoutLimits(): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.requests_per_minute = 1_000_000_000;
  const path = join(folder, 'prices.json');
  await writeFile(path, JSON.stringify(prices));
  return path;
}
