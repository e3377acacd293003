// A primary PostgreSQL with a standby that confirms every commit, and an address that moves from one to the other.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { findBinaries } from '../../src/store/postgres/binaries.ts';
import { chooseUser, chownTo, chownTreeTo } from '../../src/store/postgres/user.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface PostgresPair {
  /** Of the address that moves. */
  url: string;
  /** Ends the primary without a goodbye. */
  killPrimary(): Promise<void>;
  /** Makes the standby a primary; resolves when it takes writes. */
  promote(): Promise<void>;
  /** From now on the address leads to the former standby. */
  moveAddress(): void;
  stop(): Promise<void>;
}

const USER = 'atelier';
const DATABASE = 'atelier';

export async function startPostgresPair(): Promise<PostgresPair> {
  const home = mkdtempSync(join(tmpdir(), 'atelier-pair-'));
  chmodSync(home, 0o711);
  const user = chooseUser(join(home, 'primary'));
  chownTo(home, user);
  const binaries = findBinaries(home, user);
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  const options = { ...as, cwd: home, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  const initdb = ['-D', join(home, 'primary'), `--username=${USER}`, '--auth=trust', '--encoding=UTF8', '--locale=C'];
  const made = spawnSync(binaries.initdb, initdb, { ...options, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const launch = async (name: string, port: number): Promise<ChildProcess> => {
    const settings = {
      ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: home, max_connections: 300 },
      ...{ wal_keep_size: '1GB', hot_standby: 'on', log_min_messages: 'fatal' },
    };
    const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const child = spawn(binaries.postgres, ['-D', join(home, name), ...args], { ...options, stdio: 'ignore' });
    await until(() => answers(port), { saying: `the ${name} answers` });
    return child;
  };
  const ports = { primary: await freePort(), standby: await freePort() };
  const primary = await launch('primary', ports.primary);
  await ask(ports.primary, `create database ${DATABASE}`, 'postgres');
  await copyCluster({ home, from: 'primary', to: 'standby', port: ports.primary });
  const source = `host=127.0.0.1 port=${ports.primary} user=${USER} application_name=standby`;
  appendFileSync(join(home, 'standby', 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  writeFileSync(join(home, 'standby', 'standby.signal'), '');
  chownTreeTo(join(home, 'standby'), user);
  const standby = await launch('standby', ports.standby);
  // After the copy, so that the standby asks nobody once it is the primary.
  await ask(ports.primary, `alter system set synchronous_standby_names = 'standby'`);
  await ask(ports.primary, 'select pg_reload_conf()');
  await until(
    async () => (await ask(ports.primary, 'select sync_state from pg_stat_replication'))[0]?.sync_state === 'sync',
    { saying: 'the standby confirms commits' },
  );
  const address = await startAddress(ports.primary);
  return {
    url: `postgres://${USER}@127.0.0.1:${address.port}/${DATABASE}`,
    killPrimary: () => end(primary, 'SIGKILL'),
    async promote() {
      await ask(ports.standby, 'select pg_promote()');
      await until(async () => !(await ask(ports.standby, 'select pg_is_in_recovery() as waits'))[0]?.waits, {
        saying: 'the standby takes writes',
      });
    },
    moveAddress: () => address.moveTo(ports.standby),
    async stop() {
      await address.stop();
      await Promise.all([end(primary, 'SIGQUIT'), end(standby, 'SIGQUIT')]);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

interface Copy {
  home: string;
  from: string;
  to: string;
  port: number;
}

/** As PostgreSQL's manual describes a base backup without pg_basebackup, which the npm package lacks. */
async function copyCluster({ home, from, to, port }: Copy): Promise<void> {
  const client = clientOf(port);
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  const left = ['postmaster.pid', 'postmaster.opts'];
  cpSync(join(home, from), join(home, to), {
    recursive: true,
    filter: (path) => !left.includes(basename(path)) && !/pg_wal\/[0-9A-F]{24}/.test(path),
  });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  writeFileSync(join(home, to, 'backup_label'), rows[0]?.labelfile ?? '');
  chmodSync(join(home, to), 0o700);
  await client.end();
}

function clientOf(port: number, database = DATABASE): pg.Client {
  const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database });
  client.on('error', () => undefined);
  return client;
}

async function ask(port: number, sql: string, database?: string): Promise<Record<string, unknown>[]> {
  const client = clientOf(port, database);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function answers(port: number): Promise<boolean> {
  return ask(port, 'select 1', 'postgres').then(
    () => true,
    () => false,
  );
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** What a virtual IP address, a DNS name or a proxy of the database does in a failover. */
async function startAddress(
  target: number,
): Promise<{ port: number; moveTo(port: number): void; stop(): Promise<void> }> {
  let current = target;
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = createConnection({ host: '127.0.0.1', port: current });
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      one.setNoDelay();
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    moveTo: (next) => {
      current = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
