// Hours of everything at once on one machine with all that comes along (npm run soak -- 4h): chats and streams at a steady rate, jobs, checkouts,
// webhooks. Memory, handles, tables, log and disk stay within bounds, nothing fails, every call is charged once.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { openAccountWithKeys } from '../../src/app/first-start.ts';
import { openStore } from '../../src/app/store.ts';
import { silentLog } from '../../src/core/log.ts';
import { assertExactBooks, printFailures } from '../support/exact-books.ts';
import { findBloat, printSamples, printTables, type Sample, takeSample } from '../support/growth-watch.ts';
import { startMixedLoad } from '../support/mixed-load.ts';
import { findMaximum, type PacedCall, runPaced } from '../support/paced-load.ts';
import { startReceiver } from '../support/receiver.ts';
import { startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { TEST_MODELS_DIR } from '../support/weights.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30);
const CALLERS = 32;
/** Before the first third: code is compiled, pools and caches are filled. */
const WARM_UP_SECONDS = Math.min(60, MINUTES * 10);
const SAMPLE_MS = Math.min(60_000, MINUTES * 2_000);
const ALLOWED_GROWTH = 1.1;
const ALLOWED_HANDLES = 100;
const MAX_LOG_BYTES_PER_CALL = 2_000;
const CUSTOMERS = { paid: 1, chat: 1, stream: 1, job: 1, checkout: 1 };

async function pricesWithoutLimits(folder: string): Promise<string> {
  const prices = JSON.parse(await readFile(new URL('../../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.requests_per_minute = 1_000_000_000;
  const path = join(folder, 'prices.json');
  await writeFile(path, JSON.stringify(prices));
  return path;
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

const middle = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

test(`${MINUTES} minutes of calls, jobs, checkouts and webhooks: nothing grows, nothing fails, the ledger is exact`, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-soak-'));
  const dataDir = join(folder, 'data');
  const logFile = join(folder, 'service.log');
  const receiver = await startReceiver();
  const upstream = await startServerProcess(new URL('../../bench/support/relay-upstream.ts', import.meta.url), {});
  const service = await startServerProcess(new URL('../support/paid-server.ts', import.meta.url), {
    DATA_DIR: dataDir,
    PRICES: await pricesWithoutLimits(folder),
    OPENAI_BASE_URL: `${upstream.origin}/v1`,
    MODELS_DIR: TEST_MODELS_DIR,
    TEST_ROLE: 'both',
    TEST_LOG_FILE: logFile,
    LOG_LEVEL: 'info',
    ALLOW_BUILTIN_SALES: '1',
    ALLOW_PRIVATE_WEBHOOKS: '1',
  });
  const { database, close } = await openStore({ databaseUrl: null, dataDir }, silentLog);
  t.after(async () => {
    await Promise.all([service.stop(), upstream.stop()]);
    receiver.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  });
  let opened = 0;
  const account = () => {
    opened += 1;
    const email = `soak-${opened}@example.com`;
    const terms = { email, plan: 'enterprise', liveCredits: 1_000_000_000, announce: async () => undefined };
    return openAccountWithKeys(database, terms);
  };
  const [warm, soaked] = [await account(), await account()];
  const wanted = Number(process.env.SOAK_RATE ?? 0);
  const rate = wanted || (await findMaximum(chatCalls(service.origin, warm.liveKey), CALLERS, 10)) / 2;
  const load = await startMixedLoad({ origin: service.origin, model: 'bench-1', customers: CUSTOMERS, account });
  const jobs = load.customers.find(({ kind }) => kind === 'job');
  const hook = await fetch(`${service.origin}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jobs?.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['generation.completed'] }),
  });
  assert.equal(hook.status, 200, await hook.text());
  await load.untilServed();
  await runPaced(chatCalls(service.origin, warm.liveKey), rate, WARM_UP_SECONDS);

  const samples: Sample[] = [];
  const problems: string[] = [];
  const startedMs = performance.now();
  const minutes = () => Math.round((performance.now() - startedMs) / 6_000) / 10;
  const watched = { pid: service.child.pid, database, dataDir, logFile };
  const sampling = setInterval(() => {
    void takeSample(watched, minutes()).then(
      (sample) => {
        samples.push(sample);
        // A run that is cut off has said how far it came.
        if (samples.length % 10 === 0) printSamples(samples.slice(-1));
      },
      (error) => problems.push(`no sample at minute ${minutes()}: ${error}`),
    );
  }, SAMPLE_MS);
  const result = await runPaced(chatCalls(service.origin, soaked.liveKey), rate, MINUTES * 60);
  clearInterval(sampling);
  await load.stop();
  samples.push(await takeSample(watched, minutes()));

  const last = samples.at(-1) as Sample;
  const third = Math.floor(samples.length / 3);
  const memory = samples.map(({ megabytes }) => megabytes);
  const [early, late] = [middle(memory.slice(0, third)), middle(memory.slice(-third))];
  const handles = samples.map((sample) => sample.handles);
  const delivered = receiver.received.length;
  const calls = result.sent + load.customers.reduce((sum, { requests }) => sum + requests, 0);
  printSamples(samples);
  printTables(last);
  console.log(
    `${calls} calls, ${result.sent} of them at ${rate.toFixed(0)}/s, ${result.sent - result.right} wrong; ` +
      `memory ${early.toFixed(0)} MB in the first third, ${late.toFixed(0)} MB in the last; ` +
      `${delivered} webhooks; ${(last.logBytes / calls).toFixed(0)} bytes of log a call`,
  );
  const { names } = printFailures(load.customers);
  assert.deepEqual([...problems, ...result.problems, ...names], []);
  assert.equal(result.right, result.sent);
  assert.ok(result.sent > rate * MINUTES * 60 * 0.95, `the rate was not kept: ${result.sent} calls`);
  assert.ok(late <= early * ALLOWED_GROWTH, `memory grew from ${early.toFixed(0)} to ${late.toFixed(0)} MB`);
  const grown = middle(handles.slice(-third)) - middle(handles.slice(0, third));
  assert.ok(grown < ALLOWED_HANDLES, `${grown} handles more in the last third`);
  assert.deepEqual(findBloat(samples[third] as Sample, last), []);
  assert.ok(last.logBytes < calls * MAX_LOG_BYTES_PER_CALL, `${last.logBytes} bytes of log for ${calls} calls`);
  await until(() => receiver.received.length >= (jobs?.done ?? 0), { saying: 'every finished job was announced' });
  await assertExactBooks(database, load.customers);

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
