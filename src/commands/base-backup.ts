// backup --base: copies the bundled PostgreSQL's files, the service's files and its secrets to the archive, while the service runs.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { openStore } from '../app/store.ts';
import { VERSION } from '../app/version.ts';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { createLog } from '../core/log.ts';
import {
  BASE_MANIFEST,
  type BaseManifest,
  baseFolder,
  listBases,
  pruneArchive,
  unfinishedName,
} from '../store/postgres/base-backups.ts';
import { copyCluster } from '../store/postgres/copy-cluster.ts';
import { GAPS, walFolder } from '../store/postgres/wal-archive.ts';
import { copyIfThere, copyLinked, flushFolder } from './copy-files.ts';

/** How long to wait until the last segment that the backup needs is archived. */
const ARCHIVE_LIMIT_MS = 120_000;

interface BaseReport {
  base: string;
  made_at: string;
  files: number | string;
  removed_bases: number;
  removed_segments: number;
}

export async function makeBase(config: Config): Promise<BaseReport> {
  const archive = requireArchive(config);
  const store = await openStore(config, createLog({ level: 'warn' }));
  const { pool } = store.database;
  const draft = unfinishedName(join(baseFolder(archive), stampOf(new Date())));
  try {
    await requireArchiving(pool);
    const gaps = join(config.dataDir, 'postgres', GAPS);
    // Before the copy, because a segment that is given up during the copy is a gap in this backup too.
    await rm(gaps, { force: true });
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const { rows } = await pool.query<{ name: string }>('select name from migrations order by name');
    const copied = await copyDatabase(pool, { from: join(config.dataDir, 'postgres', 'cluster'), to: draft, archive });
    if (existsSync(gaps))
      throw new ConfigError('The archive could not be written during the backup: see npm run doctor.');
    // After the database: a file is stored before its row.
    const [previous] = (await listBases(archive)).slice(-1);
    const files = config.s3
      ? null
      : await copyLinked({
          from: join(config.dataDir, 'files'),
          to: join(draft, 'files'),
          ...(previous ? { twin: join(previous.folder, 'files') } : {}),
        });
    for (const name of ['postgres-password', ...(config.secret ? [] : ['secret'])])
      await copyIfThere(join(config.dataDir, name), join(draft, name));
    const manifest: BaseManifest = { version: VERSION, migrations: rows.map(({ name }) => name), ...copied, files };
    await writeFile(join(draft, BASE_MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await flushFolder(draft);
    const folder = join(baseFolder(archive), stampOf(new Date(copied.made_at)));
    await rename(draft, folder);
    const removed = await pruneArchive(archive, config.backupArchiveDays);
    return {
      base: folder,
      made_at: copied.made_at,
      files: files?.count ?? 'in the bucket',
      removed_bases: removed.bases,
      removed_segments: removed.segments,
    };
  } finally {
    await rm(draft, { recursive: true, force: true });
    await store.close();
  }
}

function requireArchive({ backupArchive, databaseUrl }: Config): string {
  if (databaseUrl)
    throw new ConfigError('DATABASE_URL is set: make base backups with the tools of that PostgreSQL (pg_basebackup).');
  if (!backupArchive) throw new ConfigError('BACKUP_ARCHIVE is not set: it names the folder for base backups.');
  return backupArchive.folder;
}

async function requireArchiving(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ mode: string | null }>("select current_setting('archive_mode') as mode");
  if (rows[0]?.mode !== 'on')
    throw new ConfigError('PostgreSQL was started without BACKUP_ARCHIVE: set it, and restart the service.');
}

/** One connection for both calls: if this process is killed, the connection and the backup end. */
async function copyDatabase(
  pool: pg.Pool,
  { from, to, archive }: { from: string; to: string; archive: string },
): Promise<{ made_at: string; first_segment: string }> {
  const client = await pool.connect();
  try {
    const started = await client.query<{ segment: string | null }>(
      "select pg_walfile_name(pg_backup_start('atelier', fast => true)) as segment",
    );
    const cluster = join(to, 'cluster');
    await copyCluster(from, cluster);
    const stopped = await client.query<{ label: string | null; segment: string | null; at: Date }>(
      'select labelfile as label, pg_walfile_name(lsn) as segment, clock_timestamp() as at from pg_backup_stop(wait_for_archive => false)',
    );
    const [end] = stopped.rows;
    const first_segment = started.rows[0]?.segment;
    if (!end?.label || !end.segment || !first_segment)
      throw new Error('PostgreSQL did not say where the backup begins and ends');
    await writeFile(join(cluster, 'backup_label'), end.label);
    await waitForSegment(join(walFolder(archive), `${end.segment}.gz`));
    return { made_at: end.at.toISOString(), first_segment };
  } finally {
    // Not returned to the pool: closing it also ends a backup that failed midway.
    client.release(true);
  }
}

async function waitForSegment(path: string): Promise<void> {
  const deadlineMs = Date.now() + ARCHIVE_LIMIT_MS;
  while (!existsSync(path)) {
    if (Date.now() > deadlineMs)
      throw new ConfigError(
        `PostgreSQL could not archive its log within two minutes: ${path} is missing. See npm run doctor.`,
      );
    await wait(200);
  }
}

function stampOf(date: Date): string {
  return date.toISOString().replaceAll(':', '-');
}
