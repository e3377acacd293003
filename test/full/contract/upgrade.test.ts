// A database that release 0.1.0 filled is migrated by today's service: balances, keys, lists and files are as its customers left them.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { migrate } from '../../../src/store/migrate.ts';
import { loadLines } from '../../../src/store/postgres/dump.ts';
import { createEmptyDatabase, type TestDatabase } from '../../support/database.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STEADY_MODEL, startSteadyUpstream } from '../../support/steady-upstream.ts';

/** Made by scripts/make-upgrade-fixture.mjs with the service of that release. */
const FIXTURE = join(import.meta.dirname, '..', '..', 'fixtures', 'release-0.1.0');
const ORIGIN = 'http://127.0.0.1:18764';

interface Recorded {
  accounts: { account_id: string; live_key: string; test_key: string; lists: Record<string, unknown> }[];
}

let folder: string;
let database: TestDatabase;
let upstream: Awaited<ReturnType<typeof startSteadyUpstream>>;
let service: TestService;
let rowsBefore: Record<string, number>;
const { accounts } = JSON.parse(await readFile(join(FIXTURE, 'recorded.json'), 'utf8')) as Recorded;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-upgrade-'));
  [database, upstream] = await Promise.all([createEmptyDatabase(), startSteadyUpstream()]);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  // The release's own migrations, not today's text of them: this is the schema that its installations have.
  await migrate(pool, pathToFileURL(`${join(FIXTURE, 'migrations')}/`));
  const client = await pool.connect();
  await loadLines(client, readDump()).finally(() => client.release());
  rowsBefore = await countRows(pool);
  await migrate(pool);
  assert.deepEqual(await countRows(pool), rowsBefore, 'no migration loses a row');
  await pool.end();
  for (const name of ['files', 'secret'])
    await cp(join(FIXTURE, name), join(folder, name), { recursive: true, force: true });
  service = await startService({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PUBLIC_URL: ORIGIN,
    OPENAI_BASE_URL: upstream.baseUrl,
  });
});
after(async () => {
  await service?.stop();
  await upstream?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

async function* readDump(): AsyncGenerator<string> {
  const text = gunzipSync(await readFile(join(FIXTURE, 'database.ndjson.gz'))).toString('utf8');
  yield* text.trimEnd().split('\n');
}

async function countRows(pool: pg.Pool): Promise<Record<string, number>> {
  const tables = [
    'accounts',
    'api_keys',
    'balances',
    'ledger',
    'jobs',
    'artifacts',
    'events',
    'deliveries',
    'payments',
  ];
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  return (await pool.query(`select ${counts.join(', ')}`)).rows[0];
}

test('the fixture has accounts, keys, entries, jobs and deliveries', () => {
  for (const [table, count] of Object.entries(rowsBefore)) assert.ok(count > 0, `${table} is empty`);
});

test('every key works, and every list shows what it showed before the upgrade', async () => {
  for (const { live_key, lists } of accounts)
    for (const [path, before] of Object.entries(lists)) {
      // Events and their deliveries are kept for 30 days, which this fixture outlives.
      if (path.endsWith('/deliveries')) continue;
      const { status, json } = await service.call('GET', `/v1/${path}`, { key: live_key });
      assert.equal(status, 200, path);
      assertContains(json, before, path);
    }
});

test('an image of that time is still there, byte for byte', async () => {
  for (const { lists } of accounts) {
    const path = /\/files\/([0-9a-z]{26})\.[a-z]+/.exec(JSON.stringify(lists));
    assert.ok(path, 'the job names its file');
    const [url = '', id = ''] = path;
    const stored = (await readdir(join(FIXTURE, 'files'), { recursive: true })).find((name) => name.endsWith(id));
    const answer = await fetch(`${service.origin}${url}`);
    assert.equal(answer.status, 200);
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(await readFile(join(FIXTURE, 'files', stored ?? ''))));
  }
});

test('new calls are charged to the old balances, which equal the sum of their entries', async () => {
  const body = { model: STEADY_MODEL, messages: [{ role: 'user', content: 'How deep is it?' }], max_tokens: 20 };
  for (const { account_id, live_key, test_key } of accounts) {
    assert.equal((await service.call('POST', '/v1/chat/completions', { key: live_key, body })).status, 200);
    assert.equal((await service.call('GET', '/sandbox/v1/account', { key: test_key })).status, 200);
    const { rows } = await service.app.database.pool.query(
      `select b.balance, (select sum(amount)::bigint from ledger l where l.account_id = b.account_id and l.environment = b.environment) as sum,
         (select count(*) from ledger l where l.account_id = b.account_id and l.type = 'usage') as charges
       from balances b where b.account_id = $1 and b.environment = 'live'`,
      [account_id],
    );
    assert.equal(rows[0].balance, rows[0].sum);
    assert.equal(rows[0].charges, 4, 'three charges of then and one of now');
  }
});

/** What each call changes by itself, what every answer carries, and the worth of the credits, which is rounded otherwise now. */
const MOVING = ['attribution', 'last_used_at', 'value'];

/** An upgrade may add fields, and changes none. */
function assertContains(now: unknown, before: unknown, path: string): void {
  if (before === null || typeof before !== 'object') {
    if (now !== before) throw new Error(`${path}: ${JSON.stringify(before)} became ${JSON.stringify(now)}`);
    return;
  }
  assert.ok(now !== null && typeof now === 'object', path);
  if (Array.isArray(before)) assert.equal((now as unknown[]).length, before.length, path);
  for (const [name, value] of Object.entries(before))
    if (!MOVING.includes(name)) assertContains((now as Record<string, unknown>)[name], value, `${path}.${name}`);
}
