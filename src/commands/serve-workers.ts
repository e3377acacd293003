// serve --workers: several server processes behind one port. A process that dies is restarted, with a growing delay.
import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { openStore } from '../app/store.ts';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../config/values.ts';
import type { Log } from '../core/log.ts';
import { answerLimits } from '../http/shared-limits.ts';
import { answerMetrics } from '../http/shared-metrics.ts';
import { lockServedFolder } from '../store/postgres/data-folder-lock.ts';
import { greet } from './greeting.ts';
import { openLog } from './open-log.ts';
import { waitForStopSignal } from './stop-signal.ts';

const MAX_WORKERS = 128;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** A process that lived this long resets the restart delay. */
const STABLE_MS = 60_000;
/** Longer than a server process waits for its last calls. */
const STOP_MS = 30_000;
/** Database connections of all processes together, unless DATABASE_POOL sets fewer. */
const SHARED_POOL = 128;
const MIN_POOL = 8;

export function countWorkers(asked: string): number {
  if (asked === 'auto') return availableParallelism();
  const count = Number(asked);
  if (!Number.isInteger(count) || count < 1 || count > MAX_WORKERS)
    throw new ConfigError(`--workers must be auto or a whole number from 1 to ${MAX_WORKERS}, not "${asked}".`);
  return count;
}

export async function serveWithWorkers(count: number): Promise<void> {
  const stopSignal = waitForStopSignal();
  const config = loadConfig();
  const log = openLog(config);
  const unlock = lockServedFolder(config);
  // Stays open all the time: the bundled PostgreSQL must keep running while a server process restarts.
  const store = await openStore(config, log);
  answerLimits();
  answerMetrics();
  const pool = String(Math.min(config.databasePool, Math.max(MIN_POOL, Math.floor(SHARED_POOL / count))));
  const servers = new ServerProcesses(log, { DATABASE_POOL: pool });
  const failed = await Promise.race([servers.start(count), stopSignal]);
  if (failed === undefined) {
    process.stdout.write(await greet(config, store.database, { isTerminal: process.stdout.isTTY }));
    process.stdout.write(`${count} processes serve ${config.publicUrl}.\n`);
    await stopSignal;
  }
  await servers.stop();
  await store.close();
  unlock();
  process.exit(failed ?? 0);
}

class ServerProcesses {
  readonly #log: Log;
  readonly #environment: Record<string, string>;
  #isStopping = false;
  #waitMs = FIRST_WAIT_MS;

  constructor(log: Log, environment: Record<string, string>) {
    this.#log = log;
    this.#environment = environment;
  }

  /** Resolves when all processes have started or failed; with an exit code if one could not start. */
  async start(count: number): Promise<number | undefined> {
    const starts = await Promise.all(Array.from({ length: count }, () => this.#startOne()));
    return starts.find((code) => code !== undefined);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const gone = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of workers) worker.process.kill('SIGTERM');
    const killTimer = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, STOP_MS);
    await Promise.all(gone);
    clearTimeout(killTimer);
  }

  #startOne(): Promise<number | undefined> {
    const startedMs = Date.now();
    const worker = cluster.fork(this.#environment);
    return new Promise((resolve) => {
      let hasServed = false;
      worker.once('listening', () => {
        hasServed = true;
        resolve(undefined);
      });
      worker.once('exit', (code, signal) => {
        if (this.#isStopping) return resolve(undefined);
        if (!hasServed) resolve(code || 1);
        this.#replace(worker, { code, signal, livedMs: Date.now() - startedMs });
      });
    });
  }

  #replace(worker: Worker, end: { code: number; signal: string; livedMs: number }): void {
    this.#waitMs = end.livedMs >= STABLE_MS ? FIRST_WAIT_MS : Math.min(this.#waitMs * 2, MAX_WAIT_MS);
    this.#log.error({ worker: worker.id, ...end, waitMs: this.#waitMs }, 'server process ended; restarting it');
    setTimeout(() => {
      if (!this.#isStopping) void this.#startOne();
    }, this.#waitMs);
  }
}
