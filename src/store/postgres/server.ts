// Runs the PostgreSQL that comes with the service: adopts one that already answers, else starts it; stops it at the end.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { ensureCluster, readOrMakePassword, SUPERUSER, serverArguments } from './cluster.ts';
import { askServer, bePresent, connectionStringFor, ensureDatabase, isAbsent, isLastPresent } from './connection.ts';
import { tryLock } from './kernel-lock.ts';
import { type DatabasePlace, preparePlace } from './place.ts';
import { isRunning, processName } from './process-identity.ts';
import { giveTo } from './user.ts';

export interface LaunchLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface EmbeddedPostgres {
  /** For `new Pool({ connectionString })`, here or in a child process. */
  connectionString: string;
  /** Close the pool first. Leaves the server running while another process of ours still uses it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: LaunchLog;
  signal?: AbortSignal;
}

const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 8_000;
const LOCK_PATIENCE_MS = 3_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

export async function startEmbedded({ dataDir, log, signal }: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir);
  const place = preparePlace(folder);
  const password = readOrMakePassword(folder);
  const admin = connectionStringFor({ place, user: SUPERUSER, password, database: 'postgres' });
  const launch = { place, password, admin, log };
  const stopping = new AbortController();
  let presence = joinServer(launch, signal);
  // A server that was killed under us is started again; the pool reconnects by itself.
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
  await presence;
  await ensureDatabase(admin);
  watch();
  return {
    connectionString: connectionStringFor({ place, user: SUPERUSER, password, database: 'atelier' }),
    async stop() {
      if (stopping.signal.aborted) return;
      stopping.abort();
      await presence.then(
        (client) => leaveServer(launch, client),
        () => undefined,
      );
    },
  };
}

/** Finds the server or starts it, again when it was just being stopped by its last user. */
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
    if (Date.now() > deadlineMs) throw new Error('PostgreSQL did not answer within a minute.');
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
    // Asked again: it may have been started between the first question and the lock.
    if ((await askServer(launch.admin)) === 'absent') await bringUp(launch, signal);
    return true;
  } finally {
    unlock();
  }
}

interface Launch {
  place: DatabasePlace;
  password: string;
  admin: string;
  log: LaunchLog;
}

/** Keeps asking until it answers; starts it again when it gave up on a lock that a killed server left behind. */
async function bringUp(launch: Launch, signal: AbortSignal | undefined): Promise<void> {
  const binaries = findBinaries(launch.place.home, launch.place.user);
  await ensureCluster(launch.place, binaries, launch.password);
  const deadlineMs = Date.now() + START_LIMIT_MS;
  let launchedMs = Date.now();
  let server = launchServer(launch.place, binaries);
  const firstLaunchMs = launchedMs;
  for (;;) {
    signal?.throwIfAborted();
    if ((await askServer(launch.admin)) === 'ready') return;
    if (server.hasExited()) {
      const words = server.lastWords();
      if (!/lock file|still in use/.test(words)) throw new Error(`PostgreSQL did not start: ${words}`);
      if (Date.now() - firstLaunchMs > LOCK_PATIENCE_MS) removeForeignLock(launch);
      await wait(200);
      launchedMs = Date.now();
      server = launchServer(launch.place, binaries);
    }
    if (Date.now() > deadlineMs) throw new Error(`PostgreSQL did not answer within a minute: ${server.lastWords()}`);
    await wait(Date.now() - launchedMs < 1_000 ? 15 : 100);
  }
}

/** In a session of its own: a Ctrl-C must reach the service first, and the database only when that has drained. */
function launchServer(place: DatabasePlace, binaries: PostgresBinaries): { hasExited(): boolean; lastWords(): string } {
  if ((statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) {
    renameSync(place.logFile, `${place.logFile}.1`);
  }
  const log = openSync(place.logFile, 'a', 0o600);
  giveTo(place.logFile, place.user);
  const logStart = statSync(place.logFile).size;
  const server = spawn(binaries.postgres, serverArguments(place), {
    ...(place.user && { uid: place.user.uid, gid: place.user.gid }),
    cwd: place.home,
    detached: true,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let failure = '';
  server.once('error', (error) => {
    failure = error.message;
  });
  server.unref();
  return {
    hasExited: () => failure !== '' || server.exitCode !== null || server.signalCode !== null,
    lastWords: () => failure || readFileSync(place.logFile).subarray(logStart).toString('utf8').trim().slice(-2_000),
  };
}

/** After a reboot the number in the lock may belong to a stranger, and PostgreSQL would wait for it for ever. */
function removeForeignLock({ place, log }: Launch): void {
  const pid = readPostmasterPid(place);
  const name = pid === undefined ? undefined : processName(pid);
  if (pid === undefined || name === undefined || name.includes('postgres')) return;
  log.warn(`removing a left-over PostgreSQL lock: process ${pid} is "${name}"`);
  rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
}

async function leaveServer({ place, log }: Launch, presence: pg.Client): Promise<void> {
  const pid = readPostmasterPid(place);
  const isLast = await isLastPresent(presence).catch(() => true);
  if (isLast && pid !== undefined && isRunning(pid)) await endServer(pid, log);
  else if (!isLast) log.info('leaving PostgreSQL running: another process uses it');
  await presence.end().catch(() => {});
}

async function endServer(pid: number, log: LaunchLog): Promise<void> {
  signalServer(pid, 'SIGINT');
  if (await hasEnded(pid, STOP_LIMIT_MS)) return;
  log.warn('PostgreSQL did not stop in time: stopping it at once; it recovers at the next start');
  signalServer(pid, 'SIGQUIT');
  await hasEnded(pid, STOP_LIMIT_MS);
}

function signalServer(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended between the look and the signal.
  }
}

async function hasEnded(pid: number, limitMs: number): Promise<boolean> {
  const deadlineMs = Date.now() + limitMs;
  while (isRunning(pid)) {
    if (Date.now() > deadlineMs) return false;
    await wait(20);
  }
  return true;
}

function readPostmasterPid(place: DatabasePlace): number | undefined {
  try {
    const pid = Number(readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
