// Runs the bundled PostgreSQL: uses one that already answers or starts it, and stops it at the end.
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { readOrMakePassword, SUPERUSER } from './cluster.ts';
import { askServer, bePresent, connectionStringFor, ensureDatabase, isAbsent, isLastPresent } from './connection.ts';
import { endServer } from './end-server.ts';
import { tryLock } from './kernel-lock.ts';
import { bringUp, type Launch, type LaunchLog, START_LIMIT_MS } from './launch.ts';
import { preparePlace, readPostmasterPid } from './place.ts';
import { isRunning } from './process-identity.ts';
import { PostgresTrouble } from './trouble.ts';
import { archiveSettings, type WalArchive } from './wal-archive.ts';

export interface EmbeddedPostgres {
  /** For `new Pool({ connectionString })`, here or in a child process. */
  connectionString: string;
  /** Close the pool first. Leaves the server running while another process of this service uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: LaunchLog;
  signal?: AbortSignal;
  /** PostgreSQL settings that replace ours, for databases that need not survive a crash of the machine. */
  settings?: Readonly<Record<string, string>>;
  /** The archive that its log is copied to; null: none. */
  archive?: WalArchive | null;
}

export async function startEmbedded({
  dataDir,
  log,
  signal,
  settings = {},
  archive = null,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir);
  const place = preparePlace(folder);
  const password = readOrMakePassword(folder);
  const admin = connectionStringFor({ place, user: SUPERUSER, password, database: 'postgres' });
  const archiving = archive ? archiveSettings(place, archive, log) : {};
  const launch = { place, password, admin, log, settings: { ...archiving, ...settings } };
  const stopping = new AbortController();
  let presence = joinServer(launch, signal);
  // A server that was killed is started again; the pool reconnects by itself.
  const rejoin = () => {
    if (stopping.signal.aborted) return;
    log.warn('PostgreSQL went away: starting it again');
    presence = joinServer(launch, stopping.signal);
    watch();
  };
  const watch = () =>
    presence.then(
      (client) => client.once('end', rejoin),
      (error: unknown) =>
        log.warn(`PostgreSQL could not be started: ${error instanceof Error ? error.message : error}`),
    );
  const stop = async () => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await presence.then(
      (client) => leaveServer(launch, client),
      () => undefined,
    );
  };
  await presence;
  try {
    await ensureDatabase(admin);
  } catch (error) {
    // It is a process of its own and would outlive a start that failed.
    await stop();
    throw error;
  }
  watch();
  return {
    connectionString: connectionStringFor({ place, user: SUPERUSER, password, database: 'atelier' }),
    stop,
  };
}

/** Finds the server or starts it; starts again if its last user was just stopping it. */
async function joinServer(launch: Launch, signal: AbortSignal | undefined): Promise<pg.Client> {
  const deadlineMs = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (await findOrLaunch(launch, signal)) {
      try {
        return await bePresent(launch.admin);
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    }
    if (Date.now() > deadlineMs) throw new PostgresTrouble('PostgreSQL did not answer within a minute.');
    await wait(50, undefined, signal ? { signal } : {});
  }
}

/** False while another process starts or stops the server. PostgreSQL's own lock is a process id, which means nothing in another container. */
async function findOrLaunch(launch: Launch, signal: AbortSignal | undefined): Promise<boolean> {
  const state = await askServer(launch.admin);
  if (state === 'ready') launch.log.info('adopted the PostgreSQL that was still running');
  if (state !== 'absent') return state === 'ready';
  const unlock = tryLock(join(launch.place.home, 'launch-lock.db'));
  if (!unlock) return false;
  try {
    // Checked again: it may have been started between the first check and the lock.
    if ((await askServer(launch.admin)) === 'absent') await bringUp(launch, signal);
    return true;
  } finally {
    unlock();
  }
}

async function leaveServer({ place, log }: Launch, presence: pg.Client): Promise<void> {
  const pid = readPostmasterPid(place);
  const isLast = await isLastPresent(presence).catch(() => true);
  if (isLast && pid !== undefined && isRunning(pid)) await endServer(pid, log);
  else if (!isLast) log.info('leaving PostgreSQL running: another process uses it');
  await presence.end().catch(() => {});
}
