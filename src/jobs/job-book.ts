// Books what upstreams bill for a job besides its result: at once and as unpaid, because the worker may die, and paid when the job is.

import { ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { LostWork, WorkBook, WorkDoneBy, WorkUse } from '../core/upstream-work.ts';
import { costOfCall, costOfLost, type Purpose } from '../money/billed-calls.ts';
import { readPurpose } from '../money/hold.ts';
import type { UpstreamCost } from '../money/prices.ts';
import { type CallCost, insertCallCosts } from '../store/call-costs.ts';
import type { Database } from '../store/database.ts';
import { noteOrderOf } from '../store/job-leases.ts';
import type { JobRow } from '../store/jobs.ts';

export interface JobBookParts {
  database: Database;
  upstreamCost?: UpstreamCost;
  log: Log;
}

/** Costs something wherever work does. */
const ANY_USE = { requests: 1, images: 1, milliseconds: 60_000, characters: 1_000 };

export class JobBook implements WorkBook {
  readonly #parts: JobBookParts;
  readonly #job: JobRow;
  readonly #module: string;
  #purpose: Promise<Purpose> | undefined;
  /** What is stored as unpaid by now. */
  readonly done: CallCost[] = [];

  constructor(parts: JobBookParts, job: JobRow, module: string) {
    this.#parts = parts;
    this.#job = job;
    this.#module = module;
  }

  async bookPart(by: WorkDoneBy, used: WorkUse): Promise<void> {
    const { upstreamCost } = this.#parts;
    const billed = upstreamCost?.(by, { ...used, requests: 1 }) ?? null;
    if (!upstreamCost || billed === 0) return;
    const cost = costOfCall(await this.#purposeFor(by), { by, used, billed, credits: 0, isPaid: false });
    if (cost && (await this.#store(cost))) this.done.push(cost);
  }

  async bookLost({ by, error, wasAborted }: LostWork): Promise<void> {
    const { upstreamCost } = this.#parts;
    if (!upstreamCost || (this.#job.orderCost && (wasAborted || isOrdered(error)))) return;
    const lost = costOfLost(await this.#purposeFor(by), by, upstreamCost);
    if (lost) await this.#store(lost);
  }

  /** A cancellation finds either the order noted, or no order placed. */
  async orderBegins(by: WorkDoneBy): Promise<void> {
    if (!this.#isBilled(by)) return;
    const isRunning = await noteOrderOf(this.#parts.database.queries, this.#job, true);
    if (!isRunning) throw new Error('the job ended before its order was placed');
  }

  async orderRefused(by: WorkDoneBy): Promise<void> {
    if (this.#isBilled(by)) await noteOrderOf(this.#parts.database.queries, this.#job, false);
  }

  /** null: the cost is not known. */
  #isBilled(by: WorkDoneBy): boolean {
    return this.#job.orderCost !== null && this.#parts.upstreamCost?.(by, ANY_USE) !== 0;
  }

  /** Of the hold, which is gone once the job was cancelled. */
  #purposeFor({ model }: WorkDoneBy): Promise<Purpose> {
    this.#purpose ??= this.#readPurpose(model);
    return this.#purpose;
  }

  async #readPurpose(model: string): Promise<Purpose> {
    const { accountId, environment, holdId } = this.#job;
    const found = holdId ? await readPurpose(this.#parts.database.queries, holdId).catch(() => undefined) : undefined;
    return { accountId, environment, ...(found ?? { module: this.#module, model, keyId: null }) };
  }

  async #store(cost: CallCost): Promise<boolean> {
    try {
      await insertCallCosts(this.#parts.database.queries, [cost]);
      return true;
    } catch (error) {
      this.#parts.log.error({ err: error, job: this.#job.id }, 'the cost of a job was not booked');
      return false;
    }
  }
}

/** The order is booked whole when the job ends: see endings.ts. */
function isOrdered(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return true;
  return 'nextTry' in error
    ? error.nextTry === 'ordered' || error.nextTry === 'billed'
    : error.code === 'engine_timeout';
}
