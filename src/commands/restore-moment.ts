// restore --to MOMENT: recovers a base backup of the archive to a moment, in an empty data folder.
import { existsSync } from 'node:fs';
import { chmod, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../app/store.ts';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { createLog } from '../core/log.ts';
import { type Base, listBases } from '../store/postgres/base-backups.ts';
import { lockDataFolder } from '../store/postgres/data-folder-lock.ts';
import { preparePlace } from '../store/postgres/place.ts';
import { ArchiveTooShort, type RecoveryEnd, recover } from '../store/postgres/recover.ts';
import { copyIfThere, copyLinked } from './copy-files.ts';
import { countMissing, requireKnownMigrations } from './restored-state.ts';

interface MomentOptions {
  archive: string;
  /** An ISO time with a zone, or `latest`. */
  to: string;
  /** The files of the lost data folder, if they still exist: the archive has only those of the last base backup. */
  files?: string;
}

interface MomentReport {
  restored: string;
  base: string;
  last_transaction: string | null;
  files_missing: number;
}

export async function restoreMoment(config: Config, options: MomentOptions): Promise<MomentReport> {
  if (config.databaseUrl)
    throw new ConfigError(
      'DATABASE_URL is set: restore that PostgreSQL with its own tools. --to restores the bundled one.',
    );
  const moment = options.to === 'latest' ? null : parseMoment(options.to);
  const bases = await listBases(options.archive);
  const base = chooseBase(bases, moment, options.archive);
  requireKnownMigrations(base);
  if (config.s3 === null && base.files === null)
    throw new ConfigError('The files of this archive are in a bucket: set S3_URL to that bucket or a copy of it.');
  const unlock = lockDataFolder(config.dataDir);
  try {
    requireEmpty(config.dataDir);
    const end = await restoreDatabase(config, { base, moment, archive: options.archive });
    if (!config.secret) await copyIfThere(join(base.folder, 'secret'), join(config.dataDir, 'secret'));
    if (base.files) await restoreFiles(config, { bases: bases.slice(bases.indexOf(base)), files: options.files });
    return {
      restored: moment?.toISOString() ?? 'latest',
      base: base.folder,
      last_transaction: end.lastTransaction,
      files_missing: await migrateAndCount(config, base),
    };
  } finally {
    unlock();
  }
}

function parseMoment(text: string): Date {
  const iso = text.trim().replace(' ', 'T');
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(iso) || Number.isNaN(Date.parse(iso)))
    throw new ConfigError(
      `--to needs a time with its zone, such as "2026-11-16 12:00:00Z", or latest; this is "${text}".`,
    );
  const moment = new Date(iso);
  if (moment.getTime() > Date.now()) throw new ConfigError(`${text} is in the future.`);
  return moment;
}

function chooseBase(bases: readonly Base[], moment: Date | null, archive: string): Base {
  const [oldest] = bases;
  if (!oldest) throw new ConfigError(`${archive} contains no base backup: npm run backup -- --base makes one.`);
  const base = bases.findLast(({ made_at }) => !moment || Date.parse(made_at) <= moment.getTime());
  if (!base)
    throw new ConfigError(
      `The archive begins at ${oldest.made_at}: the state of ${moment?.toISOString()} is not in it.`,
    );
  return base;
}

function requireEmpty(dataDir: string): void {
  const taken = ['postgres', 'postgres-password', 'files', 'secret']
    .map((name) => join(dataDir, name))
    .find(existsSync);
  if (taken) throw new ConfigError(`${taken} exists: restore into an empty DATA_DIR.`);
}

async function restoreDatabase(
  { dataDir }: Config,
  { base, moment, archive }: { base: Base; moment: Date | null; archive: string },
): Promise<RecoveryEnd> {
  const place = preparePlace(dataDir);
  await cp(join(base.folder, 'cluster'), place.cluster, { recursive: true });
  await chmod(place.cluster, 0o700);
  await writeFile(join(place.cluster, 'recovery.signal'), '');
  await copyIfThere(join(base.folder, 'postgres-password'), join(dataDir, 'postgres-password'));
  return recover({ dataDir, place, archive, moment }).catch((error: unknown) => {
    throw error instanceof ArchiveTooShort ? new ConfigError(error.message) : error;
  });
}

/**
 * Later base backups contain files created between this one and the moment; the service removes those that no row
 * names.
 */
async function restoreFiles(
  { dataDir }: Config,
  { bases, files }: { bases: readonly Base[]; files: string | undefined },
): Promise<void> {
  const folders = [...bases.map(({ folder }) => join(folder, 'files')), ...(files ? [files] : [])];
  for (const from of folders) await copyLinked({ from, to: join(dataDir, 'files') });
}

/** Does not archive yet: the restored service decides by its settings. */
async function migrateAndCount(config: Config, base: Base): Promise<number> {
  const store = await openStore({ ...config, backupArchive: null }, createLog({ level: 'warn' }));
  try {
    return base.files ? await countMissing(store.database.pool, join(config.dataDir, 'files')) : 0;
  } finally {
    await store.close();
  }
}
