// The kinds of jobs, and the input and output of their handlers.
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { ServedBy } from '../money/prices.ts';
import type { UsageCount } from '../money/receipt.ts';
import type { Transaction } from '../store/database.ts';

interface KindFacts {
  /** `object` of the job in API responses. */
  object: string;
  /** `service` in events; the module that the job belongs to. */
  service: string;
  /** Estimated milliseconds per unit of size, used until the first run was measured. */
  firstGuessMsPerUnit: number;
  /** A run that takes longer is stopped and fails. */
  timeLimitMs: number;
  /** 'main' if absent. Jobs of another queue have their own workers and limits. */
  queue?: 'batch' | 'response';
  /** A job with an expected duration up to this waits in the queue `quick`, which long jobs do not block. */
  quickUpToMs?: number;
  /** How many jobs of this kind an account may run at once; if absent, the plan's limit applies. */
  concurrent?: number;
  /** `job` if absent. */
  idPrefix?: string;
  /** Attempts if workers die; 3 if absent. */
  attempts?: number;
  /** The kind emits its own events instead of generation.*. */
  hasOwnEvents?: true;
  /** Another attempt continues the order that the upstream has of the one before. Absent: it would place another. */
  continuesOrders?: true;
  /** The kind charges by itself, not through the hold of its job. */
  hasOwnCharges?: true;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const KINDS = {
  music: { object: 'music.job', service: 'music', firstGuessMsPerUnit: 500, timeLimitMs: 30 * MINUTE_MS },
  music_master: { object: 'music.job', service: 'music', firstGuessMsPerUnit: 100, timeLimitMs: 15 * MINUTE_MS },
  video: {
    object: 'video.job',
    service: 'video',
    firstGuessMsPerUnit: 4_000,
    timeLimitMs: 60 * MINUTE_MS,
    continuesOrders: true,
  },
  image: { object: 'image.job', service: 'image', firstGuessMsPerUnit: 20_000, timeLimitMs: 60 * MINUTE_MS },
  build: {
    object: 'build.job',
    service: 'builder',
    firstGuessMsPerUnit: 60_000,
    timeLimitMs: 30 * MINUTE_MS,
    quickUpToMs: MINUTE_MS,
  },
  batch: {
    object: 'batch.job',
    service: 'batch',
    firstGuessMsPerUnit: 200,
    // A batch ends by itself after a day; after that it still has to write its files.
    timeLimitMs: 26 * HOUR_MS,
    queue: 'batch',
    concurrent: 2,
    idPrefix: 'batch',
    attempts: 12,
    hasOwnEvents: true,
    hasOwnCharges: true,
  },
  vector_files: {
    object: 'vector_files.job',
    service: 'vectors',
    // The unit is a file.
    firstGuessMsPerUnit: 2_000,
    timeLimitMs: 6 * HOUR_MS,
    quickUpToMs: MINUTE_MS,
    idPrefix: 'vsfb',
    // A file that ends workers is given up before the job is.
    attempts: 12,
    hasOwnCharges: true,
  },
  response: {
    object: 'response.job',
    service: 'chat',
    firstGuessMsPerUnit: 20_000,
    timeLimitMs: 60 * MINUTE_MS,
    queue: 'response',
    idPrefix: 'resp',
    hasOwnEvents: true,
    hasOwnCharges: true,
  },
  /** Does nothing; only tests and benchmarks create it, never the API. */
  noop: { object: 'noop.job', service: 'noop', firstGuessMsPerUnit: 10, timeLimitMs: MINUTE_MS },
} satisfies Record<string, KindFacts>;

/** The queues in which jobs wait and that workers serve. */
export type QueueName = 'main' | 'quick' | 'batch' | 'response';

export type JobKind = keyof typeof KINDS;
export const JOB_KINDS: Readonly<Record<JobKind, KindFacts>> = KINDS;

export interface RunningJob<Payload = unknown> {
  id: string;
  accountId: string;
  environment: Environment;
  payload: Payload;
  /** The credits held for it. */
  held: MicroCredits;
  /** 1 for the first attempt; more if an earlier worker died during the job. */
  attempt: number;
  /** Aborted on cancellation (within a second), loss of the lease, the time limit, and when the worker stops. */
  signal: AbortSignal;
  /** Reports progress: a fraction 0–1, a stage of one or two words, and extra fields that the API shows while the job runs. */
  report(fraction: number, stage: string, extra?: Record<string, unknown>): void;
  /**
   * For work priced by usage: its cost so far, which a cancellation charges. Other kinds charge a share by progress.
   */
  spend(micro: MicroCredits): void;
}

export interface FinishedWork<Result extends object = object> {
  /** Stored as JSON; the kind's presenter turns it into the job's own fields. */
  result: Result;
  /**
   * Stores the result's rows in the transaction that completes and charges the job, so that nobody keeps an unpaid
   * result. Returns result fields that are known only after that.
   */
  storeIn?(trx: Transaction): Promise<Partial<Result> | void>;
  /** Removes the stored files if the job was cancelled, or given to another worker, before it could be completed. */
  discard?(): Promise<void>;
  /** Removes what only an unfinished job needs, such as its input files. */
  cleanUp?(): Promise<void>;
  /** URL of the main output, for the event generation.completed. */
  outputUrl: string | null;
  usage: UsageCount;
  /** The engine that did the work, if known: its upstream's cost is recorded. */
  by?: ServedBy;
  /** The cost, at most the hold; the whole hold if omitted. */
  cost?: MicroCredits;
}

/** A thrown ServiceError becomes the job's error; any other thrown value becomes internal_error or service_unavailable. A failed job costs nothing, except for a PaidFailure. */
export interface JobHandler<Payload = unknown, Result extends object = object> {
  run(job: RunningJob<Payload>): Promise<FinishedWork<Result>>;
}

export type JobHandlers = Record<JobKind, JobHandler>;

/** The part of a job that a presenter may show. `result` is null until the job has completed. */
export interface PresentableJob {
  id: string;
  kind: JobKind;
  status: 'processing' | 'completed' | 'failed' | 'cancelled';
  payload: unknown;
  result: unknown;
  /** The extra fields reported so far. */
  extra: Record<string, unknown>;
  createdAt: Date;
}

/** Returns the kind's own fields. Without a presenter the fields of the result are shown unchanged. */
export type JobPresenter = (job: PresentableJob) => Record<string, unknown>;
export type JobPresenters = Partial<Record<JobKind, JobPresenter>>;
