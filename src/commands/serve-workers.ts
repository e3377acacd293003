// serve --workers: one process for each core behind one port; one that dies is started again, later each time.
import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { openStore } from '../app-store.ts';
import { ConfigError, loadConfig } from '../config.ts';
import { createLog, type Log } from '../core/log.ts';
import { answerLimits } from '../http/shared-limits.ts';
import { answerMetrics } from '../http/shared-metrics.ts';
import { lockServedFolder } from '../store/data-folder-lock.ts';
import { whenAskedToStop } from './asked-to-stop.ts';
import { greet } from './greeting.ts';

const MAX_WORKERS = 128;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** A process that served for so long had no bad start. */
const SETTLED_MS = 60_000;
/** Longer than a serving process gives its last calls. */
const STOP_MS = 30_000;
/** Connections to the database of all processes together, where nobody says otherwise. */
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
  const askedToStop = whenAskedToStop();
  const config = loadConfig();
  const log = createLog({ level: config.logLevel });
  const unlock = lockServedFolder(config);
  // Held open all the time: the bundled PostgreSQL keeps running while a serving process starts again.
  const store = await openStore(config, log);
  answerLimits();
  answerMetrics();
  const pool = String(Math.min(config.databasePool, Math.max(MIN_POOL, Math.floor(SHARED_POOL / count))));
  const crew = new Crew(log, { DATABASE_POOL: pool });
  const failed = await Promise.race([crew.begin(count), askedToStop]);
  if (failed === undefined) {
    process.stdout.write(await greet(config, store.database));
    process.stdout.write(`${count} processes serve ${config.publicUrl}.\n`);
    await askedToStop;
  }
  await crew.end();
  await store.close();
  unlock();
  process.exit(failed ?? 0);
}

class Crew {
  readonly #log: Log;
  readonly #environment: Record<string, string>;
  #isEnding = false;
  #waitMs = FIRST_WAIT_MS;

  constructor(log: Log, environment: Record<string, string>) {
    this.#log = log;
    this.#environment = environment;
  }

  /** Resolves once all serve; with a code to end with when the first of them cannot even start. */
  async begin(count: number): Promise<number | undefined> {
    const starts = await Promise.all(Array.from({ length: count }, () => this.#start()));
    return starts.find((code) => code !== undefined);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const gone = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of workers) worker.process.kill('SIGTERM');
    const impatience = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL');
    }, STOP_MS);
    await Promise.all(gone);
    clearTimeout(impatience);
  }

  #start(): Promise<number | undefined> {
    const startedMs = Date.now();
    const worker = cluster.fork(this.#environment);
    return new Promise((resolve) => {
      let hasServed = false;
      worker.once('listening', () => {
        hasServed = true;
        resolve(undefined);
      });
      worker.once('exit', (code, signal) => {
        if (this.#isEnding) return resolve(undefined);
        if (!hasServed) resolve(code || 1);
        this.#replace(worker, { code, signal, livedMs: Date.now() - startedMs });
      });
    });
  }

  #replace(worker: Worker, end: { code: number; signal: string; livedMs: number }): void {
    this.#waitMs = end.livedMs >= SETTLED_MS ? FIRST_WAIT_MS : Math.min(this.#waitMs * 2, MAX_WAIT_MS);
    this.#log.error(
      { worker: worker.id, ...end, waitMs: this.#waitMs },
      'a serving process ended and is started again',
    );
    setTimeout(() => {
      if (!this.#isEnding) void this.#start();
    }, this.#waitMs);
  }
}
