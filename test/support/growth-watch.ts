// Watches what may grow while a service runs for hours: memory, open handles, tables, log, files and database.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../src/store/database.ts';

export interface Sample {
  minute: number;
  megabytes: number;
  handles: number;
  logBytes: number;
  /** Artifacts and whatever else lies in the data folder. */
  fileBytes: number;
  databaseBytes: number;
  tables: Map<string, TableSize>;
}

interface TableSize {
  live: number;
  dead: number;
  bytes: number;
}

export interface Watched {
  pid: number | undefined;
  database: Database;
  dataDir: string;
  logFile: string;
}

const TABLES = `select relname as name, n_live_tup::int as live, n_dead_tup::int as dead, pg_total_relation_size(relid)::float8 as bytes
  from pg_stat_user_tables`;

export async function takeSample(watched: Watched, minute: number): Promise<Sample> {
  const { pid, database, dataDir, logFile } = watched;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const { rows } = await database.pool.query<TableSize & { name: string }>(TABLES);
  const size = await database.pool.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return {
    minute,
    megabytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    handles: (await readdir(`/proc/${pid}/fd`)).length,
    logBytes: (await stat(logFile)).size,
    fileBytes: await sizeOf(dataDir),
    databaseBytes: size.rows[0]?.bytes ?? Number.NaN,
    tables: new Map(rows.map(({ name, ...size }) => [name, size])),
  };
}

/** Files come and go while they are counted. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  return bytes;
}

/** A table with this few rows is not meant to grow: what it gains is left over from updates and deletes. */
const FEW_ROWS = 5_000;
const ALLOWED_BYTES = 8_000_000;

/** Tables that keep few rows and still grew by more than a half, and by more than 8 MB, between two samples. */
export function findBloat(before: Sample, after: Sample): string[] {
  const grown: string[] = [];
  for (const [name, { live, dead, bytes }] of after.tables) {
    const earlier = before.tables.get(name)?.bytes ?? 0;
    if (live <= FEW_ROWS && bytes > 1.5 * earlier && bytes - earlier > ALLOWED_BYTES)
      grown.push(`${name}: ${live} rows, ${dead} dead, ${megabytes(earlier)} → ${megabytes(bytes)} MB`);
  }
  return grown;
}

/** One row every so many samples, and the last. */
export function printSamples(samples: readonly Sample[], rows = 10): void {
  const step = Math.max(1, Math.ceil(samples.length / rows));
  const shown = samples.filter((_, index) => index % step === 0 || index === samples.length - 1);
  console.table(
    shown.map((sample) => ({
      minute: sample.minute,
      'memory MB': Math.round(sample.megabytes),
      handles: sample.handles,
      'log MB': megabytes(sample.logBytes),
      'files MB': megabytes(sample.fileBytes),
      'database MB': megabytes(sample.databaseBytes),
      'dead rows': [...sample.tables.values()].reduce((sum, { dead }) => sum + dead, 0),
    })),
  );
}

/** The largest tables, with their rows. */
export function printTables({ tables }: Sample): void {
  const largest = [...tables].sort(([, a], [, b]) => b.bytes - a.bytes).slice(0, 12);
  console.table(
    Object.fromEntries(largest.map(([name, { live, dead, bytes }]) => [name, { live, dead, MB: megabytes(bytes) }])),
  );
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10;
}
