// Answers a response in the background: its charge, its answer and the end of its job are one transaction.
import type { Caller, DeferredCharge } from '../../../../core/caller.ts';
import { ServiceError, toServiceError } from '../../../../core/errors.ts';
import { ClientLeft } from '../../../../core/left-calls.ts';
import type { WrittenFrames } from '../../../../core/written-frames.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../../../jobs/kinds.ts';
import { releaseLeftHoldsIn, settleDeferredIn } from '../../../../money/deferred.ts';
import {
  type BackgroundState,
  endBackground,
  findBackground,
  findJobState,
  insertEvents,
  listEvents,
  lockRun,
  type WrittenEvents,
} from '../../../../store/background-responses.ts';
import type { Database, Transaction } from '../../../../store/database.ts';
import type { NewResponse } from '../../../../store/responses.ts';
import { endedAs, failedResponse } from './background.ts';
import { EventLog } from './event-log.ts';
import { sequenceOf, splitFrames } from './sequence.ts';
import type { ResponseService } from './service.ts';

export interface BackgroundJobParts {
  database: Database;
  responses: Pick<ResponseService, 'whole' | 'stream'>;
  /** Throws if the key or the account may no longer make calls. */
  callerOf(order: BackgroundState): Promise<Caller>;
}

const ATTEMPTS = 3;
const NOTHING: FinishedWork = { result: {}, outputUrl: null, usage: {}, cost: 0 };

export class BackgroundJob implements JobHandler {
  readonly #parts: BackgroundJobParts;

  constructor(parts: BackgroundJobParts) {
    this.#parts = parts;
  }

  async run(job: RunningJob): Promise<FinishedWork> {
    const order = await findBackground(this.#parts.database.queries, job, job.id);
    if (!order) return NOTHING;
    const charges: DeferredCharge[] = [];
    try {
      await this.#begin(job, order);
      const { stored, tail } = await this.#answerUntilLeft(job, order, charges);
      job.signal.throwIfAborted();
      return {
        ...NOTHING,
        storeIn: async (trx) => {
          const paid = await pay(trx, order, charges);
          if (paid.includes(undefined)) throw new Error('the hold of a response in the background had ended');
          if (tail) await insertEvents(trx, job.id, tail);
          await endBackground(trx, { id: job.id, stored });
        },
        discard: () => this.#payCancelled(order, charges),
      };
    } catch (thrown) {
      await this.#endEarly(job, { order, charges, thrown });
      throw thrown;
    }
  }

  /** What an attempt that died has reserved is released. A stream that was read in part is not written a second time. */
  async #begin(job: RunningJob, order: BackgroundState): Promise<void> {
    if (job.attempt === 1) return;
    const { database } = this.#parts;
    if ((await listEvents(database.queries, { id: job.id, after: -1, limit: 1 })).length > 0)
      throw new ServiceError(
        'engine_failed',
        'The process that wrote this answer ended. What was delivered until then may be charged. Order it again.',
      );
    await database.transaction((trx) => releaseLeftHoldsIn(trx, order));
  }

  /** A customer who cancels the job is a client who leaves the call, and pays as one. */
  async #answerUntilLeft(job: RunningJob, order: BackgroundState, charges: DeferredCharge[]) {
    const call = new AbortController();
    const end = () => void this.#reasonOf(job).then((reason) => call.abort(reason));
    if (job.signal.aborted) end();
    else job.signal.addEventListener('abort', end, { once: true });
    try {
      return await this.#answer({ ...job, signal: call.signal }, order, charges);
    } finally {
      job.signal.removeEventListener('abort', end);
    }
  }

  async #reasonOf({ id, signal }: RunningJob): Promise<unknown> {
    const state = await findJobState(this.#parts.database.queries, id).catch(() => undefined);
    return state === 'cancelled' ? new ClientLeft() : signal.reason;
  }

  async #answer(job: RunningJob, order: BackgroundState, charges: DeferredCharge[]) {
    const batch = {
      id: job.id,
      priceFactor: 1,
      isMetered: true,
      defer: (charge: DeferredCharge) => void charges.push(charge),
    };
    const caller = { ...(await this.#parts.callerOf(order)), batch };
    let stored: NewResponse | undefined;
    const keep = (kept: NewResponse | undefined) => {
      stored = kept;
    };
    const { body, requestId } = order;
    const call = { caller, requestId, signal: job.signal, body, background: { id: job.id, keep } };
    if (!order.isStreamed) {
      await this.#parts.responses.whole(call);
      return { stored, tail: undefined };
    }
    const { events } = await this.#parts.responses.stream(call);
    const tail = await this.#store(job, events);
    return { stored, tail };
  }

  /** Returns what must not be read before the answer is paid: its end. */
  async #store(job: RunningJob, events: AsyncIterable<WrittenFrames>): Promise<WrittenEvents | undefined> {
    const log = new EventLog(async (frames) => {
      await insertEvents(this.#parts.database.queries, job.id, eventsOf(frames));
      job.report(0.5, 'answering');
    });
    try {
      for await (const { text } of events) log.add(text);
    } finally {
      await log.close();
    }
    const tail = log.tail;
    return tail === '' ? undefined : eventsOf(tail);
  }

  /** As a call whose client left pays. Where another process goes on, that one pays. */
  async #payCancelled(order: BackgroundState, charges: readonly DeferredCharge[]): Promise<void> {
    const { database } = this.#parts;
    if ((await findJobState(database.queries, order.id)) !== 'cancelled') return;
    await database.transaction((trx) => pay(trx, order, charges));
  }

  async #endEarly(
    job: RunningJob,
    { order, charges, thrown }: { order: BackgroundState; charges: readonly DeferredCharge[]; thrown: unknown },
  ): Promise<void> {
    const { database } = this.#parts;
    const reason: unknown = job.signal.aborted ? job.signal.reason : thrown;
    const error = toServiceError(reason);
    // It was cancelled, or this process stops: then another one answers.
    if (job.signal.aborted && !(reason instanceof ServiceError)) {
      await this.#payCancelled(order, charges);
      return;
    }
    if (error.code === 'service_unavailable' && job.attempt < ATTEMPTS) return;
    await database.transaction(async (trx) => {
      if (!(await lockRun(trx, job))) return;
      await pay(trx, order, charges);
      await endBackground(trx, { id: job.id, stored: endedAs(order, failedResponse(order, error)) });
    });
  }
}

/** A charge whose hold had ended is undefined. */
function pay(
  trx: Transaction,
  { accountId, environment, requestId }: BackgroundState,
  charges: readonly DeferredCharge[],
) {
  return settleDeferredIn(trx, { accountId, environment, requestId }, charges);
}

function eventsOf(frames: string): WrittenEvents {
  const numbers = splitFrames(frames).map(sequenceOf);
  return { first: numbers[0] ?? 0, last: numbers.at(-1) ?? 0, frames };
}
