// Forecasts how long a job waits and runs, from measured runs and the work queued before it.
import type { Queries } from '../store/database.ts';
import {
  countSlots,
  type JobRow,
  listAllWork,
  listMeasuredRuns,
  listOwnWorkAhead,
  type QueuedWork,
  type QueuePlace,
} from '../store/jobs.ts';
import { estimateRunMs, estimateWaitMs } from './estimate.ts';
import { JOB_KINDS, type JobKind } from './kinds.ts';

const MEASURED_RUNS = 60;
const CACHE_MS = 5_000;

export class QueueForecast {
  readonly #queries: Queries;
  readonly #cache = new Map<string, { untilMs: number; value: Promise<unknown> }>();

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  async runMs(kind: string, size: number, machine: string | null): Promise<number> {
    const runs = await this.#cached(`runs of ${kind}`, () => listMeasuredRuns(this.#queries, kind, MEASURED_RUNS));
    return estimateRunMs(runs, size, machine) ?? JOB_KINDS[kind as JobKind].firstGuessMsPerUnit * size;
  }

  /**
   * Jobs of the same account are counted by kind and size. Of other accounts' jobs only the number is known, so they
   * count with the mean duration.
   */
  async waitMs(job: JobRow, place: QueuePlace): Promise<number> {
    const [own, all, slots] = await Promise.all([
      this.#sum(await listOwnWorkAhead(this.#queries, job)),
      this.#cached(`all work ${job.queue}`, () => listAllWork(this.#queries, job.queue)).then((work) =>
        this.#sum(work),
      ),
      this.#cached('slots', () => countSlots(this.#queries)),
    ]);
    const meanMs = all.waiting.jobs > 0 ? all.waiting.ms / all.waiting.jobs : 0;
    return estimateWaitMs([
      { jobs: own.waiting.jobs + own.running.jobs, ms: own.waiting.ms + own.running.ms, slots: place.maxRunning },
      {
        jobs: own.waiting.jobs + place.othersAhead + all.running.jobs,
        ms: own.waiting.ms + place.othersAhead * meanMs + all.running.ms,
        slots,
      },
    ]);
  }

  async #sum(work: readonly QueuedWork[]) {
    const sums = { waiting: { jobs: 0, ms: 0 }, running: { jobs: 0, ms: 0 } };
    for (const { kind, state, jobs, size } of work) {
      sums[state].jobs += jobs;
      // Uses the mean size: an estimate scales with the size, but prefers runs of a similar size.
      sums[state].ms += jobs * (await this.runMs(kind, Math.max(size / jobs, Number.EPSILON), null));
    }
    return sums;
  }

  #cached<T>(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.#cache.get(name);
    if (known && known.untilMs > Date.now()) return known.value as Promise<T>;
    const value = read();
    this.#cache.set(name, { untilMs: Date.now() + CACHE_MS, value });
    value.catch(() => this.#cache.delete(name));
    return value;
  }
}
