// The PostgreSQL that comes with the service: starts, survives kills, is adopted, and a data folder has one server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import pg from 'pg';
import { DataFolderInUse, lockDataFolder } from '../../src/store/data-folder-lock.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/store/embedded.ts';

const quiet = { info: () => {}, warn: () => {} };
const root = mkdtempSync(join(tmpdir(), 'atelier-embedded-'));
chmodSync(root, 0o711);
const running = new Set<EmbeddedPostgres>();

after(async () => {
  for (const database of running) await database.stop();
  rmSync(root, { recursive: true, force: true });
});

test('a first start makes a database that keeps its rows over a clean stop and a kill -9', async () => {
  const dataDir = join(root, 'one');
  const first = await start(dataDir);
  await query(first, 'create table note (id int primary key)');
  await query(first, 'insert into note values (1)');
  await first.stop();

  const second = await start(dataDir);
  await query(second, 'insert into note values (2)');
  const victim = postmasterPid(dataDir);
  process.kill(victim, 'SIGKILL');

  const third = await start(dataDir);
  assert.notEqual(postmasterPid(dataDir), victim);
  assert.deepEqual(await query(third, 'select id from note order by id'), [{ id: 1 }, { id: 2 }]);
  await third.stop();
});

test('a PostgreSQL left running by a killed service is adopted, and stopped by its new owner', async () => {
  const dataDir = join(root, 'one');
  await start(dataDir);
  const pid = postmasterPid(dataDir);
  const heard: string[] = [];
  const adopted = await startEmbedded({ dataDir, log: { ...quiet, info: (line) => heard.push(line) } });
  assert.equal(postmasterPid(dataDir), pid);
  assert.match(heard.join(), /adopted/);
  await adopted.stop();
  assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
});

test('two processes that start on an empty folder at once share one database', async () => {
  const dataDir = join(root, 'race');
  const [one, two] = await Promise.all([start(dataDir), start(dataDir)]);
  await query(one, 'create table note (id int primary key)');
  assert.deepEqual(await query(two, 'select * from note'), []);
  await one.stop();
});

test('a stop leaves the database to another process that still uses it', async () => {
  const dataDir = join(root, 'one');
  const database = await start(dataDir);
  const other = new pg.Client({
    connectionString: database.connectionString.replace(/application_name=[^&]*/, 'application_name=other'),
  });
  await other.connect();
  await database.stop();
  assert.equal((await other.query('select 1 as one')).rows[0].one, 1);
  await other.end();
  await database.stop();
});

test('only the password opens the socket, and only durable settings are on', async () => {
  const database = await start(join(root, 'one'));
  const wrong = new pg.Client({ connectionString: database.connectionString.replace(/:[0-9a-f]+@/, ':guess@') });
  await assert.rejects(wrong.connect(), { code: '28P01' });
  const settings = `select string_agg(name || '=' || setting, ' ' order by name) as all_set from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'max_connections')`;
  assert.deepEqual(await query(database, settings), [
    { all_set: 'fsync=on full_page_writes=on listen_addresses= max_connections=200 synchronous_commit=on' },
  ]);
  assert.equal(statSync(join(root, 'one', 'postgres-password')).mode & 0o777, 0o600);
  await database.stop();
});

test('a data folder whose path is too long for a socket still gets its database', async () => {
  const database = await start(join(root, 'a-name-of-a-folder-that-is-quite-long'.repeat(3), 'and-then-one-more'));
  assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }]);
  await database.stop();
});

test('a data folder admits one server; a lock left by a killed one is taken over', async () => {
  const dataDir = join(root, 'lock');
  const release = lockDataFolder(dataDir);
  assert.throws(() => lockDataFolder(dataDir), DataFolderInUse);
  release();

  const holder = await lockElsewhere(dataDir);
  assert.throws(() => lockDataFolder(dataDir), new RegExp(`process ${holder.pid}`));
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockDataFolder(dataDir)();

  // The number of a process that is long gone, given to one that runs now.
  writeFileSync(join(dataDir, 'server.lock'), `${process.pid} another-boot 12345`);
  lockDataFolder(dataDir)();
});

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbedded({ dataDir, log: quiet });
  running.add(database);
  return database;
}

async function query(database: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function lockElsewhere(dataDir: string) {
  const source = new URL('../../src/store/data-folder-lock.ts', import.meta.url);
  const script = `const { lockDataFolder } = await import(${JSON.stringify(source.href)});
    lockDataFolder(${JSON.stringify(dataDir)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}
