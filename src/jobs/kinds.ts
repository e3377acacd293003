// What kinds of jobs there are, and what a handler of one gets and gives. The record of handlers is Record<JobKind, JobHandler>.
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { UsageCount } from '../money/receipt.ts';

interface KindFacts {
  /** `object` of the job in answers. */
  object: string;
  /** `service` in events; the module that the job belongs to. */
  service: string;
  /** Milliseconds for one unit of size, believed until the first runs were measured. */
  firstGuessMsPerUnit: number;
  /** A run that takes longer is stopped and fails. */
  timeLimitMs: number;
}

const MINUTE_MS = 60_000;

export const JOB_KINDS = {
  music: { object: 'music.job', service: 'music', firstGuessMsPerUnit: 500, timeLimitMs: 30 * MINUTE_MS },
  music_master: { object: 'music.job', service: 'music', firstGuessMsPerUnit: 100, timeLimitMs: 15 * MINUTE_MS },
  video: { object: 'video.job', service: 'video', firstGuessMsPerUnit: 4_000, timeLimitMs: 60 * MINUTE_MS },
  image: { object: 'image.job', service: 'image', firstGuessMsPerUnit: 20_000, timeLimitMs: 15 * MINUTE_MS },
  build: { object: 'build.job', service: 'builder', firstGuessMsPerUnit: 60_000, timeLimitMs: 30 * MINUTE_MS },
  /** Does nothing; made by tests and benches only, never through the API. */
  noop: { object: 'noop.job', service: 'noop', firstGuessMsPerUnit: 10, timeLimitMs: MINUTE_MS },
} as const satisfies Record<string, KindFacts>;

export type JobKind = keyof typeof JOB_KINDS;

export interface RunningJob<Payload = unknown> {
  id: string;
  accountId: string;
  environment: Environment;
  payload: Payload;
  /** 1, or more when an earlier worker died in the middle. */
  attempt: number;
  /** Aborted on cancel (within a second), on loss of the lease, past the time limit, and when the worker stops. */
  signal: AbortSignal;
  /** Tells how far it is: fraction 0–1, a stage in a word or two, and fields that the job shows while it runs. */
  report(fraction: number, stage: string, extra?: Record<string, unknown>): void;
}

export interface FinishedWork<Result extends object = object> {
  /** Kept as JSON and shown (through the kind's presenter) as the job's own fields. */
  result: Result;
  /** Where the main product is, for the event generation.completed. */
  outputUrl: string | null;
  usage: UsageCount;
  /** What it costs, at most what was held; the whole hold when it is left out. */
  cost?: MicroCredits;
}

/** A thrown ServiceError becomes the job's error as it is; anything else becomes internal_error. Either way it is free. */
export interface JobHandler<Payload = unknown, Result extends object = object> {
  run(job: RunningJob<Payload>): Promise<FinishedWork<Result>>;
}

export type JobHandlers = Record<JobKind, JobHandler>;

/** What a presenter may show of a job. `result` is null until it is completed. */
export interface PresentableJob {
  id: string;
  kind: JobKind;
  status: 'processing' | 'completed' | 'failed' | 'cancelled';
  payload: unknown;
  result: unknown;
  /** The fields of the last report. */
  extra: Record<string, unknown>;
  createdAt: Date;
}

/** The kind's own fields beside the common ones; without a presenter the result's fields are shown as they are. */
export type JobPresenter = (job: PresentableJob) => Record<string, unknown>;
export type JobPresenters = Partial<Record<JobKind, JobPresenter>>;
