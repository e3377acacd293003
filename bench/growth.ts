// The cost of growth: the same calls on an almost empty database and on a full one, in turns, in one run. npm run bench
// -- growth [accounts] [rows] [artifacts] (10000 10000000 100000: about 10 GB of disk and 10 minutes)
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../src/app/store.ts';
import { silentLog } from '../src/core/log.ts';
import { type ServerProcess, startServerProcess } from '../test/support/server-process.ts';
import { grow, type Size, secretOf } from './support/grow.ts';
import { median } from './support/load.ts';

const [accounts = 10_000, rows = 10_000_000, artifacts = 100_000] = process.argv.slice(2).map(Number);
const SAMPLES = 150;
const WANTED = 2;
/** Typical customers, spread over all of them. */
const TYPICAL = Array.from({ length: 20 }, (_, index) => 2 + Math.floor(((accounts - 2) * index) / 20));

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

interface Call {
  name: string;
  path(sample: number, account: number): string;
  method?: string;
  /** Reads more than the small database contains: shown, not judged. */
  isLarger?: true;
  /** Otherwise the account's own first key. */
  key?(sample: number, account: number): string;
}

const CALLS: readonly Call[] = [
  { name: 'auth, key known', path: () => '/v1/account' },
  { name: 'auth, key not seen yet', path: () => '/v1/account', key: (sample, account) => unseenKey(sample, account) },
  { name: 'balance', path: () => '/v1/payments/balance' },
  { name: 'transactions', path: () => '/v1/payments/transactions' },
  { name: 'transactions, one type', path: () => '/v1/payments/transactions?type=purchase' },
  {
    name: 'transactions, a past month',
    path: () => `/v1/payments/transactions?from=${daysAgo(230)}&to=${daysAgo(200)}`,
  },
  { name: 'usage, 30 days by day', path: () => '/v1/usage' },
  {
    name: 'usage, a year by model',
    isLarger: true,
    path: () => `/v1/usage?group_by=model&from=${daysAgo(365)}&to=${daysAgo(0)}`,
  },
  { name: 'logged requests', path: () => '/v1/requests' },
  { name: 'logged requests of a key', path: (_, account) => `/v1/requests?key_id=key_${account}` },
  { name: 'logged requests for a model', path: () => '/v1/requests?model=model-3' },
  { name: 'logged requests with a status', path: () => '/v1/requests?status=429' },
  { name: 'logged requests, a past week', path: () => `/v1/requests?from=${daysAgo(20)}&to=${daysAgo(13)}` },
  { name: 'library', path: () => '/v1/music/library' },
  { name: 'jobs', path: () => '/v1/jobs?status=completed' },
  { name: 'a file', method: 'HEAD', path: () => `/files/${'1'.padStart(26, '0')}.bin` },
  { name: 'a paid call', method: 'POST', path: () => '/v1/test/paid' },
];

interface Place {
  server: ServerProcess;
  stop(): Promise<void>;
}

const folder = await mkdtemp(join(tmpdir(), 'atelier-growth-'));
const prices = await pricesWithoutLimits();
// A page of each list and a row for each day of a month, so that the answers are as long as on the full database.
const PAGE = 30;
const small = await open('small', { accounts: 1, rows: PAGE, artifacts: PAGE, days: 30 });
const large = await open('large', { accounts, rows, artifacts, days: 400 });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
try {
  const table: Record<string, object> = {};
  let isFlat = true;
  for (const call of CALLS) {
    const times = { small: [] as number[], typical: [] as number[], largest: [] as number[] };
    for (let sample = -TYPICAL.length; sample < SAMPLES; sample += 1) {
      const typical = TYPICAL[(sample + TYPICAL.length) % TYPICAL.length] ?? 1;
      const taken = {
        small: await measure(small, call, sample, 1),
        typical: await measure(large, call, sample, accounts > 1 ? typical : 1),
        largest: await measure(large, call, sample, 1),
      };
      // The first round fills caches, like the first calls after a start.
      if (sample < 0) continue;
      for (const name of ['small', 'typical', 'largest'] as const) times[name].push(taken[name]);
    }
    const [bottom, typical, largest] = [median(times.small), median(times.typical), median(times.largest)];
    isFlat &&= call.isLarger === true || typical / bottom <= WANTED;
    table[call.name] = {
      'bottom, p50 ms': bottom.toFixed(2),
      'top, p50 ms': typical.toFixed(2),
      ratio: (typical / bottom).toFixed(2),
      'largest account, p50 ms': largest.toFixed(2),
      'its ratio': (largest / bottom).toFixed(2),
    };
  }
  console.log(
    `bottom: 1 account, ${PAGE} rows of each; top: ${accounts} accounts, ${rows} rows of ledger, of use and of logged requests, ${artifacts} files, of which the largest account has a tenth`,
  );
  console.table(table);
  console.log(
    `every ratio (but of the year, which reads twelve times as much) at most ${WANTED}: ${isFlat ? 'yes' : 'NO'}`,
  );
  process.exitCode = isFlat ? 0 : 1;
} finally {
  agent.destroy();
  await Promise.all([small.stop(), large.stop()]);
  await rm(folder, { recursive: true, force: true });
}

/** A key that the server cannot have in its cache: every account has one for each sample. */
function unseenKey(sample: number, account: number): string {
  return `sk_live_${String((sample + TYPICAL.length) * 1_000_000 + account).padStart(40, 'z')}`;
}

function measure(place: Place, call: Call, sample: number, account: number): Promise<number> {
  const key = call.key ? call.key(sample, account) : secretOf(account);
  const { method = 'GET' } = call;
  const body = method === 'POST' ? '{}' : '';
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body ? { 'content-type': 'application/json', 'content-length': body.length } : {}),
  };
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const outgoing = request(
      `${place.server.origin}${call.path(sample, account)}`,
      { method, agent, headers },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${call.name} was answered with ${answer.statusCode}`));
        answer.resume().on('end', () => resolve(performance.now() - startedMs));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function open(name: string, size: Size): Promise<Place> {
  // A separate PostgreSQL for each, so that filling one does not push the other out of memory.
  const dataDir = join(folder, name);
  const opened = await openStore({ databaseUrl: null, dataDir }, silentLog);
  const { pool } = opened.database;
  await grow(opened.database, size, (line) => console.log(`  ${line}`));
  const keyed = [...new Set([1, ...(size.accounts > 1 ? TYPICAL : [])])];
  await pool.query(
    `insert into api_keys (id, account_id, environment, name, secret_hash, hint, scopes)
     select 'key_s' || sample || '_' || account, 'acc_' || account, 'live', 'unseen',
       sha256(convert_to('sk_live_' || lpad((sample * 1000000 + account)::text, 40, 'z'), 'utf8')), '', '{*}'
     from unnest($1::bigint[]) account, generate_series(0, $2::bigint) sample`,
    [keyed, SAMPLES + TYPICAL.length],
  );
  const server = await startServerProcess(new URL('../test/support/paid-server.ts', import.meta.url), {
    DATA_DIR: dataDir,
    PRICES: prices,
  });
  return {
    server,
    async stop() {
      await server.stop();
      await opened.close();
    },
  };
}

async function pricesWithoutLimits(): Promise<string> {
  const list = JSON.parse(await readFile(new URL('../config/prices.json', import.meta.url), 'utf8'));
  list.plans.enterprise.requests_per_minute = 1_000_000_000;
  const path = join(folder, 'prices.json');
  await writeFile(path, JSON.stringify(list));
  return path;
}
