// backup --to FOLDER: saves a snapshot of the database, the files and the service's secret while the service runs.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openStore } from '../app/store.ts';
import { VERSION } from '../app/version.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/values.ts';
import { createLog } from '../core/log.ts';
import type { Database } from '../store/database.ts';
import { dumpLines } from '../store/postgres/dump.ts';
import { makeBase } from './base-backup.ts';
import { print, readOptions } from './options.ts';

const USAGE = 'Usage: npm run backup -- --to FOLDER [--json], or --base to add to BACKUP_ARCHIVE';

/** Written last: a backup without it is incomplete. */
export const MANIFEST = 'manifest.json';
export const DUMP = 'database.ndjson.gz';

export interface Manifest {
  version: string;
  made_at: string;
  /** The migrations that were applied to the dumped schema. */
  migrations: string[];
  dump_sha256: string;
  /** null if the files are in a bucket, which needs its own backup. */
  files: { count: number; bytes: number } | null;
}

export async function runBackup(args: string[]): Promise<void> {
  const isBase = args.includes('--base');
  const { options, json } = readOptions(
    args.filter((arg) => arg !== '--base'),
    ['to'],
  );
  if (isBase === Boolean(options.to)) throw new ConfigError(USAGE);
  if (isBase || !options.to) {
    print(json, { ...(await makeBase(loadConfig())) });
    return;
  }
  const folder = resolve(options.to);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new ConfigError(`${folder} is not empty: choose a new folder.`);
  const config = loadConfig();
  const store = await openStore(config, createLog({ level: 'warn' }));
  try {
    // The database first: a file is stored before its row, so the files of all dumped rows exist when they are copied.
    const migrations = await appliedMigrations(store.database);
    const sha256 = await writeDump(store.database, join(folder, DUMP));
    const files = config.s3 ? null : await copyFiles(join(config.dataDir, 'files'), join(folder, 'files'));
    const secret = join(config.dataDir, 'secret');
    if (!config.secret && existsSync(secret)) await copyFile(secret, join(folder, 'secret'));
    const made_at = new Date().toISOString();
    const manifest: Manifest = { version: VERSION, made_at, migrations, dump_sha256: sha256, files };
    const draft = join(folder, `${MANIFEST}.part`);
    await writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(draft, join(folder, MANIFEST));
    print(json, { backup: folder, files: files?.count ?? 'in the bucket', dump_sha256: sha256 });
  } finally {
    await store.close();
  }
}

async function appliedMigrations(database: Database): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

async function writeDump(database: Database, path: string): Promise<string> {
  const client = await database.pool.connect();
  const hash = createHash('sha256');
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    const lines = Readable.from(withNewlines(dumpLines(client)), { objectMode: true, highWaterMark: 64 });
    await pipeline(lines, createGzip(), counted, createWriteStream(path, { mode: 0o600 }));
  } finally {
    client.release();
  }
  return hash.digest('hex');
}

async function* withNewlines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

async function copyFiles(from: string, to: string): Promise<{ count: number; bytes: number }> {
  await mkdir(to, { recursive: true });
  // A `.part` file is still being written and has no row yet.
  if (existsSync(from)) await cp(from, to, { recursive: true, filter: (path) => !path.endsWith('.part') });
  let bytes = 0;
  const entries = await readdir(to, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const file of files) bytes += (await stat(join(file.parentPath, file.name))).size;
  return { count: files.length, bytes };
}
