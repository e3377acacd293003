// Opens the database (external or bundled PostgreSQL) and the file store.
import { join } from 'node:path';
import { DiskArtifacts } from '../artifacts/disk.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Config } from '../config/settings.ts';
import { endsWithin } from '../core/ends-within.ts';
import { type Log, outagesOf, silentLog } from '../core/log.ts';
import type { Dependency } from '../core/outages.ts';
import { type Database, openDatabase, type Queries } from '../store/database.ts';
import { chargeLeftJournal } from '../store/left-journal.ts';
import { migrate } from '../store/migrate.ts';
import { startEmbedded } from '../store/postgres/server.ts';

/** The time for the last statements; then the bundled server is stopped anyway. */
const DATABASE_CLOSE_MS = 5_000;
/** A bucket that hangs is asked every second whether it is back: the questions must not pile up. */
const BACK_LIMIT_MS = 5_000;

export interface OpenStore {
  database: Database;
  close(): Promise<void>;
}

export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databasePool' | 'backupArchive'>>,
  log: Log,
): Promise<OpenStore> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log, archive: config.backupArchive ?? null });
  const connectionString = config.databaseUrl ?? embedded?.connectionString;
  if (!connectionString) throw new Error('no database URL is known');
  const postgres: Dependency = {
    name: 'PostgreSQL',
    meanwhile: 'calls get 503 until it does',
    isBack: () => database.isAlive(),
  };
  outagesOf(log).watch(postgres);
  const database: Database = openDatabase(
    { connectionString, ...(config.databasePool ? { max: config.databasePool } : {}) },
    (error) => outagesOf(log).failed(postgres, error),
  );
  const close = async () => {
    outagesOf(log).close();
    if (!(await endsWithin(DATABASE_CLOSE_MS, database.close())))
      log.error('connections to the database are still in use; they are lost');
    await embedded?.stop();
  };
  try {
    if (embedded) await chargeLeftJournal(database.pool, config.dataDir);
    await migrate(database.pool);
  } catch (error) {
    // The bundled server is a process of its own and would outlive a start that failed.
    await close();
    throw error;
  }
  return { database, close };
}

export interface OpenArtifacts {
  store: ArtifactStore;
  isReady(signal: AbortSignal): Promise<boolean>;
  /** Removes files that no row refers to; returns how many were removed. */
  sweepOrphans(): Promise<number>;
  close(): Promise<void>;
}

/** A bucket if one is configured, otherwise a folder of this machine. */
export async function openArtifacts(
  config: Pick<Config, 's3' | 'dataDir'>,
  queries: Queries,
  log: Log = silentLog,
): Promise<OpenArtifacts> {
  if (!config.s3) {
    const store = new DiskArtifacts(join(config.dataDir, 'files'), queries);
    return { store, isReady: async () => true, sweepOrphans: async () => 0, close: async () => undefined };
  }
  const { S3Artifacts } = await import('../artifacts/s3.ts');
  const bucket: Dependency = {
    name: 'The bucket',
    meanwhile: 'calls that store or read files get 503 until it does; the others go on',
    isBack: () => store.isReady(AbortSignal.timeout(BACK_LIMIT_MS)),
  };
  outagesOf(log).watch(bucket);
  const store: InstanceType<typeof S3Artifacts> = new S3Artifacts(config.s3, queries, (error) =>
    outagesOf(log).failed(bucket, error),
  );
  // In the background: an unreachable file store must not keep chat from starting; readiness reports it.
  void store.createBucketIfMissing().catch(() => undefined);
  return {
    store,
    isReady: (signal) => store.isReady(signal),
    sweepOrphans: () => store.sweepOrphans(),
    close: () => store.close(),
  };
}
