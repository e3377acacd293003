// A moment of the bundled PostgreSQL is restored from a base backup and the archived log: the balance at that moment,
// and nothing later.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { type AccountKeys, openAccountWithKeys } from '../../src/app/first-start.ts';
import { type OpenStore, openStore } from '../../src/app/store.ts';
import { silentLog } from '../../src/core/log.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ENTRY = new URL('../support/paid-server.ts', import.meta.url);

let folder: string;
let archive: string;
let lost: string;
let server: ServerProcess;
let store: OpenStore;
let customer: AccountKeys;
let stranger: AccountKeys;
let fileUrl: string;
let beforeAnything: string;
let moment: Date;
const photo = await readFile(join(ROOT, 'test', 'fixtures', 'photos', 'astronaut.webp'));

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-moment-'));
  // The database's user must pass through it.
  await chmod(folder, 0o711);
  archive = join(folder, 'archive, with a space');
  lost = join(folder, 'data');
  beforeAnything = new Date().toISOString();
  server = await startServerProcess(ENTRY, settingsOf(lost));
  store = await openStore({ databaseUrl: null, dataDir: lost }, silentLog);
  customer = await open('customer@example.com');
});
after(async () => {
  await server?.stop();
  await store?.close();
  await rm(folder, { recursive: true, force: true });
});

function settingsOf(dataDir: string): Record<string, string> {
  return { DATA_DIR: dataDir, BACKUP_ARCHIVE: archive, BACKUP_ARCHIVE_WAIT_MB: '64', BACKUP_ARCHIVE_DAYS: '1' };
}

function open(email: string): Promise<AccountKeys> {
  const terms = { email, plan: 'enterprise', liveCredits: 100, announce: async () => undefined };
  return openAccountWithKeys(store.database, terms);
}

async function pay(node: ServerProcess, times: number): Promise<void> {
  for (let call = 0; call < times; call += 1) {
    const answer = await fetch(`${node.origin}/v1/test/paid`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.liveKey}`, 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(answer.status, 200, await answer.text());
  }
}

async function creditsOf(node: ServerProcess, key: string): Promise<number | undefined> {
  const answer = await fetch(`${node.origin}/v1/payments/balance`, { headers: { authorization: `Bearer ${key}` } });
  const json = (await answer.json()) as { credits?: number };
  return answer.status === 200 ? json.credits : undefined;
}

async function readiness(node: ServerProcess): Promise<{ status: number; archive: boolean | undefined }> {
  const answer = await fetch(`${node.origin}/readyz`);
  const json = (await answer.json()) as { backups?: { archive: boolean } };
  return { status: answer.status, archive: json.backups?.archive };
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check.
async function run(args: string[], settings: Record<string, string>): Promise<any> {
  const env = { PATH: process.env.PATH ?? '', ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'src', 'main.ts'), ...args], {
    cwd: folder,
    env,
  });
  return JSON.parse(stdout);
}

async function refusalOf(args: string[], settings: Record<string, string>): Promise<string> {
  return run(args, settings).then(
    () => assert.fail('it was not refused'),
    (error: { stderr: string }) => error.stderr,
  );
}

test('without a base backup the archive is not in order, and the service is ready all the same', async () => {
  assert.deepEqual(await readiness(server), { status: 200, archive: false });
});

test('a base backup is made while customers pay, and then the archive is in order', async () => {
  const [report] = await Promise.all([run(['backup', '--base', '--json'], settingsOf(lost)), pay(server, 3)]);
  assert.ok(existsSync(join(report.base, 'cluster', 'backup_label')));
  await until(async () => (await readiness(server)).archive, { saying: 'the archive is in order' });
});

test('a file, a moment, and what happens after it', async () => {
  const form = new FormData();
  form.set('file', new Blob([photo]), 'astronaut.webp');
  const headers = { authorization: `Bearer ${customer.liveKey}` };
  const uploaded = await fetch(`${server.origin}/v1/files`, { method: 'POST', headers, body: form });
  fileUrl = new URL(((await uploaded.json()) as { url: string }).url, server.origin).pathname;
  await pay(server, 4);
  const { rows } = await store.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
  moment = new Date((rows[0]?.now.getTime() ?? 0) + 2);
  await until(
    async () =>
      (await store.database.pool.query<{ over: boolean }>('select clock_timestamp() > $1 as over', [moment])).rows[0]
        ?.over,
    { saying: 'the moment is over' },
  );
  await pay(server, 2);
  stranger = await open('stranger@example.com');
  assert.equal(await creditsOf(server, stranger.liveKey), 100);
  const switched = await store.database.pool.query<{ segment: string }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  );
  const segment = join(archive, 'wal', `${switched.rows[0]?.segment}.gz`);
  await until(() => existsSync(segment), { saying: 'the log of the moment is archived' });
});

test('while the archive is away the service goes on, says so, and keeps no more of the log than it may', async () => {
  await rename(archive, `${archive}.away`);
  const waiting = async () =>
    (await readdir(join(lost, 'postgres', 'cluster', 'pg_wal', 'archive_status'))).filter((name) =>
      name.endsWith('.ready'),
    ).length;
  for (let segment = 0; segment < 9; segment += 1) {
    await store.database.pool.query("select pg_logical_emit_message(true, 'test', 'something')");
    await store.database.pool.query('select pg_switch_wal()');
  }
  await until(async () => (await readiness(server)).archive === false, { saying: 'the archive is reported' });
  await until(async () => existsSync(join(lost, 'postgres', 'archive-gaps')) && (await waiting()) <= 4, {
    saying: 'the log that may not wait was given up',
  });
  assert.equal((await readiness(server)).status, 200);
  await pay(server, 1);
  const doctor = await promisify(execFile)(process.execPath, [join(ROOT, 'src', 'main.ts'), 'doctor'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...settingsOf(lost) },
  }).catch((error: { stdout: string }) => error);
  assert.match(doctor.stdout, /✗ archive \(BACKUP_ARCHIVE\): .*(could not be written|given up)/);
  await rename(`${archive}.away`, archive);
  await run(['backup', '--base', '--json'], settingsOf(lost));
  await until(async () => (await readiness(server)).archive, { saying: 'a new base backup closes the gap' });
});

test('what cannot be restored is refused in words', async () => {
  const settings = settingsOf(join(folder, 'empty'));
  const refusal = (to: string, more: Record<string, string> = {}) =>
    refusalOf(['restore', '--to', to], { ...settings, ...more });
  assert.match(await refusal('2026-11-16 12:00:00'), /needs a time with its zone/);
  assert.match(await refusal('2999-01-01 12:00:00Z'), /in the future/);
  assert.match(await refusal(beforeAnything), /The archive begins at/);
  assert.match(await refusal('latest', { DATA_DIR: lost }), /exists: restore into an empty DATA_DIR/);
  assert.match(await refusal('latest', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }), /with its own tools/);
  assert.match(await refusalOf(['restore', '--to', 'latest', '--from', folder], settings), /contains no base backup/);
  assert.match(await refusalOf(['backup', '--base'], { DATA_DIR: lost }), /BACKUP_ARCHIVE is not set/);
  assert.match(
    await refusalOf(['backup', '--base'], { DATA_DIR: lost, BACKUP_ARCHIVE: join(lost, 'inside') }),
    /outside of DATA_DIR/,
  );
});

test('the moment is restored after the data was lost: the balance as of then, the file, nothing later', async () => {
  await server.stop();
  await store.close();
  await rename(lost, `${lost}.lost`);
  const restored = join(folder, 'restored');
  const files = ['--files', join(`${lost}.lost`, 'files')];
  const began = performance.now();
  const report = await run(['restore', '--to', moment.toISOString(), ...files, '--json'], settingsOf(restored));
  console.log(`restored to ${moment.toISOString()} in ${Math.round(performance.now() - began)} ms`, report);
  assert.equal(report.files_missing, 0);
  assert.match(
    await refusalOf(['restore', '--to', 'latest'], settingsOf(restored)),
    /exists: restore into an empty DATA_DIR/,
  );
  server = await startServerProcess(ENTRY, settingsOf(restored));
  store = await openStore({ databaseUrl: null, dataDir: restored }, silentLog);
  assert.equal(
    await creditsOf(server, customer.liveKey),
    93,
    '100 less 3 during the base backup and 4 before the moment',
  );
  assert.equal(await creditsOf(server, stranger.liveKey), undefined, 'the stranger signed up later');
  const { rows } = await store.database.pool.query(
    'select b.balance, (select sum(amount)::bigint from ledger l where l.account_id = b.account_id and l.environment = b.environment) as sum from balances b',
  );
  for (const { balance, sum } of rows) assert.equal(balance, sum ?? 0);
  const file = await fetch(`${server.origin}${fileUrl}`);
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(photo));
});

test('the restored service asks for a base backup of its own, and then its later moments can be restored', async () => {
  assert.equal((await readiness(server)).archive, false);
  await run(['backup', '--base', '--json'], settingsOf(join(folder, 'restored')));
  await until(async () => (await readiness(server)).archive, { saying: 'the archive is in order' });
  await pay(server, 5);
  await server.stop();
  await store.close();
  const again = join(folder, 'again');
  await run(['restore', '--to', 'latest', '--json'], settingsOf(again));
  server = await startServerProcess(ENTRY, settingsOf(again));
  store = await openStore({ databaseUrl: null, dataDir: again }, silentLog);
  assert.equal(await creditsOf(server, customer.liveKey), 88);
});

test('base backups and log beyond the time that is kept are removed, without what a kept moment needs', async () => {
  const base = join(archive, 'base');
  const names = (await readdir(base)).sort();
  for (const [index, name] of names.entries()) {
    const path = join(base, name, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8'));
    const made_at = new Date(Date.now() - (names.length - index + 1) * 86_400_000).toISOString();
    await writeFile(path, JSON.stringify({ ...manifest, made_at }));
  }
  const left = join(base, 'unfinished.part');
  await writeFile(left, '');
  await utimes(left, 0, 0);
  const report = await run(['backup', '--base', '--json'], settingsOf(join(folder, 'again')));
  assert.equal(report.removed_bases, names.length - 1);
  assert.ok(report.removed_segments > 0);
  assert.deepEqual((await readdir(base)).sort(), [names.at(-1), report.base.split('/').at(-1)].sort());
});
