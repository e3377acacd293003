// Starts the PostgreSQL process and waits until it answers.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findBinaries, type PostgresBinaries } from './binaries.ts';
import { ensureCluster, serverArguments } from './cluster.ts';
import { askServer } from './connection.ts';
import { type DatabasePlace, readPostmasterPid } from './place.ts';
import { processName } from './process-identity.ts';
import { PostgresTrouble } from './trouble.ts';
import { chownTo } from './user.ts';

export interface LaunchLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface Launch {
  place: DatabasePlace;
  password: string;
  admin: string;
  log: LaunchLog;
  settings: Readonly<Record<string, string>>;
  /** How long it may take until it answers; a minute if not stated. */
  limitMs?: number;
}

export const START_LIMIT_MS = 60_000;
const LOCK_PATIENCE_MS = 3_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Polls until it answers; starts it again if it gave up because of a killed server's lock. */
export async function bringUp(launch: Launch, signal: AbortSignal | undefined): Promise<void> {
  const binaries = findBinaries(launch.place.home, launch.place.user);
  await ensureCluster(launch.place, binaries, launch.password);
  const limitMs = launch.limitMs ?? START_LIMIT_MS;
  const deadlineMs = Date.now() + limitMs;
  let launchedMs = Date.now();
  let server = launchServer(launch, binaries);
  const firstLaunchMs = launchedMs;
  for (;;) {
    signal?.throwIfAborted();
    if ((await askServer(launch.admin)) === 'ready') return;
    if (server.hasExited()) {
      const words = server.lastWords();
      if (!/lock file|still in use/.test(words)) throw new PostgresTrouble(`PostgreSQL did not start: ${words}`);
      if (Date.now() - firstLaunchMs > LOCK_PATIENCE_MS) removeStaleLock(launch);
      await wait(200);
      launchedMs = Date.now();
      server = launchServer(launch, binaries);
    }
    if (Date.now() > deadlineMs)
      throw new PostgresTrouble(`PostgreSQL did not answer within ${limitMs / 1_000} seconds: ${server.lastWords()}`);
    await wait(Date.now() - launchedMs < 1_000 ? 15 : 100);
  }
}

/** Runs in its own session: Ctrl-C must stop the service first, and the database only after it. */
function launchServer(
  { place, settings }: Launch,
  binaries: PostgresBinaries,
): { hasExited(): boolean; lastWords(): string } {
  if ((statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) {
    renameSync(place.logFile, `${place.logFile}.1`);
  }
  const log = openSync(place.logFile, 'a', 0o600);
  chownTo(place.logFile, place.user);
  const logStart = statSync(place.logFile).size;
  const server = spawn(binaries.postgres, serverArguments(place, settings), {
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

/** After a reboot the process id in the lock may belong to another program, and PostgreSQL would wait for it forever. */
function removeStaleLock({ place, log }: Launch): void {
  const pid = readPostmasterPid(place);
  const name = pid === undefined ? undefined : processName(pid);
  if (pid === undefined || name === undefined || name.includes('postgres')) return;
  log.warn(`removing a left-over PostgreSQL lock: process ${pid} is "${name}"`);
  rmSync(join(place.cluster, 'postmaster.pid'), { force: true });
}
