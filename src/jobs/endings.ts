// Ends jobs: each ending is one transaction with its settlement and its event, so that it happens exactly once.
import { ServiceError, toServiceError } from '../core/errors.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import { readPurpose, settleIn } from '../money/hold.ts';
import type { UpstreamCost } from '../money/prices.ts';
import type { UsageCount } from '../money/receipt.ts';
import { type CallCost, insertCallCosts } from '../store/call-costs.ts';
import type { Database, Transaction } from '../store/database.ts';
import {
  type Attempt,
  endAttempt,
  freeSlot,
  hasPlacedOrder,
  isExpired,
  listExpiredLeases,
  lockAttempt,
  returnToQueue,
} from '../store/job-leases.ts';
import type { JobRow } from '../store/jobs.ts';
import { type FinishedWork, JOB_KINDS, type JobKind } from './kinds.ts';
import { PaidFailure } from './paid-failure.ts';
import type { JobEvents } from './ports.ts';

const DEFAULT_ATTEMPTS = 3;

export interface EndingParts {
  database: Database;
  events: JobEvents;
  /** The cost that the upstream of a job's model charges. */
  upstreamCost?: UpstreamCost;
}

/** The job waited until its credits were returned. */
export class HoldGone extends ServiceError {
  constructor() {
    super('engine_unavailable', 'The credits for this job were returned, because it waited too long. Order it again.');
  }
}

/**
 * Returns false if this attempt no longer owns the job: the result is discarded and nothing is charged. Throws HoldGone if nothing is left
 * to charge.
 */
export function completeJob(
  parts: EndingParts,
  attempt: Attempt & { held: number },
  work: FinishedWork & { parts?: readonly CallCost[] },
): Promise<boolean> {
  const cost = Math.min(work.cost ?? attempt.held, attempt.held);
  return parts.database.transaction(async (trx) => {
    if (!(await lockAttempt(trx, attempt))) return false;
    const result = { ...work.result, ...(await work.storeIn?.(trx)) };
    const job = await endAttempt(trx, attempt, { state: 'completed', result, cost });
    if (!job) throw new Error('a locked job could not be completed');
    const { upstreamCost } = parts;
    const end = {
      cost,
      usage: work.usage,
      description: job.description,
      ...(upstreamCost ? { upstreamCost } : {}),
      ...(work.by ? { by: work.by } : {}),
      parts: work.parts ?? [],
    };
    // Nobody keeps a result that was not paid.
    if (job.holdId && !(await settleIn(trx, { ...job, holdId: job.holdId }, end)) && cost > 0) throw new HoldGone();
    if (hasOwnEvents(job)) return true;
    await parts.events.emitAllIn(trx, [
      {
        ...ownerOf(job),
        type: 'generation.completed',
        data: { job_id: job.id, service: serviceOf(job), output_url: work.outputUrl, duration_ms: runMs(job) },
      },
    ]);
    return true;
  });
}

/**
 * A job that lost the database or the file storage while it ran did not fail by itself: it runs again, unless it would
 * place and pay its order once more.
 */
export function failJob(
  parts: EndingParts,
  job: JobRow,
  { thrown, done }: { thrown: unknown; done: readonly CallCost[] },
): Promise<boolean> {
  const { code, message } = toServiceError(thrown);
  const mayRunAgain = code === 'service_unavailable' && job.attempt < attemptsOf(job);
  return parts.database.transaction(async (trx) => {
    const hasOrder =
      code === 'service_unavailable' && (await lockAttempt(trx, job)) && (await hasPlacedOrder(trx, job));
    const keepsOrder = continuesOrders(job);
    if (mayRunAgain && (keepsOrder || !hasOrder)) return returnToQueue(trx, job, { countsAttempt: true, keepsOrder });
    return failIn(parts, trx, {
      attempt: job,
      error: { code, message },
      wasOrdered: hasOrder || wasOrdered(thrown),
      ...paidOf(thrown, job, done),
    });
  });
}

/** Runs the job again after its worker stopped or died: an order that it does not continue is billed and brings no result. */
export async function runAgain(trx: Transaction, job: JobRow, how: { countsAttempt: boolean }): Promise<void> {
  if (!(await lockAttempt(trx, job))) return;
  const keepsOrder = continuesOrders(job);
  const losesOrder = !keepsOrder && (await hasPlacedOrder(trx, job));
  if (!(await returnToQueue(trx, job, { ...how, keepsOrder }))) return;
  const { accountId, environment, holdId, orderCost } = job;
  if (!losesOrder || !orderCost || !holdId) return;
  const purpose = await readPurpose(trx, holdId);
  if (!purpose) return;
  const { upstream, cost } = orderCost;
  const unpaid = { isPaid: false, used: {}, credits: 0 };
  await insertCallCosts(trx, [{ accountId, environment, ...purpose, ...unpaid, upstream, cost }]);
}

/** Requeues jobs whose lease has expired and fails them after three attempts. Returns the ids of these jobs. */
export async function sweepLeases(parts: EndingParts): Promise<string[]> {
  const expired = await listExpiredLeases(parts.database.queries);
  for (const job of expired) {
    await parts.database.transaction(async (trx) => {
      if (!(await isExpired(trx, job))) return;
      if (job.state !== 'running') await freeSlot(trx, job);
      else if (job.attempt < attemptsOf(job)) await runAgain(trx, job, { countsAttempt: true });
      else
        await failIn(parts, trx, {
          attempt: job,
          error: { code: 'engine_failed', message: diedMessage(job) },
          wasOrdered: true,
        });
    });
  }
  return expired.map((job) => job.id);
}

function attemptsOf({ kind }: Pick<JobRow, 'kind'>): number {
  return JOB_KINDS[kind as JobKind]?.attempts ?? DEFAULT_ATTEMPTS;
}

function continuesOrders({ kind }: Pick<JobRow, 'kind'>): boolean {
  return JOB_KINDS[kind as JobKind]?.continuesOrders ?? false;
}

function diedMessage(job: JobRow): string {
  return `The worker crashed during this job ${attemptsOf(job)} times. Nothing was charged. Try another input.`;
}

/**
 * Whether an upstream may have received the order and bills it: either its error said so, or the time limit stopped it.
 */
function wasOrdered(thrown: unknown): boolean {
  if (!(thrown instanceof ServiceError)) return true;
  if ('nextTry' in thrown) return thrown.nextTry === 'ordered' || thrown.nextTry === 'billed';
  return thrown.code === 'engine_timeout';
}

interface Failure {
  attempt: Attempt;
  error: { code: string; message: string };
  wasOrdered: boolean;
  paid?: { cost: MicroCredits; usage: UsageCount; parts: readonly CallCost[] };
}

function paidOf(thrown: unknown, { held }: JobRow, parts: readonly CallCost[]): Pick<Failure, 'paid'> {
  if (!(thrown instanceof PaidFailure)) return {};
  const { cost, usage } = thrown.work;
  return { paid: { cost: Math.min(cost, held), usage, parts } };
}

async function failIn(
  parts: EndingParts,
  trx: Transaction,
  { attempt, error, wasOrdered: isBilled, paid }: Failure,
): Promise<boolean> {
  const { cost = 0 } = paid ?? {};
  const job = await endAttempt(trx, attempt, { state: 'failed', error, cost });
  if (!job) return false;
  if (job.holdId)
    await settleIn(
      trx,
      { ...job, holdId: job.holdId },
      {
        ...{ cost, usage: paid?.usage ?? {}, parts: paid?.parts ?? [] },
        description: cost > 0 ? `${job.description}, failed` : job.description,
        ordered: isBilled ? job.orderCost : null,
      },
    );
  if (hasOwnEvents(job)) return true;
  // A message can quote the order, and an event is kept.
  const shownError = job.keepsNothing ? { ...error, message: '' } : error;
  const data = {
    job_id: job.id,
    service: serviceOf(job),
    error: shownError,
    refunded_credits: microToCredits(job.held - cost),
  };
  await parts.events.emitAllIn(trx, [{ ...ownerOf(job), type: 'generation.failed', data }]);
  return true;
}

export function serviceOf(job: Pick<JobRow, 'kind'>): string {
  return JOB_KINDS[job.kind as JobKind]?.service ?? job.kind;
}

function hasOwnEvents({ kind }: Pick<JobRow, 'kind'>): boolean {
  return JOB_KINDS[kind as JobKind]?.hasOwnEvents ?? false;
}

function ownerOf({ accountId, environment }: JobRow) {
  return { accountId, environment };
}

function runMs(job: JobRow): number {
  return Math.max(0, (job.completedAt?.getTime() ?? 0) - (job.runAt?.getTime() ?? 0));
}
