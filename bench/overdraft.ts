// What a balance for 20 calls buys when 500 calls arrive at once: us on two nodes, and the peers available here. npm
// run bench -- overdraft [calls]. Half of the calls are streams. Each peer is set up as its own documentation says.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccountWithKeys } from '../src/app/first-start.ts';
import { openStore } from '../src/app/store.ts';
import { loadConfig } from '../src/config/config.ts';
import { silentLog } from '../src/core/log.ts';
import { type BudgetGateway, PEERS } from './support/budget-peers.ts';
import { startCountingUpstream } from './support/counting-upstream.ts';
import { startOurs } from './support/gateways.ts';

const CALLS = Number(process.argv[2] ?? 500);
const PAID_CALLS = 20;
/** A call's price is that of its answer: this many tokens at 100 dollars per million. */
const SIZES = { 'at $0.05 a call': 500, 'at $1 a call': 10_000 } as const;
const DOLLARS_PER_MILLION = 100;

const upstream = await startCountingUpstream();
const folder = await mkdtemp(join(tmpdir(), 'atelier-overdraft-'));
const rows: Record<string, Record<string, string | number>> = {};
for (const [size, tokens] of Object.entries(SIZES)) {
  // Half a call more, so that a gateway's reservation for the prompt does not cost it the twentieth call.
  const budget = { dollars: ((PAID_CALLS + 0.5) * tokens * DOLLARS_PER_MILLION) / 1e6, tokens };
  await measure(`atelier, two nodes, ${size}`, () => startTwoNodes(budget), tokens);
  for (const peer of PEERS)
    await measure(`${peer.name}, ${size}`, () => peer.start({ ...budget, upstream: upstream.origin }), tokens);
}
console.table(rows);
await upstream.close();
await rm(folder, { recursive: true, force: true });

async function measure(name: string, start: () => Promise<BudgetGateway | string>, tokens: number): Promise<void> {
  const gateway = await start();
  if (typeof gateway === 'string') {
    console.log(`${name}: left out: ${gateway}`);
    return;
  }
  try {
    const before = upstream.tokens();
    const statuses = await Promise.all(Array.from({ length: CALLS }, (_, index) => call(gateway, index, tokens)));
    const served = statuses.filter((status) => status === 200).length;
    const tokensServed = upstream.tokens() - before;
    const spent = (tokensServed * DOLLARS_PER_MILLION) / 1e6;
    const budget = (PAID_CALLS + 0.5) * tokens * (DOLLARS_PER_MILLION / 1e6);
    rows[name] = {
      'answered with 200': served,
      'paid budget, $': budget.toFixed(2),
      'spent at the upstream, $': spent.toFixed(2),
      'overshoot, $': Math.max(0, spent - budget).toFixed(2),
      'balance afterwards, $': (await gateway.balance()).toFixed(4),
      statuses: count(statuses),
    };
    console.log(name, rows[name]);
  } finally {
    await gateway.stop();
  }
}

async function call({ origins, headers }: BudgetGateway, index: number, tokens: number): Promise<number> {
  const stream = index % 2 === 0;
  const body = { model: 'bench-1', messages: [{ role: 'user', content: `Call ${index}` }], max_tokens: tokens, stream };
  const response = await fetch(`${origins[index % origins.length]}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

function count(statuses: readonly number[]): string {
  const found = new Map<number, number>();
  for (const status of statuses) found.set(status, (found.get(status) ?? 0) + 1);
  return [...found].map(([status, times]) => `${times} × ${status}`).join(', ');
}

async function startTwoNodes({ dollars }: { dollars: number }): Promise<BudgetGateway> {
  const data = await mkdtemp(join(folder, 'ours-'));
  const settings = { DATA_DIR: data, PRICES: await pricesOf(data), OPENAI_BASE_URL: `${upstream.origin}/v1` };
  const store = await openStore(loadConfig({ ...settings, LOG_LEVEL: 'silent' }, data), silentLog);
  const { account, liveKey } = await openAccountWithKeys(store.database, {
    email: 'bench@example.com',
    plan: 'enterprise',
    liveCredits: dollars * 100,
    announce: async () => undefined,
  });
  const path = { PATH: process.env.PATH ?? '' };
  const nodes = [
    await startOurs({ ...settings, ...path }, liveKey),
    await startOurs({ ...settings, ...path }, liveKey),
  ];
  return {
    origins: nodes.map(({ origin }) => origin),
    headers: nodes[0]?.headers ?? {},
    async balance() {
      const { rows: found } = await store.database.pool.query<{ balance: number }>(
        "select balance from balances where account_id = $1 and environment = 'live'",
        [account.id],
      );
      return (found[0]?.balance ?? Number.NaN) / 1e8;
    },
    async stop() {
      for (const node of nodes) await node.stop();
      await store.close();
    },
  };
}

/** One credit is a cent. */
async function pricesOf(data: string): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.requests_per_minute = 1_000_000;
  const perMillion = DOLLARS_PER_MILLION * 100;
  prices.models['bench-1'] = { input_per_million_tokens: perMillion, output_per_million_tokens: perMillion };
  const path = join(data, 'prices.json');
  await writeFile(path, JSON.stringify(prices));
  return path;
}
