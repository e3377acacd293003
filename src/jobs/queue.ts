// The job queue as modules use it: create a job with its hold, find, list, cancel, follow and wait.
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import { currentPolicy } from '../core/guards/current-guard.ts';
import { newId } from '../core/ids.ts';
import { currentModelLists } from '../core/model-lists.ts';
import { noteRefusal } from '../money/depletion.ts';
import { readBalance } from '../money/entries.ts';
import { holdIn, settleIn } from '../money/hold.ts';
import type { Quote } from '../money/prices.ts';
import type { Receipt } from '../money/receipt.ts';
import type { Database, Transaction } from '../store/database.ts';
import { markCancelled } from '../store/job-leases.ts';
import {
  addToAccountQueue,
  deleteJob,
  findJob,
  insertJob,
  type JobFilter,
  type JobRow,
  listJobs,
  listJobsOfRequest,
} from '../store/jobs.ts';
import type { Owner } from '../store/owner.ts';
import type { ChangeNotifier } from './change-notifier.ts';
import { JOB_KINDS, type JobKind, type QueueName } from './kinds.ts';
import type { AskToEnd, JobAllowance } from './ports.ts';
import type { QueueForecast } from './queue-forecast.ts';
import type { JobView, JobViews } from './view.ts';
import type { JobWatch } from './watch.ts';

export interface JobOrder<Payload = unknown> {
  caller: Caller;
  requestId: string | null;
  kind: JobKind;
  payload: Payload;
  quote: Quote;
  /** The amount of work in the kind's own unit, e.g. seconds of music. Estimates scale with it. */
  size?: number;
  /** Writes rows of the module in the same transaction as the job. */
  alsoIn?(trx: Transaction, jobId: string): Promise<void>;
}

export interface JobChange {
  /** Increases with every change; a client that reconnects continues after it. */
  version: number;
  job: JobView;
}

export interface CancelTerms {
  isFree?: boolean;
  /** Runs in the same transaction. */
  alsoIn?(trx: Transaction): Promise<void>;
}

export interface QueueParts {
  database: Database;
  allowanceOf(plan: string): JobAllowance;
  /** Kinds whose handler ends the job itself on cancellation, instead of being stopped. */
  askToEnd: Partial<Record<JobKind, AskToEnd>>;
  views: JobViews;
  forecast: QueueForecast;
  watch: JobWatch;
  /** What an upstream bills for the quoted work; null if no upstream may do it. */
  orderCost?(quote: Quote, plan: string): JobRow['orderCost'];
  waitingNotifier: ChangeNotifier;
  changedNotifier: ChangeNotifier;
  cancelledNotifier: ChangeNotifier;
}

/** A running worker stops a cancelled job within a second; if the worker died, the job ends when its lease expires. */
const SLOT_FREED_WITHIN_MS = 5_000;
/** A hold must outlive the longest wait in the queue; the end of the job settles or releases it earlier. */
const HOLD_SECONDS = 14 * 24 * 3600;

export class JobQueue {
  readonly #parts: QueueParts;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  async create(order: JobOrder): Promise<JobView> {
    const { caller, requestId } = order;
    try {
      const queue = await this.#queueFor(order);
      const job = await this.#parts.database.transaction((trx) => this.#createIn(trx, order, queue));
      this.#parts.waitingNotifier.notify();
      if (caller.trace) caller.trace.jobId = job.id;
      return await this.#parts.views.show(job);
    } catch (error) {
      await noteRefusal(this.#parts.database, { ...caller, requestId }, error);
      throw error;
    }
  }

  /** Throws not_found for a missing job and for a job of another account. `kinds` limits a module to its own jobs. */
  async find(owner: Owner, id: string, kinds?: readonly JobKind[]): Promise<JobView> {
    return this.#parts.views.show(await this.row(owner, id, kinds));
  }

  async row(owner: Owner, id: string, kinds?: readonly JobKind[]): Promise<JobRow> {
    const job = await findJob(this.#parts.database.queries, owner, id);
    if (!job || (kinds && !(kinds as readonly string[]).includes(job.kind)))
      throw new ServiceError('not_found', `There is no job "${id}".`);
    return job;
  }

  async list(filter: JobFilter): Promise<{ data: JobView[]; nextSeq: number | null }> {
    const { rows, hasMore } = await this.rows(filter);
    const data = await Promise.all(rows.map((job) => this.#parts.views.show(job)));
    return { data, nextSeq: hasMore ? (rows.at(-1)?.seq ?? null) : null };
  }

  async rows(filter: JobFilter): Promise<{ rows: JobRow[]; hasMore: boolean }> {
    const rows = await listJobs(this.#parts.database.queries, { ...filter, limit: filter.limit + 1 });
    return { rows: rows.slice(0, filter.limit), hasMore: rows.length > filter.limit };
  }

  /** Cancels the jobs of a request whose response never reached the client. They cost nothing. */
  async undoRequest(owner: Owner, requestId: string): Promise<void> {
    for (const id of await listJobsOfRequest(this.#parts.database.queries, owner, requestId))
      await this.cancel(owner, id, { isFree: true });
  }

  /** A job that has ended does not change. A running one pays for the work done so far, unless the service ended it. */
  async cancel(owner: Owner, id: string, terms: CancelTerms = {}): Promise<JobView> {
    const { kind } = await this.row(owner, id);
    const askToEnd = this.#parts.askToEnd[kind as JobKind];
    if (!askToEnd) return this.cancelAtOnce(owner, id, terms);
    await this.#parts.database.transaction(async (trx) => {
      await askToEnd(trx, id);
      await terms.alsoIn?.(trx);
    });
    this.#parts.changedNotifier.notify(id);
    return this.find(owner, id);
  }

  /** A running engine is stopped within a second. */
  async cancelAtOnce(owner: Owner, id: string, { isFree = false, alsoIn }: CancelTerms = {}): Promise<JobView> {
    await this.#parts.database.transaction(async (trx) => {
      const job = await markCancelled(trx, owner, { id, isFree });
      const cost = job?.cost ?? 0;
      if (job?.holdId)
        await settleIn(
          trx,
          { ...job, holdId: job.holdId },
          {
            ...{ cost, usage: {}, description: `${job.description}, cancelled` },
            // An upstream that works on it bills the order anyway.
            ordered: job.wasWaiting && !job.orderedAt ? null : job.orderCost,
          },
        );
      await alsoIn?.(trx);
    });
    this.#parts.cancelledNotifier.notify(id);
    this.#parts.changedNotifier.notify(id);
    return this.find(owner, id);
  }

  /** Deletes a job that has ended. If it was cancelled a moment ago, waits until its worker has freed its slot. */
  async remove(owner: Owner, id: string): Promise<void> {
    for await (const _ of this.#parts.watch.changes(id, AbortSignal.timeout(SLOT_FREED_WITHIN_MS))) {
      if (await deleteJob(this.#parts.database.queries, owner, id)) return;
      const { state } = await this.row(owner, id);
      if (state === 'waiting' || state === 'running') break;
    }
    throw new ServiceError('invalid_parameter', `The job "${id}" has not ended yet. Try again in a moment.`, {
      param: 'id',
    });
  }

  /** Yields the job now and after every change, until it has ended. `afterVersion` is the last version the client saw. */
  async *follow(
    owner: Owner,
    id: string,
    { signal, afterVersion = 0 }: { signal: AbortSignal; afterVersion?: number },
  ): AsyncGenerator<JobChange> {
    let seen = afterVersion;
    for await (const _ of this.#parts.watch.changes(id, signal)) {
      const job = await this.row(owner, id);
      if (job.version > seen) yield { version: job.version, job: await this.#parts.views.show(job) };
      seen = Math.max(seen, job.version);
      if (job.state !== 'waiting' && job.state !== 'running') return;
    }
  }

  /** Waits until the job has ended or the time is over; returns the job's state at that moment. */
  async waitFor(owner: Owner, id: string, limits: { timeoutMs: number; signal: AbortSignal }): Promise<JobView> {
    const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)]);
    for await (const { job } of this.follow(owner, id, { signal })) if (job.status !== 'processing') return job;
    return this.find(owner, id);
  }

  /** What an ended job was charged, for the response that waited for it. */
  async receiptOf(owner: Owner, id: string): Promise<Receipt> {
    const { cost } = await this.row(owner, id);
    const { balance, held } = await readBalance(this.#parts.database.queries, owner.accountId, owner.environment);
    return { charged: cost ?? 0, remaining: balance - held, isOfJob: true };
  }

  /** Decided before the transaction: a forecast reads past runs. */
  async #queueFor({ kind, size = 1 }: JobOrder): Promise<QueueName> {
    const { queue = 'main', quickUpToMs } = JOB_KINDS[kind];
    if (quickUpToMs === undefined) return queue;
    return (await this.#parts.forecast.runMs(kind, size, null)) <= quickUpToMs ? 'quick' : queue;
  }

  async #createIn(trx: Transaction, order: JobOrder, queue: QueueName): Promise<JobRow> {
    const { caller, kind, payload, quote, requestId } = order;
    const allowance = this.#parts.allowanceOf(caller.plan);
    const { concurrent = allowance.concurrent_jobs, idPrefix = 'job' } = JOB_KINDS[kind];
    const waiting = await addToAccountQueue(trx, { ...caller, queue }, concurrent);
    if (waiting > allowance.queued_jobs) throw tooMany(allowance.queued_jobs);
    const id = newId(idPrefix);
    const hold = await holdIn(trx, { ...caller, requestId }, { quote, jobId: id, ttlSeconds: HOLD_SECONDS });
    const { accountId, environment } = caller;
    const { description } = quote;
    const lists = currentModelLists();
    const job = { id, accountId, environment, kind, queue, payload, size: order.size ?? 1, description, requestId };
    const orderCost = this.#parts.orderCost?.(quote, caller.plan) ?? null;
    const row = await insertJob(
      trx,
      {
        ...job,
        keepsNothing: caller.zeroRetention ?? false,
        guards: currentPolicy() ?? null,
        modelLists: lists.length > 0 ? lists : null,
        orderCost,
      },
      hold,
    );
    await order.alsoIn?.(trx, id);
    return row;
  }
}

function tooMany(limit: number): ServiceError {
  return new ServiceError(
    'too_many_jobs',
    `This account already has ${limit} waiting jobs, the most that its plan allows. Wait until one has started.`,
    {
      retryAfterSeconds: 10,
    },
  );
}
