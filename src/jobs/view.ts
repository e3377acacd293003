// A job as the API shows it: the common fields, its position in the queue, an estimate, and the kind's own fields.
import { microToCredits } from '../core/money.ts';
import type { Queries } from '../store/database.ts';
import { findQueuePlace, type JobRow, type QueuePlace } from '../store/jobs.ts';
import { estimateSecondsLeft } from './estimate.ts';
import { JOB_KINDS, type JobKind, type JobPresenters } from './kinds.ts';
import type { QueueForecast } from './queue-forecast.ts';

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

export class JobViews {
  readonly #queries: Queries;
  readonly #presenters: JobPresenters;
  readonly #forecast: QueueForecast;

  constructor(queries: Queries, presenters: JobPresenters, forecast: QueueForecast) {
    this.#queries = queries;
    this.#presenters = presenters;
    this.#forecast = forecast;
  }

  async show(job: JobRow): Promise<JobView> {
    const kind = job.kind as JobKind;
    const place = job.state === 'waiting' ? await findQueuePlace(this.#queries, job) : undefined;
    return {
      id: job.id,
      object: JOB_KINDS[kind].object,
      status: statusOf(job),
      progress: Math.round(job.progress * 1_000) / 1_000,
      stage: job.stage,
      queue_position: place?.position ?? 0,
      estimated_time: await this.#secondsLeft(job, place),
      created_at: job.createdAt.toISOString(),
      started_at: job.startedAt?.toISOString() ?? null,
      completed_at: job.completedAt?.toISOString() ?? null,
      error: job.error,
      ...withCredits(this.#ownFields(job, kind), job),
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

  async #secondsLeft(job: JobRow, place: QueuePlace | undefined): Promise<number> {
    if (job.state !== 'waiting' && job.state !== 'running') return 0;
    return estimateSecondsLeft({
      runMs: await this.#forecast.runMs(job.kind, job.size, job.machine),
      elapsedMs: job.state === 'running' && job.runAt ? Date.now() - job.runAt.getTime() : undefined,
      progress: job.progress,
      waitMs: place ? await this.#forecast.waitMs(job, place) : 0,
    });
  }
}

/** What the job cost, once it has ended; one that was cancelled before it ran, or failed, cost nothing, except for work that was done as ordered. */
function withCredits(fields: Record<string, unknown>, { cost, kind }: JobRow): Record<string, unknown> {
  if (cost === null || JOB_KINDS[kind as JobKind].hasOwnCharges) return fields;
  const usage = typeof fields.usage === 'object' ? fields.usage : {};
  return { ...fields, usage: { ...usage, credits: microToCredits(cost) } };
}

function statusOf(job: Pick<JobRow, 'state'>): JobView['status'] {
  return job.state === 'waiting' || job.state === 'running' ? 'processing' : job.state;
}
