// The PostgreSQL that comes with the service: starts, survives kills, is adopted, and a data folder has one server.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import pg from 'pg';
import { DataFolderInUse, lockDataFolder } from '../../src/store/postgres/data-folder-lock.ts';
import { isRunning } from '../../src/store/postgres/process-identity.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/store/postgres/server.ts';

const quiet = { info: () => {}, warn: () => {} };
const root = mkdtempSync(join(tmpdir(), 'atelier-embedded-'));
chmodSync(root, 0o711);
const one = join(root, 'one');
const running = new Set<EmbeddedPostgres>();

after(async () => {
  for (const database of running) await database.stop();
  rmSync(root, { recursive: true, force: true });
});

test('a first start makes a database that keeps its rows over a clean stop', async () => {
  const first = await start(one);
  await query(first, 'create table note (id int primary key)');
  await query(first, 'insert into note values (1)');
  await first.stop();
  const second = await start(one);
  assert.deepEqual(await query(second, 'select id from note'), [{ id: 1 }]);
  await second.stop();
});

test('a database killed under a running service comes back with every committed row', async () => {
  const restarted = Promise.withResolvers<void>();
  const database = await startEmbedded({ dataDir: one, log: { info: () => {}, warn: () => restarted.resolve() } });
  running.add(database);
  await query(database, 'insert into note values (2)');
  const victim = postmasterPid(one);
  process.kill(victim, 'SIGKILL');
  await restarted.promise;
  const fresh = await start(one);
  assert.notEqual(postmasterPid(one), victim);
  assert.deepEqual(await query(fresh, 'select id from note order by id'), [{ id: 1 }, { id: 2 }]);
  await fresh.stop();
  await database.stop();
});

test('a PostgreSQL left running by a killed service is adopted, and stopped by its new owner', async () => {
  const owner = await runElsewhere(`const { startEmbedded } = await import(${sourceOf('server.ts')});
    await startEmbedded({ dataDir: ${JSON.stringify(one)}, log: { info() {}, warn() {} } });`);
  const pid = postmasterPid(one);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  const heard: string[] = [];
  const adopted = await startEmbedded({ dataDir: one, log: { ...quiet, info: (line) => heard.push(line) } });
  assert.equal(postmasterPid(one), pid);
  assert.match(heard.join(), /adopted/);
  await adopted.stop();
  assert.ok(!isRunning(pid));
});

test('two that start at once on an empty folder whose path is too long for a socket share one database, and the last to leave stops it', async () => {
  const dataDir = join(root, 'a-name-of-a-folder-that-is-quite-long'.repeat(3), 'and-then-one-more');
  const [first, second] = await Promise.all([start(dataDir), start(dataDir)]);
  const pid = postmasterPid(dataDir);
  await query(first, 'create table note (id int primary key)');
  await first.stop();
  assert.deepEqual(await query(second, 'select * from note'), []);
  await second.stop();
  assert.ok(!isRunning(pid));
});

test('coming and going at the same time never leaves anybody without a database', async () => {
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 2; round += 1) {
        const database = await start(one);
        assert.deepEqual(await query(database, 'select 1 as one'), [{ one: 1 }]);
        await database.stop();
      }
    }),
  );
});

test('only the password opens the socket, and only durable settings are on', async () => {
  const database = await start(one);
  const wrong = new pg.Client({ connectionString: database.connectionString.replace(/:[0-9a-f]+@/, ':guess@') });
  await assert.rejects(wrong.connect(), { code: '28P01' });
  const settings = `select string_agg(name || '=' || setting, ' ' order by name) as all_set from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'max_connections')`;
  assert.deepEqual(await query(database, settings), [
    { all_set: 'fsync=on full_page_writes=on listen_addresses= max_connections=200 synchronous_commit=on' },
  ]);
  assert.equal(statSync(join(one, 'postgres-password')).mode & 0o777, 0o600);
  await database.stop();
});

test('a data folder admits one server; a lock that a killed one held is free again', async () => {
  const dataDir = join(root, 'lock');
  const unlock = lockDataFolder(dataDir);
  assert.throws(() => lockDataFolder(dataDir), DataFolderInUse);
  unlock();

  const holder = await runElsewhere(`const { lockDataFolder } = await import(${sourceOf('data-folder-lock.ts')});
    lockDataFolder(${JSON.stringify(dataDir)})`);
  assert.throws(() => lockDataFolder(dataDir), DataFolderInUse);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
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

/** Runs the lines in a process of its own, which then stays until it is killed. */
async function runElsewhere(lines: string) {
  const script = `${lines}; console.log('ready'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

function sourceOf(file: string): string {
  return JSON.stringify(new URL(`../../src/store/postgres/${file}`, import.meta.url).href);
}
