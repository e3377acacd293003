// A worker: claims jobs while it has free slots, keeps their leases alive, runs their handlers, and lets go in order.
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import {
  announceWorker,
  claimJobs,
  dismissWorker,
  freeSlot,
  type Lease,
  renewLeases,
  returnToQueue,
} from '../store/job-leases.ts';
import type { JobRow } from '../store/jobs.ts';
import type { Bell } from './bell.ts';
import { completeJob, type EndingParts, failJob, serviceOf, sweepLeases } from './endings.ts';
import { type FinishedWork, JOB_KINDS, type JobHandlers, type JobKind } from './kinds.ts';
import { ProgressWriter } from './progress.ts';

export interface RunnerParts extends EndingParts {
  handlers: JobHandlers;
  slots: number;
  /** How long a silent worker keeps its jobs. */
  leaseSeconds?: number | undefined;
  log: Log;
  /** Rung when jobs wait. */
  waitingBell: Bell;
  /** Rung with the id of a job that changed. */
  changedBell: Bell;
  /** Rung with the id of a job that was cancelled: whoever runs it looks at once instead of at the next heartbeat. */
  cancelledBell: Bell;
}

const DEFAULT_LEASE_SECONDS = 10;
/** A lease is renewed five times before it would run out. */
const BEATS_PER_LEASE = 5;
const LOOK_MS = 1_000;
const STORE_PAUSES_MS = [100, 500, 2_000];

const HANDED_BACK = new Error('the worker is stopping');
const LOST = new Error('the job is no longer ours');

interface Run {
  job: JobRow;
  control: AbortController;
  ended: Promise<void>;
}

export class JobRunner {
  readonly #parts: RunnerParts;
  readonly #lease: Lease;
  readonly #runs = new Map<string, Run>();
  readonly #ending = new AbortController();
  #timers: NodeJS.Timeout[] = [];
  #isStopping = false;
  #claiming: Promise<void> | undefined;
  #isRung = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    const seconds = parts.leaseSeconds ?? DEFAULT_LEASE_SECONDS;
    this.#lease = { worker: newId('wkr'), machine: hostname(), seconds };
  }

  async start(): Promise<void> {
    const { waitingBell, cancelledBell } = this.#parts;
    await waitingBell.hear(() => this.#look(), this.#ending.signal);
    await cancelledBell.hear((id) => this.#runs.has(id) && this.#beat(), this.#ending.signal);
    await this.#beat();
    this.#timers = [
      setInterval(() => this.#look(), LOOK_MS),
      setInterval(() => this.#beat(), (this.#lease.seconds * 1_000) / BEATS_PER_LEASE),
    ];
    this.#look();
  }

  /** Lets running jobs end for a while, then hands the rest back to the queue for others. */
  async stop(graceMs = 5_000): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers.slice(0, 1)) clearInterval(timer);
    await this.#claiming;
    const patience = setTimeout(() => this.#abortAll(HANDED_BACK), graceMs);
    await Promise.all([...this.#runs.values()].map((run) => run.ended));
    clearTimeout(patience);
    for (const timer of this.#timers) clearInterval(timer);
    await this.#beating;
    this.#ending.abort();
    await dismissWorker(this.#parts.database.queries, this.#lease.worker).catch(() => undefined);
  }

  get running(): number {
    return this.#runs.size;
  }

  #look(): void {
    this.#isRung = true;
    this.#claiming ??= this.#claimAll()
      .catch((error) => this.#parts.log.warn({ err: error }, 'jobs could not be claimed; trying again'))
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #claimAll(): Promise<void> {
    while (this.#isRung && !this.#isStopping) {
      const free = this.#parts.slots - this.#runs.size;
      if (free <= 0) return;
      this.#isRung = false;
      const jobs = await this.#claim(free);
      for (const job of jobs) this.#begin(job);
      if (jobs.length === free) this.#isRung = true;
    }
  }

  #claim(wanted: number): Promise<JobRow[]> {
    const { database, events } = this.#parts;
    return database.transaction(async (trx) => {
      const jobs = await claimJobs(trx, this.#lease, wanted);
      const started = jobs.filter((job) => job.attempt === 1);
      if (started.length > 0) await events.emitAllIn(trx, started.map(startedEvent));
      return jobs;
    });
  }

  #begin(job: JobRow): void {
    this.#parts.changedBell.ring(job.id);
    const control = new AbortController();
    const ended = this.#run(job, control)
      .catch((error) => this.#parts.log.error({ err: error, job: job.id }, 'the end of a job could not be stored'))
      .finally(() => {
        this.#runs.delete(job.id);
        this.#parts.changedBell.ring(job.id);
        this.#look();
      });
    this.#runs.set(job.id, { job, control, ended });
  }

  async #run(job: JobRow, control: AbortController): Promise<void> {
    const kind = job.kind as JobKind;
    const progress = new ProgressWriter(this.#parts, job);
    const limit = setTimeout(() => control.abort(timeLimitError()), JOB_KINDS[kind].timeLimitMs);
    let work: FinishedWork;
    try {
      work = await this.#parts.handlers[kind].run({
        id: job.id,
        accountId: job.accountId,
        environment: job.environment,
        payload: job.payload,
        attempt: job.attempt,
        signal: control.signal,
        report: (fraction, stage, extra) => progress.report(fraction, stage, extra),
      });
    } catch (thrown) {
      await progress.close();
      await persist(() => this.#endEarly(job, control.signal, thrown));
      return;
    } finally {
      clearTimeout(limit);
    }
    await progress.close();
    await persist(async () => {
      if (!(await completeJob(this.#parts, job, work))) await this.#letGo(job);
    });
  }

  async #endEarly(job: JobRow, signal: AbortSignal, thrown: unknown): Promise<void> {
    const { database, log } = this.#parts;
    if (signal.reason === HANDED_BACK) {
      await database.transaction((trx) => returnToQueue(trx, job, { countsAttempt: false }));
      this.#parts.waitingBell.ring();
      return;
    }
    if (signal.reason !== LOST) {
      const cause = signal.aborted ? signal.reason : thrown;
      if (!(cause instanceof ServiceError)) log.error({ err: cause, job: job.id, kind: job.kind }, 'a job failed');
      if (await failJob(this.#parts, job, cause)) return;
    }
    await this.#letGo(job);
  }

  #letGo(job: JobRow): Promise<void> {
    return this.#parts.database.transaction((trx) => freeSlot(trx, job));
  }

  #beat(): Promise<void> {
    this.#beating = this.#beatOnce().catch((error) =>
      this.#parts.log.warn({ err: error }, 'leases could not be renewed; trying again'),
    );
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const { database, slots } = this.#parts;
    await announceWorker(database.queries, { id: this.#lease.worker, machine: this.#lease.machine, slots });
    const ids = [...this.#runs.keys()];
    if (ids.length > 0) {
      const ours = await renewLeases(database.queries, this.#lease, ids);
      for (const id of ids) if (!ours.has(id)) this.#runs.get(id)?.control.abort(LOST);
    }
    if ((await sweepLeases(this.#parts)).length > 0) this.#parts.waitingBell.ring();
  }

  #abortAll(reason: Error): void {
    for (const run of this.#runs.values()) run.control.abort(reason);
  }
}

/** A short trouble of the store must not cost a finished song; past it the lease runs out and the job runs again. */
async function persist(store: () => Promise<void>): Promise<void> {
  for (const pauseMs of STORE_PAUSES_MS) {
    try {
      return await store();
    } catch {
      await wait(pauseMs);
    }
  }
  await store();
}

function startedEvent(job: JobRow) {
  const data = { job_id: job.id, service: serviceOf(job), created_at: job.createdAt.toISOString() };
  return { accountId: job.accountId, environment: job.environment, type: 'generation.started' as const, data };
}

function timeLimitError(): ServiceError {
  return new ServiceError(
    'engine_timeout',
    'The job took too long and was stopped. It cost nothing; ask for less at once.',
  );
}
