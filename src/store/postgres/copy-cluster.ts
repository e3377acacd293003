// Copies the files of a running PostgreSQL between pg_backup_start and pg_backup_stop.
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The server makes these anew: https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|backup_label.*|tablespace_map.*)$/;

/** Pages may be torn and files may vanish meanwhile: the log mends both when the copy is restored. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await copyFolder(from, to);
  for (const name of EMPTY) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await unlessGone(readdir(from, { withFileTypes: true }));
  for (const entry of entries ?? []) {
    if (LEFT_OUT.test(entry.name) || (EMPTY.has(entry.name) && entry.isDirectory())) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isFile()) await unlessGone(copyFile(source, target));
  }
}

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
