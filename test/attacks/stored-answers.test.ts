// Attacks on the disk with answers that are stored for their Idempotency-Key: those of free calls have a quota.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sweepIdempotent } from '../../src/store/idempotency.ts';
import { paidRoute } from '../support/paid-route.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MEGABYTE = 1024 * 1024;
/** The quota of the plan: 1 MB. */
const PLAN = 'small';
const ITEMS = Array.from({ length: 20 }, (_, index) => ({ role: 'user', content: `${index} ${'x'.repeat(9_000)}` }));

let service: TestService;
let folder: string;
let account: TestAccount;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'answers-'));
  const prices = JSON.parse(await readFile('config/prices.json', 'utf8'));
  prices.plans[PLAN] = { ...prices.plans.enterprise, name: 'Small', response_megabytes: 1 };
  await writeFile(join(folder, 'prices.json'), JSON.stringify(prices));
  service = await startService({ PRICES: join(folder, 'prices.json'), TEST_WORKER: '0' }, paidRoute);
  account = await service.account({ plan: PLAN, credits: 10 });
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Begins a conversation with 180 kB, which the answer repeats, and deletes it again: its own quota stays empty. */
async function addItems(key: string, idempotencyKey: string | undefined) {
  const { id } = (await service.call('POST', '/v1/conversations', { key, body: {} })).json;
  const answer = await service.call('POST', `/v1/conversations/${id}/items`, {
    key,
    body: { items: ITEMS },
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
  });
  const kept = await service.call('GET', `/v1/conversations/${id}/items`, { key });
  await service.call('DELETE', `/v1/conversations/${id}`, { key });
  return { ...answer, id, kept: kept.json.data.length };
}

async function storedBytes(): Promise<number> {
  const { rows } = await service.app.database.pool.query<{ bytes: string }>(
    'select coalesce(sum(octet_length(body)), 0) as bytes from idempotency_keys where account_id = $1',
    [account.id],
  );
  return Number(rows[0]?.bytes);
}

test('forty free calls of 180 kB with a key each fill one megabyte, and the rest is refused and not done', async () => {
  const statuses: Record<number, number> = {};
  let refusal = '';
  for (let call = 0; call < 40; call += 1) {
    const { status, text, headers, kept } = await addItems(account.liveKey, `fill-${call}`);
    statuses[status] = (statuses[status] ?? 0) + 1;
    equal(kept, status === 200 ? ITEMS.length : 0);
    if (status !== 429) continue;
    refusal = text;
    ok(Number(headers.get('retry-after')) > 0);
  }
  ok((await storedBytes()) < 1.3 * MEGABYTE, `${await storedBytes()} bytes`);
  const done = statuses[200] ?? 0;
  ok(done >= 5 && done <= 8, JSON.stringify(statuses));
  deepEqual(statuses, { 200: done, 429: 40 - done });
  match(refusal, /up to 1 MB of answers of free calls.*Nothing was done\./);
});

test('what is stored is given again, a paid call keeps its protection, and free calls without a key work on', async () => {
  const begin = () =>
    service.call('POST', '/v1/conversations', { key: full.liveKey, body: {}, headers: { 'idempotency-key': 'begin' } });
  const full = await service.account({ plan: PLAN });
  const begun = await begin();
  for (let call = 0; call < 10; call += 1) await addItems(full.liveKey, `fill-${call}`);
  const again = await begin();
  deepEqual([again.status, again.headers.get('idempotent-replayed'), again.text], [200, 'true', begun.text]);
  const pay = () =>
    service.call('POST', '/v1/test/paid', {
      key: account.liveKey,
      body: {},
      headers: { 'idempotency-key': 'paid' },
    });
  const [first, second] = [await pay(), await pay()];
  deepEqual([first.status, second.status, second.text], [200, 200, first.text]);
  equal(second.headers.get('idempotent-replayed'), 'true');
  equal((await addItems(account.liveKey, undefined)).status, 200);
});

test('large answers of paid calls fill half of the quota; beyond it, and above 16 MB, a call still never runs twice', async () => {
  const { id, liveKey } = await service.account({ plan: PLAN, credits: 10 });
  const pay = (key: string, letters: number) =>
    service.call('POST', '/v1/test/paid', {
      key: liveKey,
      body: { credits: 0.001, letters },
      headers: { 'idempotency-key': key },
    });
  const balance = async () =>
    Number(
      (
        await service.app.database.pool.query<{ balance: string }>(
          "select balance from balances where account_id = $1 and environment = 'live'",
          [id],
        )
      ).rows[0]?.balance,
    );
  const sizes = [...new Array<number>(8).fill(200_000), 17 * MEGABYTE];
  for (const [call, letters] of sizes.entries()) equal((await pay(`large-${call}`, letters)).status, 200);
  const paid = await balance();
  const again: [number, string | undefined][] = [];
  for (const [call, letters] of sizes.entries()) {
    const { status, json } = await pay(`large-${call}`, letters);
    again.push([status, json.error?.code]);
  }
  const [kept, gone] = [200, 409].map((wanted) => again.filter(([status]) => status === wanted));
  deepEqual([kept?.length, gone?.length], [2, 7], JSON.stringify(again));
  ok(gone?.every(([, code]) => code === 'idempotency_answer_gone'));
  equal(await balance(), paid, 'a repetition costs nothing');
  equal((await addItems(liveKey, 'free')).status, 200);
});

test('the sandbox has a quota of its own, where test credits pay for nothing', async () => {
  const pay = (key: string) =>
    service.call('POST', '/sandbox/v1/chat/completions', {
      key: account.testKey,
      body: { model: 'sandbox-echo-1', messages: [{ role: 'user', content: `${'x'.repeat(29)} `.repeat(4_000) }] },
      headers: { 'idempotency-key': key },
    });
  const statuses: number[] = [];
  const first = await pay('test-first');
  equal(first.status, 200, first.text);
  for (let call = 0; call < 14; call += 1) statuses.push((await pay(`test-${call}`)).status);
  equal(statuses.at(-1), 429, statuses.join());
});

test('another account is not touched, and the quota is free again when a day has passed', async () => {
  const other = await service.account({ plan: PLAN });
  equal((await addItems(other.liveKey, 'other')).status, 200);
  equal((await addItems(account.liveKey, 'still-full')).status, 429);
  await service.app.database.pool.query(`update free_answers set hour = hour - interval '26 hours'`);
  equal((await addItems(account.liveKey, 'free-again')).status, 200);
  await sweepIdempotent(service.app.database.queries);
  const { rows } = await service.app.database.pool.query<{ hours: number }>(
    'select count(*)::integer as hours from free_answers where account_id = $1',
    [account.id],
  );
  equal(rows[0]?.hours, 1);
});
