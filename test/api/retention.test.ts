// Upkeep: old things go in small batches when the operator says so, money never does, and sums of past days change no answer.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { openArtifacts } from '../../src/app/store.ts';
import { upkeepChores } from '../../src/app/upkeep.ts';
import { loadConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/core/log.ts';
import { markLedger } from '../../src/money/ledger-marks.ts';
import { createPrices } from '../../src/money/prices.ts';
import { rollUpUsage } from '../../src/store/usage-rollup.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
before(async () => {
  service = await startService();
  account = await service.account();
});
after(() => service.stop());

const query = (text: string, values: unknown[] = []) => service.app.database.pool.query(text, values);
const countOf = async (table: string) => (await query(`select count(*) from ${table}`)).rows[0].count;

async function keepHouse(settings: Record<string, string>): Promise<void> {
  const { database } = service.app;
  const files = await openArtifacts(service.config, database.queries);
  const config = loadConfig(settings);
  for (const chore of upkeepChores({ config, prices: createPrices(config.prices), database, files, log: silentLog }))
    await chore.run();
}

async function makeUsage(hours: number, rowsPerHour: number): Promise<void> {
  await query(
    `insert into usage_hourly (account_id, environment, hour, module, model, key_id, requests, errors, prompt_tokens, completion_tokens, credits)
     select $1, 'live', date_trunc('hour', now()) - h * interval '1 hour', 'module-' || m % 2, 'model-' || m % 5, 'key-' || m, h + m, m, 10, 20, 1000
     from generate_series(0, $2::int - 1) h, generate_series(1, $3::int) m on conflict do nothing`,
    [account.id, hours, rowsPerHour],
  );
}

test('sums of past days change no answer, whatever is grouped by and wherever the range begins', async () => {
  await makeUsage(24 * 10, 6);
  // One quiet day in between, which is not worth a sum.
  await query(
    `delete from usage_hourly where hour >= date_trunc('day', now()) - interval '4 days' and hour < date_trunc('day', now()) - interval '3 days' and key_id <> 'key-1'`,
  );
  const hour = 3_600_000;
  const now = Math.floor(Date.now() / hour) * hour;
  const ranges = [
    [now - 240 * hour, now + hour],
    [now - 100 * hour, now - 7 * hour],
    [now - 30 * hour, now - 20 * hour],
    [Date.UTC(2000, 0, 1), Date.UTC(2000, 0, 2)],
  ] as const;
  const ask = async () => {
    const answers = [];
    for (const group of ['day', 'hour', 'module', 'model', 'key'])
      for (const [from, to] of ranges) {
        const path = `/v1/usage?group_by=${group}&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
        const { total, data } = (await service.call('GET', path, { key: account.liveKey })).json;
        // Our own questions cost nothing, but are counted in the hour that is running.
        const isOver = to < Date.now();
        const rows = data.filter((row: { credits: number }) => row.credits > 0);
        answers.push({
          group,
          from,
          credits: total.credits,
          rows: isOver ? rows : rows.map((row: object) => ({ ...row, requests: 'some' })),
        });
      }
    return answers;
  };
  const before = await ask();
  assert.ok(before.some(({ rows }) => rows.length > 1));
  assert.equal(await countOf('usage_daily'), 0);
  while ((await rollUpUsage(service.app.database.queries, 3)) > 0);
  const { rows } = await query(`select count(distinct day) as days from usage_daily`);
  assert.ok(rows[0].days >= 8, `${rows[0].days} days were summed up`);
  assert.deepEqual(await ask(), before);
  assert.equal(await rollUpUsage(service.app.database.queries, 100), 0, 'a day is summed up once');
});

test('transactions of a time are the same with marks as without', async () => {
  const { queries } = service.app.database;
  const customer = await service.account({ credits: 7 });
  await markLedger(queries);
  await markLedger(queries);
  assert.equal(await countOf('ledger_marks'), 1, 'one mark an hour');
  // A ledger of five days, one entry an hour, and a mark each day.
  await query(
    `insert into ledger (id, account_id, environment, type, amount, balance_after, contra, created_at)
     select 'txn_old_' || h, $1, 'live', 'usage', -1, 1, 'revenue', now() - (120 - h) * interval '1 hour' from generate_series(0, 119) h`,
    [customer.id],
  );
  await query(`update ledger_marks set at = now() - interval '10 days'`);
  const list = async (from: number, to: number) => {
    const time = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const { json } = await service.call(
      'GET',
      `/v1/payments/transactions?limit=100&from=${time(from)}&to=${time(to)}`,
      {
        key: customer.liveKey,
      },
    );
    return json.data.map(({ id }: { id: string }) => id);
  };
  const ranges = [
    [100.5, 90.5],
    [300, 119.5],
    [50.5, -1],
  ] as const;
  const before = [];
  for (const [from, to] of ranges) before.push(await list(from, to));
  assert.equal(before[0]?.length, 10);
  await query(
    `insert into ledger_marks (at, seq) select created_at + interval '1 microsecond', seq from ledger where id like 'txn_old_%' and seq % 24 = 0`,
  );
  const after = [];
  for (const [from, to] of ranges) after.push(await list(from, to));
  assert.deepEqual(after, before);
});

test('without settings nothing goes but old events', async () => {
  await query(`update usage_hourly set hour = hour - interval '500 days'`);
  // Calls of the tests before may still be counted in the hour that is running.
  const counts = () =>
    Promise.all([countOf(`usage_hourly where hour < now() - interval '400 days'`), countOf('ledger'), countOf('jobs')]);
  const before = await counts();
  await keepHouse({});
  assert.deepEqual(await counts(), before);
});

test('hours of use go after their days, more than one batch of them, and the ledger stays', async () => {
  await makeUsage(24 * 40, 3);
  await query(`delete from usage_rolled`);
  const ledger = await countOf('ledger');
  await keepHouse({ RETAIN_USAGE_DAYS: '30' });
  const { rows } = await query(
    `select count(*) filter (where hour < now() - interval '30 days') as old, count(*) as kept from usage_hourly`,
  );
  assert.equal(rows[0].old, 0);
  assert.ok(rows[0].kept > 24 * 29 * 3);
  assert.equal(
    (await query(`select count(*) from usage_daily where day < (now() - interval '30 days')::date`)).rows[0].count,
    0,
  );
  assert.equal(await countOf('ledger'), ledger);
});

test('jobs that ended go after their days; those that run, wait or are young stay', async () => {
  await query(
    `insert into jobs (id, account_id, environment, kind, state, payload, created_at, completed_at, holds_slot, leased_until)
     select 'job_r' || n, $1, 'live', 'noop', state, '{}', now() - age * interval '1 day',
       case when state = 'completed' then now() - age * interval '1 day' end, state = 'running', case when state = 'running' then now() + interval '1 hour' end
     from (values (1, 'completed', 40), (2, 'completed', 3), (3, 'running', 40), (4, 'cancelled', 40)) given(n, state, age)`,
    [account.id],
  );
  await query(`update jobs set completed_at = created_at where id = 'job_r4'`);
  await keepHouse({ RETAIN_JOBS_DAYS: '30' });
  const { rows } = await query(`select id from jobs where id like 'job_r%' order by id`);
  assert.deepEqual(
    rows.map(({ id }) => id),
    ['job_r2', 'job_r3'],
  );
  await query(`delete from jobs where id like 'job_r%'`);
});

test('files go after their days with their tracks; archives of projects stay', async () => {
  const files = await openArtifacts(service.config, service.app.database.queries);
  const put = (name: string) =>
    files.store.put({
      accountId: account.id,
      environment: 'live',
      extension: 'bin',
      contentType: 'application/octet-stream',
      origin: null,
      name,
      source: Buffer.from(name),
    });
  const [old, young, archive] = [await put('old'), await put('young'), await put('archive')];
  await query(`update artifacts set created_at = now() - interval '40 days' where id = any($1)`, [
    [old.id, archive.id],
  ]);
  await query(
    `insert into music_tracks (id, account_id, environment, title, prompt, details, artifact_ids, created_at)
     values ('job_t', $1, 'live', 'old song', '', '{}', array[$2], now() - interval '40 days')`,
    [account.id, old.id],
  );
  await query(
    `insert into projects (id, account_id, environment, name, framework, version, preview_id) values ('prj_x', $1, 'live', 'x', 'react', 1, 'pre_x')`,
    [account.id],
  );
  await query(
    `insert into project_versions (project_id, number, prompt, summary, engine, files, files_count, bytes, changed, archive_id)
     values ('prj_x', 1, '', '', '', '', 0, 0, '{}', $1)`,
    [archive.id],
  );
  await keepHouse({ RETAIN_ARTIFACTS_DAYS: '30' });
  const statusOf = async (path: string) => (await service.call('GET', path)).status;
  assert.deepEqual(
    [await statusOf(old.path), await statusOf(young.path), await statusOf(archive.path)],
    [404, 200, 200],
  );
  assert.equal(await countOf('music_tracks'), 0);
});

test('a setting that would take away what running work needs is refused', () => {
  assert.throws(() => loadConfig({ RETAIN_ARTIFACTS_DAYS: '2' }), /at least 7 days/);
  assert.throws(() => loadConfig({ RETAIN_EVENTS_DAYS: '0' }), /RETAIN_EVENTS_DAYS/);
});

test('stored responses beyond the megabytes of a plan go, oldest first, and never the newest', async () => {
  const [mine, large, small] = [await service.account(), await service.account(), await service.account()];
  const folder = await mkdtemp(join(tmpdir(), 'atelier-prices-'));
  const prices = JSON.parse(await readFile(new URL('../../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.response_megabytes = 1;
  await writeFile(join(folder, 'prices.json'), JSON.stringify(prices));
  const store = (owner: TestAccount, environment: string, kilobytes: number, count: number) =>
    query(
      `insert into responses (id, account_id, environment, input, response, bytes, created_at)
       select 'resp_' || $1 || $2 || n, $1, $2, '[]', '{}', $3::int * 1000, now() - n * interval '1 minute' from generate_series(1, $4::int) n`,
      [owner.id, environment, kilobytes, count],
    );
  await store(mine, 'live', 300, 6);
  await store(mine, 'test', 300, 2);
  await store(large, 'live', 4_000, 2);
  await store(small, 'live', 1, 20);
  await keepHouse({ PRICES: join(folder, 'prices.json') });
  await rm(folder, { recursive: true });
  const kept = async ({ id }: TestAccount, environment: string) => {
    const { rows } = await query(
      'select right(id, 1) as n from responses where account_id = $1 and environment = $2 order by created_at desc',
      [id, environment],
    );
    return rows.map(({ n }) => n).join('');
  };
  assert.deepEqual([await kept(mine, 'live'), await kept(mine, 'test'), await kept(large, 'live')], ['123', '12', '1']);
  assert.equal((await kept(small, 'live')).length, 20);
});
