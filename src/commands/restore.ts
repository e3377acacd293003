// restore --from FOLDER: restores a backup into an empty database and data folder, then applies newer migrations. With
// --to: restores a moment from an archive.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { loadConfig } from '../config/config.ts';
import type { Config } from '../config/settings.ts';
import { ConfigError } from '../config/values.ts';
import { createLog } from '../core/log.ts';
import { openDatabase } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { lockDataFolder } from '../store/postgres/data-folder-lock.ts';
import { loadLines } from '../store/postgres/dump.ts';
import { startEmbedded } from '../store/postgres/server.ts';
import { DUMP, MANIFEST, type Manifest } from './backup.ts';
import { print, readOptions } from './options.ts';
import { restoreMoment } from './restore-moment.ts';
import { countMissing, MIGRATIONS, requireKnownMigrations } from './restored-state.ts';

const USAGE = `Usage: npm run restore -- --from BACKUP [--json]                          (into an empty DATA_DIR or DATABASE_URL)
       npm run restore -- --to MOMENT [--from ARCHIVE] [--files FOLDER] [--json]   (into an empty DATA_DIR)`;

export async function runRestore(args: string[]): Promise<void> {
  const { options, json } = readOptions(args, ['from', 'to', 'files']);
  const config = loadConfig();
  if (options.to) {
    const archive = options.from ?? config.backupArchive?.folder;
    if (!archive) throw new ConfigError(`--to needs the archive: --from FOLDER or BACKUP_ARCHIVE.\n${USAGE}`);
    const files = options.files ? { files: resolve(options.files) } : {};
    print(json, { ...(await restoreMoment(config, { archive: resolve(archive), to: options.to, ...files })) });
    return;
  }
  if (!options.from || options.files) throw new ConfigError(USAGE);
  const folder = resolve(options.from);
  const manifest = await readManifest(folder);
  const unlock = lockDataFolder(config.dataDir);
  try {
    requireEmptyFolder(config, manifest);
    const { rows, missing } = await restoreDatabase(config, folder, manifest);
    await restoreFiles(config, folder, manifest);
    print(json, { restored: folder, made_at: manifest.made_at, rows, files_missing: missing });
  } finally {
    unlock();
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new ConfigError(`${folder} contains no complete backup: ${MANIFEST} is missing.`);
  });
  const manifest = JSON.parse(text) as Manifest;
  requireKnownMigrations(manifest);
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, DUMP)), hash);
  if (hash.digest('hex') !== manifest.dump_sha256)
    throw new ConfigError(`${join(folder, DUMP)} is damaged: its checksum differs from the one in the manifest.`);
  return manifest;
}

function requireEmptyFolder(config: Config, manifest: Manifest): void {
  const taken = ['files', 'secret'].map((name) => join(config.dataDir, name)).find((path) => existsSync(path));
  if (taken) throw new ConfigError(`${taken} exists: restore into an empty DATA_DIR.`);
  if (config.s3 === null && manifest.files === null)
    throw new ConfigError('The files of this backup are in a bucket: set S3_URL to that bucket or a copy of it.');
  if (config.s3 && manifest.files)
    throw new ConfigError('The files of this backup are in its folder: restore without S3_URL.');
}

async function restoreDatabase(
  config: Config,
  folder: string,
  manifest: Manifest,
): Promise<{ rows: number; missing: number }> {
  const log = createLog({ level: 'warn' });
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log });
  const connectionString = config.databaseUrl ?? embedded?.connectionString ?? '';
  const database = openDatabase({ connectionString, max: 2 }, () => undefined);
  try {
    await requireEmptyDatabase(database.pool);
    await migrateToBackup(database.pool, manifest);
    const client = await database.pool.connect();
    const rows = await loadLines(client, readLines(join(folder, DUMP))).finally(() => client.release());
    await migrate(database.pool);
    return { rows, missing: manifest.files ? await countMissing(database.pool, join(folder, 'files')) : 0 };
  } finally {
    await database.close();
    await embedded?.stop();
  }
}

async function requireEmptyDatabase(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(`select 1 from pg_tables where schemaname = current_schema() limit 1`);
  if (rowCount) throw new ConfigError('The database is not empty: restore into a new database.');
}

/** Creates exactly the schema of the backup; newer migrations are applied after the rows are loaded. */
async function migrateToBackup(pool: pg.Pool, manifest: Manifest): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-restore-'));
  try {
    for (const name of manifest.migrations) await copyFile(new URL(name, MIGRATIONS), join(folder, name));
    await migrate(pool, pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Does not use node:readline, which drops lines that arrive before iteration starts. */
async function* readLines(path: string): AsyncGenerator<string> {
  let rest = '';
  const text = createReadStream(path).compose(createGunzip()).setEncoding('utf8');
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

async function restoreFiles(config: Config, folder: string, manifest: Manifest): Promise<void> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o711 });
  if (manifest.files) await cp(join(folder, 'files'), join(config.dataDir, 'files'), { recursive: true });
  const secret = join(folder, 'secret');
  if (!config.secret && existsSync(secret)) await copyFile(secret, join(config.dataDir, 'secret'));
}
