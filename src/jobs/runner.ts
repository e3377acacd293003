// A worker: claims jobs while it has free slots, renews their leases, runs their handlers, and stops gracefully.

import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { withinGuard } from '../core/guards/current-guard.ts';
import { newId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { type IsBilled, withinModels } from '../core/model-lists.ts';
import type { Tally } from '../core/tally.ts';
import { logUpstreamFailure } from '../core/upstream-failure.ts';
import { withinBook } from '../core/upstream-work.ts';
import { keepingNothing } from '../core/zero-retention.ts';
import type { CallCost } from '../store/call-costs.ts';
import { announceWorker, claimJobs, dismissWorker, freeSlot, type Lease, renewLeases } from '../store/job-leases.ts';
import type { JobRow } from '../store/jobs.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import { completeJob, type EndingParts, failJob, HoldGone, runAgain, serviceOf, sweepLeases } from './endings.ts';
import { JobBook } from './job-book.ts';
import { type FinishedWork, JOB_KINDS, type JobHandlers, type JobKind, type QueueName } from './kinds.ts';
import { ProgressWriter } from './progress.ts';

export interface RunnerParts extends EndingParts {
  handlers: JobHandlers;
  slots: number;
  /** What providers bill, where a job may not call them. */
  billedIn?(environment: Environment): IsBilled | undefined;
  /** How long a worker keeps its jobs without renewing their leases. */
  leaseSeconds?: number | undefined;
  /** The main and the quick queue if absent. */
  queues?: readonly QueueName[] | undefined;
  /** Counts the jobs that end here. */
  ended: Tally<'kind' | 'state'>;
  log: Log;
  /** Notified when jobs wait. */
  waitingNotifier: ChangeNotifier;
  /** Notified with the id of a job that changed. */
  changedNotifier: ChangeNotifier;
  /** Notified with the id of a cancelled job, so that its worker stops it before the next heartbeat. */
  cancelledNotifier: ChangeNotifier;
}

const DEFAULT_LEASE_SECONDS = 10;
/** A lease is renewed five times before it would expire. */
const BEATS_PER_LEASE = 5;
const POLL_MS = 1_000;
const STORE_PAUSES_MS = [100, 500, 2_000];

const WORKER_STOPS = new Error('the worker is stopping');
const LEASE_LOST = new Error('the lease of the job was lost');

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
  #mustPollAgain = false;
  #beating: Promise<void> = Promise.resolve();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    const seconds = parts.leaseSeconds ?? DEFAULT_LEASE_SECONDS;
    this.#lease = { worker: newId('wkr'), machine: hostname(), seconds, queues: parts.queues ?? ['main', 'quick'] };
  }

  async start(): Promise<void> {
    const { waitingNotifier, cancelledNotifier } = this.#parts;
    await waitingNotifier.listen(() => this.#poll(), this.#ending.signal);
    await cancelledNotifier.listen((id) => this.#runs.has(id) && this.#beat(), this.#ending.signal);
    await this.#beat();
    this.#timers = [
      setInterval(() => this.#poll(), POLL_MS),
      setInterval(() => this.#beat(), (this.#lease.seconds * 1_000) / BEATS_PER_LEASE),
    ];
    this.#poll();
  }

  /** Gives running jobs some time to end, then returns the rest to the queue for other workers. */
  async stop(graceMs = 5_000): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers.slice(0, 1)) clearInterval(timer);
    await this.#claiming;
    const deadline = setTimeout(() => this.#abortAll(WORKER_STOPS), graceMs);
    await Promise.all([...this.#runs.values()].map((run) => run.ended));
    clearTimeout(deadline);
    for (const timer of this.#timers) clearInterval(timer);
    await this.#beating;
    this.#ending.abort();
    await dismissWorker(this.#parts.database.queries, this.#lease.worker).catch(() => undefined);
  }

  get running(): number {
    return this.#runs.size;
  }

  #poll(): void {
    this.#mustPollAgain = true;
    this.#claiming ??= this.#claimAll()
      .catch((error) => this.#parts.log.warn({ err: error }, 'claiming jobs failed; trying again'))
      .finally(() => {
        this.#claiming = undefined;
      });
  }

  async #claimAll(): Promise<void> {
    while (this.#mustPollAgain && !this.#isStopping) {
      const free = this.#parts.slots - this.#runs.size;
      if (free <= 0) return;
      this.#mustPollAgain = false;
      const jobs = await this.#claim(free);
      for (const job of jobs) this.#begin(job);
      if (jobs.length === free) this.#mustPollAgain = true;
    }
  }

  #claim(wanted: number): Promise<JobRow[]> {
    const { database, events } = this.#parts;
    return database.transaction(async (trx) => {
      const jobs = await claimJobs(trx, this.#lease, wanted);
      const started = jobs.filter((job) => job.attempt === 1 && !JOB_KINDS[job.kind as JobKind].hasOwnEvents);
      if (started.length > 0) await events.emitAllIn(trx, started.map(startedEvent));
      return jobs;
    });
  }

  #begin(job: JobRow): void {
    this.#parts.changedNotifier.notify(job.id);
    const control = new AbortController();
    const ended = keepingNothing(job.keepsNothing, () => withinGuard(job.guards, {}, () => this.#run(job, control)))
      .catch((error) => this.#parts.log.error({ err: error, job: job.id }, 'storing the end of a job failed'))
      .finally(() => {
        this.#runs.delete(job.id);
        this.#parts.changedNotifier.notify(job.id);
        this.#poll();
      });
    this.#runs.set(job.id, { job, control, ended });
  }

  async #run(job: JobRow, control: AbortController): Promise<void> {
    const kind = job.kind as JobKind;
    const progress = new ProgressWriter(this.#parts, job);
    const limit = setTimeout(() => control.abort(timeLimitError()), JOB_KINDS[kind].timeLimitMs);
    const book = new JobBook(this.#parts, job, JOB_KINDS[kind].service);
    let work: FinishedWork;
    try {
      const run = () =>
        this.#parts.handlers[kind].run({
          id: job.id,
          accountId: job.accountId,
          environment: job.environment,
          payload: job.payload,
          held: job.held,
          attempt: job.attempt,
          signal: control.signal,
          report: (fraction, stage, extra) => progress.report(fraction, stage, extra),
          spend: (micro) => progress.spend(micro),
        });
      const isBilled = this.#parts.billedIn?.(job.environment);
      work = await withinBook(book, () => withinModels({ lists: job.modelLists ?? [], isBilled }, run));
    } catch (thrown) {
      await progress.close();
      await persist(() => this.#endEarly(job, control.signal, { thrown, done: book.done }));
      return;
    } finally {
      clearTimeout(limit);
    }
    await progress.close();
    await persist(async () => {
      let isCompleted = false;
      try {
        isCompleted = await completeJob(this.#parts, job, { ...work, parts: book.done });
        if (isCompleted) this.#parts.ended.add([job.kind, 'completed']);
        else await this.#freeSlot(job);
      } catch (thrown) {
        if (!(thrown instanceof HoldGone)) throw thrown;
        await this.#endEarly(job, control.signal, { thrown, done: book.done });
      }
      await this.#removeFiles(job, isCompleted ? [work.cleanUp] : [work.discard, work.cleanUp]);
    });
  }

  async #endEarly(
    job: JobRow,
    signal: AbortSignal,
    { thrown, done }: { thrown: unknown; done: readonly CallCost[] },
  ): Promise<void> {
    const { database, log } = this.#parts;
    if (signal.reason === WORKER_STOPS) {
      await database.transaction((trx) => runAgain(trx, job, { countsAttempt: false }));
      this.#parts.waitingNotifier.notify();
      return;
    }
    if (signal.reason !== LEASE_LOST) {
      const cause = signal.aborted ? signal.reason : thrown;
      if (!(cause instanceof ServiceError)) log.error({ err: cause, job: job.id, kind: job.kind }, 'job failed');
      else logUpstreamFailure(log, cause, { job: job.id, kind: job.kind });
      if (await failJob(this.#parts, job, { thrown: cause, done })) {
        this.#parts.ended.add([job.kind, 'failed']);
        return;
      }
    }
    await this.#freeSlot(job);
  }

  /** A file that could not be removed wastes space, but the job still succeeds. */
  async #removeFiles(job: JobRow, removals: readonly (FinishedWork['discard'] | undefined)[]): Promise<void> {
    for (const remove of removals)
      await remove?.().catch((error) =>
        this.#parts.log.warn({ err: error, job: job.id }, 'a file of a job was not removed'),
      );
  }

  #freeSlot(job: JobRow): Promise<void> {
    return this.#parts.database.transaction((trx) => freeSlot(trx, job));
  }

  #beat(): Promise<void> {
    this.#beating = this.#beatOnce().catch((error) =>
      this.#parts.log.warn({ err: error }, 'renewing job leases failed; trying again'),
    );
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const { database } = this.#parts;
    // Estimates divide the waiting jobs by these slots; jobs of other queues do not wait for them.
    const slots = this.#lease.queues.includes('main') ? this.#parts.slots : 0;
    await announceWorker(database.queries, { id: this.#lease.worker, machine: this.#lease.machine, slots });
    const ids = [...this.#runs.keys()];
    if (ids.length > 0) {
      const ours = await renewLeases(database.queries, this.#lease, ids);
      for (const id of ids) if (!ours.has(id)) this.#runs.get(id)?.control.abort(LEASE_LOST);
    }
    if ((await sweepLeases(this.#parts)).length > 0) this.#parts.waitingNotifier.notify();
  }

  #abortAll(reason: Error): void {
    for (const run of this.#runs.values()) run.control.abort(reason);
  }
}

/** Retries, so that a short database failure does not lose a finished result. After that the lease expires and the job runs again. */
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
    'The job took too long and was stopped. Nothing was charged. Send a smaller request.',
  );
}
