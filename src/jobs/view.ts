// A job as the API shows it: the common fields, its position in the queue, an estimate, and the kind's own fields.
import type { Queries } from '../store/database.ts';
import { countSlots, type JobRow, listMeasuredRuns, type MeasuredRun, queuePosition } from '../store/jobs.ts';
import { estimateRunMs, estimateSecondsLeft } from './estimate.ts';
import { JOB_KINDS, type JobKind, type JobPresenters } from './kinds.ts';

export interface JobView {
  id: string;
  object: string;
  status: 'processing' | 'completed' | 'failed' | 'cancelled';
  progress: number;
  stage: string;
  queue_position: number;
  estimated_time: number;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  error: { code: string; message: string } | null;
  [field: string]: unknown;
}

const MEASURED_RUNS = 60;
const CACHE_MS = 5_000;

export class JobViews {
  readonly #queries: Queries;
  readonly #presenters: JobPresenters;
  readonly #measured = new Map<string, { untilMs: number; runs: Promise<MeasuredRun[]> }>();
  #slots: { untilMs: number; count: Promise<number> } | undefined;

  constructor(queries: Queries, presenters: JobPresenters) {
    this.#queries = queries;
    this.#presenters = presenters;
  }

  async show(job: JobRow): Promise<JobView> {
    const position = job.state === 'waiting' ? await queuePosition(this.#queries, job) : 0;
    const kind = job.kind as JobKind;
    return {
      id: job.id,
      object: JOB_KINDS[kind].object,
      status: statusOf(job),
      progress: Math.round(job.progress * 1_000) / 1_000,
      stage: job.stage,
      queue_position: position,
      estimated_time: await this.#secondsLeft(job, position),
      created_at: job.createdAt.toISOString(),
      started_at: job.startedAt?.toISOString() ?? null,
      completed_at: job.completedAt?.toISOString() ?? null,
      error: job.error,
      ...this.#ownFields(job, kind),
    };
  }

  #ownFields(job: JobRow, kind: JobKind): Record<string, unknown> {
    const { id, payload, createdAt } = job;
    const result = job.state === 'completed' ? job.result : null;
    const extra = job.extra ?? {};
    const present = this.#presenters[kind];
    if (present) return present({ id, kind, status: statusOf(job), payload, result, extra, createdAt });
    return { ...extra, ...(typeof result === 'object' ? result : {}) };
  }

  async #secondsLeft(job: JobRow, position: number): Promise<number> {
    if (job.state !== 'waiting' && job.state !== 'running') return 0;
    const runs = await this.#runsOf(job.kind);
    const firstGuessMs = JOB_KINDS[job.kind as JobKind].firstGuessMsPerUnit * job.size;
    return estimateSecondsLeft({
      runMs: estimateRunMs(runs, job.size, job.machine) ?? firstGuessMs,
      elapsedMs: job.state === 'running' && job.runAt ? Date.now() - job.runAt.getTime() : undefined,
      progress: job.progress,
      queuePosition: position,
      slots: await this.#countSlots(),
    });
  }

  #runsOf(kind: string): Promise<MeasuredRun[]> {
    const known = this.#measured.get(kind);
    if (known && known.untilMs > Date.now()) return known.runs;
    const runs = listMeasuredRuns(this.#queries, kind, MEASURED_RUNS);
    this.#measured.set(kind, { untilMs: Date.now() + CACHE_MS, runs });
    runs.catch(() => this.#measured.delete(kind));
    return runs;
  }

  #countSlots(): Promise<number> {
    if (this.#slots && this.#slots.untilMs > Date.now()) return this.#slots.count;
    const count = countSlots(this.#queries);
    this.#slots = { untilMs: Date.now() + CACHE_MS, count };
    count.catch(() => {
      this.#slots = undefined;
    });
    return count;
  }
}

function statusOf(job: Pick<JobRow, 'state'>): JobView['status'] {
  return job.state === 'waiting' || job.state === 'running' ? 'processing' : job.state;
}
