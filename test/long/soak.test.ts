// Half an hour (SOAK_MINUTES) of chats and streams at half of the highest rate, on one machine with all that comes along: memory stays, nothing fails, every call is charged once.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { openStore } from '../../src/app/store.ts';
import { silentLog } from '../../src/core/log.ts';
import { findMaximum, type PacedCall, runPaced } from '../support/paced-load.ts';
import { startServerProcess } from '../support/server-process.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const CALLERS = 32;
/** Before the first third: code is compiled, pools and caches are filled. */
const WARM_UP_SECONDS = Math.min(60, MINUTES * 10);
const SAMPLE_MS = 1_000;
const ALLOWED_GROWTH = 1.1;

async function pricesWithoutLimits(folder: string): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.requests_per_minute = 1_000_000_000;
  const path = join(folder, 'prices.json');
  await writeFile(path, JSON.stringify(prices));
  return path;
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function chatCalls(origin: string, key: string): PacedCall[] {
  const headers = { authorization: `Bearer ${key}` };
  const messages = [{ role: 'user', content: 'Write two lines about the sea.' }];
  const path = '/v1/chat/completions';
  const whole = { model: 'bench-1', messages, max_tokens: 50 };
  return [
    { origin, path, headers, body: JSON.stringify(whole), endsWith: '}' },
    { origin, path, headers, body: JSON.stringify({ ...whole, stream: true }), endsWith: 'data: [DONE]' },
  ];
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

test(`${MINUTES} minutes at half of the highest rate: memory is flat, nothing fails, the ledger is exact`, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-soak-'));
  const upstream = await startServerProcess(new URL('../../bench/support/relay-upstream.ts', import.meta.url), {});
  const service = await startServerProcess(new URL('../support/paid-server.ts', import.meta.url), {
    DATA_DIR: folder,
    PRICES: await pricesWithoutLimits(folder),
    OPENAI_BASE_URL: `${upstream.origin}/v1`,
  });
  const { database, close } = await openStore({ databaseUrl: null, dataDir: folder }, silentLog);
  t.after(async () => {
    await Promise.all([service.stop(), upstream.stop()]);
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  const opened = (name: string) =>
    openAccountWithKeys(database, {
      email: `${name}@example.com`,
      plan: 'enterprise',
      liveCredits: 1_000_000_000,
      announce: async () => undefined,
    });
  const warm = await opened('warm');
  const soaked = await opened('soaked');
  const rate = (await findMaximum(chatCalls(service.origin, warm.liveKey), CALLERS, 10)) / 2;
  await runPaced(chatCalls(service.origin, warm.liveKey), rate, WARM_UP_SECONDS);

  const memory: number[] = [];
  const sampling = setInterval(() => {
    void residentMegabytes(service.child.pid).then((megabytes) => memory.push(megabytes));
  }, SAMPLE_MS);
  const result = await runPaced(chatCalls(service.origin, soaked.liveKey), rate, MINUTES * 60);
  clearInterval(sampling);

  const third = Math.floor(memory.length / 3);
  const [first, last] = [median(memory.slice(0, third)), median(memory.slice(-third))];
  t.diagnostic(
    `${result.sent} calls at ${rate.toFixed(0)}/s, ${result.sent - result.right} wrong; memory ${first.toFixed(0)} MB in the first third, ${last.toFixed(0)} MB in the last`,
  );
  assert.deepEqual(result.problems, []);
  assert.equal(result.right, result.sent);
  assert.ok(result.sent > rate * MINUTES * 60 * 0.95, `the rate was kept: ${result.sent} calls`);
  assert.ok(last <= first * ALLOWED_GROWTH, `memory grew from ${first.toFixed(0)} to ${last.toFixed(0)} MB`);

  // Whatever the process still holds or has set aside is given back at its end.
  await service.stop();
  const { rows } = await database.pool.query(
    `select b.balance, b.held, count(*) filter (where l.type = 'usage') as charges, count(distinct l.request_id) as requests,
       sum(l.amount)::bigint as sum, count(distinct l.amount) filter (where l.type = 'usage') as prices
     from balances b join ledger l using (account_id, environment)
     where b.account_id = $1 and b.environment = 'live' group by b.balance, b.held`,
    [soaked.account.id],
  );
  const [money] = rows;
  assert.equal(money.charges, result.right, 'every call was charged once');
  assert.equal(money.requests, result.right);
  assert.equal(money.prices, 1, 'and every one the same');
  assert.equal(money.balance, money.sum, 'the balance is the sum of its rows');
  assert.equal(money.held, 0);
});
