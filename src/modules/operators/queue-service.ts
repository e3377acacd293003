// The queue for the operator: waiting and running jobs, their accounts, and cancellation.
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Database, Transaction } from '../../store/database.ts';
import {
  findJobLine,
  type JobLine,
  listJobLines,
  listJobsOfSuspended,
  readQueue,
} from '../../store/operators-queue.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';
import { afterSeq, DEFAULT_LIMIT, pageBySeq } from './page.ts';
import type { JobQuery } from './schema.ts';

export class OperatorQueue {
  readonly #database: Database;
  readonly #queue: Pick<JobQueue, 'cancel'>;
  readonly #trail: AuditTrail;

  constructor(parts: { database: Database; queue: Pick<JobQueue, 'cancel'>; trail: AuditTrail }) {
    this.#database = parts.database;
    this.#queue = parts.queue;
    this.#trail = parts.trail;
  }

  async read(): Promise<object> {
    const { kinds, accounts, workers } = await readQueue(this.#database.queries);
    const now = Date.now();
    const counts = (of: { waiting: number; running: number; oldestAt: Date }) => ({
      waiting: of.waiting,
      running: of.running,
      oldest_seconds: secondsSince(of.oldestAt, now),
    });
    return {
      object: 'operator.queue',
      waiting: kinds.reduce((sum, { waiting }) => sum + waiting, 0),
      running: kinds.reduce((sum, { running }) => sum + running, 0),
      kinds: kinds.map((one) => ({ kind: one.kind, ...counts(one) })),
      accounts: accounts.map((one) => ({
        account_id: one.accountId,
        email: one.email,
        environment: one.environment,
        ...counts(one),
      })),
      workers: workers.map(({ id, machine, slots, seenAt }) => ({ id, machine, slots, seen_at: seenAt.toISOString() })),
    };
  }

  async list(query: JobQuery): Promise<object> {
    const rows = await listJobLines(this.#database.queries, {
      limit: (query.limit ?? DEFAULT_LIMIT) + 1,
      ...afterSeq(query.cursor),
      ...(query.state ? { state: query.state } : {}),
      ...(query.kind ? { kind: query.kind } : {}),
      ...(query.account_id ? { accountId: query.account_id } : {}),
    });
    return pageBySeq(rows, query.limit, show);
  }

  /** Releases the held credits, because the account did not request the cancellation. */
  async cancel(operator: Operator, id: string, reason: string): Promise<object> {
    const job = await this.#find(id);
    const act = { action: 'job.cancel', target: id, accountId: job.accountId, asked: {}, reason } as const;
    const alsoIn = async (trx: Transaction) => {
      await this.#trail.performIn(trx, { operator, act }, async () => ({
        before: { state: job.state },
        after: { state: (await findJobLine(trx, id))?.state },
      }));
    };
    await this.#queue.cancel(job, id, { isFree: true, alsoIn });
    return show(await this.#find(id));
  }

  /** Cancels the jobs of one suspended account, or of all. The regular run also cancels jobs that a dying node left behind. */
  async cancelJobsOfSuspended(accountId?: string): Promise<void> {
    for (const job of await listJobsOfSuspended(this.#database.queries, accountId))
      await this.#queue.cancel(job, job.id, { isFree: true });
  }

  async #find(id: string): Promise<JobLine> {
    const job = await findJobLine(this.#database.queries, id);
    if (!job) throw new ServiceError('not_found', `There is no job "${id}".`);
    return job;
  }
}

/** Without payload and result: the operator does not read what customers make. */
function show(job: JobLine): object {
  return {
    object: 'operator.job',
    id: job.id,
    account_id: job.accountId,
    email: job.email,
    environment: job.environment,
    kind: job.kind,
    state: job.state,
    stage: job.stage,
    progress: Math.round(job.progress * 1_000) / 1_000,
    attempt: job.attempt,
    machine: job.machine,
    error: job.error,
    held_credits: microToCredits(job.held),
    cost_credits: job.cost === null ? null : microToCredits(job.cost),
    age_seconds: secondsSince(job.createdAt, Date.now()),
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    completed_at: job.completedAt?.toISOString() ?? null,
  };
}

function secondsSince(at: Date, nowMs: number): number {
  return Math.max(0, Math.round((nowMs - at.getTime()) / 1_000));
}
