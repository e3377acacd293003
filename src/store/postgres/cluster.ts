// Creates the database cluster on the first start, atomically, and stores its password.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { writeOnce } from '../../core/write-once.ts';
import type { PostgresBinaries } from './binaries.ts';
import { type DatabasePlace, SOCKET_PORT } from './place.ts';
import { PostgresTrouble } from './trouble.ts';
import { chownTo, chownTreeTo } from './user.ts';

export const SUPERUSER = 'atelier';
const MIB = 1024 * 1024;

export function readOrMakePassword(dataDir: string): string {
  return writeOnce(join(dataDir, 'postgres-password'), `${randomBytes(24).toString('hex')}\n`);
}

/** Created under a temporary name and renamed at the end: a crash in the middle leaves nothing that looks like a database. */
export async function ensureCluster(place: DatabasePlace, binaries: PostgresBinaries, password: string): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) {
    chownTreeTo(place.cluster, place.user);
    return;
  }
  const unfinished = join(place.home, `unfinished-${process.pid}-${Date.now()}`);
  const passwordFile = `${unfinished}.password`;
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  chownTo(unfinished, place.user);
  chownTo(passwordFile, place.user);
  try {
    await runInitdb(place, binaries, ['-D', unfinished, `--pwfile=${passwordFile}`]);
    renameSync(unfinished, place.cluster);
  } catch (error) {
    // Another process of this service may have been faster; its cluster has the same password.
    if (!existsSync(join(place.cluster, 'PG_VERSION'))) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/** Durability stays on; autovacuum runs often because the queue's tables change often; the server listens only on its socket. */
export function serverArguments(place: DatabasePlace, others: Readonly<Record<string, string>>): string[] {
  const settings = {
    listen_addresses: '',
    port: SOCKET_PORT,
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: `${Math.max(64, Math.min(512, Math.floor(totalmem() / MIB / 16)))}MB`,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    autovacuum_naptime: '5s',
    autovacuum_vacuum_threshold: 200,
    autovacuum_vacuum_scale_factor: 0.05,
    autovacuum_analyze_scale_factor: 0.05,
    autovacuum_vacuum_cost_delay: '1ms',
    max_wal_size: '1GB',
    jit: 'off',
    timezone: 'UTC',
    // Statements may contain customers' texts, so they are not logged; neither are ordinary errors.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...others,
  };
  return ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function runInitdb(place: DatabasePlace, binaries: PostgresBinaries, args: string[]): Promise<void> {
  const isModern = binaries.majorVersion >= 17;
  const locale = isModern
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    : ['--locale=C.UTF-8'];
  // One flush of the file system instead of one per file saves seconds on a slow disk.
  const flush = isModern && process.platform === 'linux' ? ['--sync-method=syncfs'] : [];
  const fixed = [
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-instructions',
    ...locale,
    ...flush,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(binaries.initdb, [...args, ...fixed], {
      ...(place.user && { uid: place.user.uid, gid: place.user.gid }),
      cwd: place.home,
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new PostgresTrouble(`The database could not be created: ${complaint.trim()}`)),
    );
  });
}
