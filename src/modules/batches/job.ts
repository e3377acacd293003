// The job of a batch: checks the input file, runs its lines, writes the results. Every step can be repeated after a crash.
import { setTimeout as wait } from 'node:timers/promises';
import type { Artifact } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError, toServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../jobs/kinds.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { releaseLeftHoldsIn } from '../../money/deferred.ts';
import { refundRequest } from '../../money/entries.ts';
import type { Prices } from '../../money/prices.ts';
import { listDoneLines } from '../../store/batch-lines.ts';
import {
  type BatchEnd,
  type BatchError,
  type BatchRow,
  type BatchRun,
  beginBatch,
  beginFinalizing,
  findBatch,
  lockBatch,
} from '../../store/batches.ts';
import { AnswerRoom } from './answer-room.ts';
import type { LineError } from './batch-line.ts';
import { checkFile } from './check-file.ts';
import { type FindBatchCaller, MAX_LINE_BYTES, MAX_LINES } from './ports.ts';
import { countsOf } from './present.ts';
import { type FileLine, readLines } from './read-lines.ts';
import { LineRun } from './run-lines.ts';
import type { SharedSlots } from './shared-slots.ts';
import { RunLost } from './store-lines.ts';
import { endBatchIn, type ResultParts, refuseRest, writeFiles } from './write-results.ts';

export interface BatchJobParts extends ResultParts {
  queue: Pick<JobQueue, 'cancelAtOnce' | 'undoRequest'>;
  prices: Prices;
  slots: SharedSlots;
  callerOf: FindBatchCaller;
  /** Bytes that the storage of the account's plan has left; below 0 if it holds more. */
  roomOf(accountId: string): Promise<number>;
}

type Rest = LineError & { status: 'cancelled' | 'expired' | 'failed' };

/** A short failure of the file store or the database must not lose paid answers. */
const PAUSES_MS = [1_000, 5_000, 30_000, 120_000];
/** After this many worker crashes a batch runs no more lines: one of them may cause the crash. */
const MAX_ATTEMPTS = 8;
const MAX_PASSES = 3;
const CALLER_LIFE_MS = 1_000;
/** Room for custom_id, method and url beside the body. */
const AROUND_BODY_BYTES = 4 * 1024;

export class BatchJob implements JobHandler {
  readonly #parts: BatchJobParts;

  constructor(parts: BatchJobParts) {
    this.#parts = parts;
  }

  async run(job: RunningJob): Promise<FinishedWork> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#runOnce(job);
      } catch (error) {
        const pauseMs = PAUSES_MS[tries];
        const isFinal = error instanceof ServiceError || error instanceof RunLost || job.signal.aborted;
        if (isFinal) throw error;
        if (pauseMs === undefined) {
          await this.#fail(job, toServiceError(error));
          throw error;
        }
        await wait(pauseMs, undefined, { signal: job.signal });
      }
    }
  }

  async #runOnce(job: RunningJob): Promise<FinishedWork> {
    const batch = await this.#begin(job);
    if (batch.endedAt) return finished(batch);
    const input = await this.#parts.artifacts.find(batch.inputFileId);
    const isUnchecked = batch.total === 0;
    if (batch.status === 'cancelling' && isUnchecked)
      return this.#end(job, batch, { status: 'cancelled', errors: null });
    if (!input) return this.#endWithFiles(job, batch, { status: 'failed', errors: [MISSING_FILE] });
    if (isUnchecked) {
      const errors = await this.#check(job, batch, input);
      if (errors.length > 0) return this.#end(job, batch, { status: 'failed', errors });
    }
    const done = await listDoneLines(this.#parts.database.queries, batch.id);
    await this.#runLines(job, { batch, input, done });
    const rest = await this.#decideRest(job, done);
    if (rest) {
      const lines = await this.#read(batch, input);
      await refuseRest(this.#parts, runOf(job), { batch, lines, done, error: rest });
    }
    const status = rest?.status ?? 'completed';
    const errors = status === 'failed' && rest ? [{ ...rest, line: null, param: null }] : null;
    return this.#endWithFiles(job, batch, { status, errors: errors?.map(({ status: _, ...error }) => error) ?? null });
  }

  /** From here on no other run can store anything; the holds of a crashed run are released. */
  #begin(job: RunningJob): Promise<BatchRow> {
    return this.#parts.database.transaction(async (trx) => {
      const batch = await lockBatch(trx, runOf(job));
      if (!batch) throw new RunLost('the batch is run by another worker');
      await releaseLeftHoldsIn(trx, batch);
      return batch;
    });
  }

  async #check(job: RunningJob, batch: BatchRow, input: Artifact): Promise<BatchError[]> {
    const { calls, database, prices, callerOf } = this.#parts;
    job.report(0, 'checking the file');
    const plan = await callerOf(batch).then(
      (caller) => caller.plan,
      () => undefined,
    );
    const mostLines = (plan === undefined ? undefined : prices.plan(plan).batch_lines) ?? MAX_LINES;
    const lines = await this.#read(batch, input);
    const { total, errors } = await checkFile({ calls, endpoint: batch.endpoint, mostLines, lines });
    if (errors.length > 0) return errors;
    batch.total = total;
    await database.transaction(async (trx) => {
      if (!(await lockBatch(trx, runOf(job)))) throw new RunLost('the batch is run by another worker');
      await beginBatch(trx, batch.id, total);
    });
    return [];
  }

  async #runLines(
    job: RunningJob,
    { batch, input, done }: { batch: BatchRow; input: Artifact; done: Set<number> },
  ): Promise<void> {
    const { calls, database, slots, prices, roomOf } = this.#parts;
    if (batch.status === 'cancelling' || job.attempt > MAX_ATTEMPTS) return;
    const module = calls.describe(batch.endpoint)?.module ?? 'batch';
    const lineRun = new LineRun(
      {
        calls,
        slots,
        room: new AnswerRoom(() => roomOf(batch.accountId)),
        store: { database, batch, run: runOf(job), module },
        priceFactor: prices.batchFactor,
        findCaller: this.#remembering(batch),
        undo: (requestId) => this.#undo(batch, module, requestId),
        onProgress: (count) => job.report(count / batch.total, `line ${count} of ${batch.total}`),
        signal: job.signal,
      },
      done,
    );
    for (let pass = 0; pass < MAX_PASSES && done.size < batch.total; pass += 1)
      await lineRun.run(await this.#read(batch, input));
  }

  /** Slow image models answer through a job, which has its own charge and outlives the run that made it. */
  async #undo(batch: BatchRow, module: string, requestId: string): Promise<void> {
    if (module !== 'image') return;
    await this.#parts.queue.undoRequest(batch, requestId);
    await this.#parts.database.transaction((trx) => refundRequest(trx, batch, requestId));
  }

  /**
   * After this, the batch either is cancelled or cannot be cancelled any more. Returns the error for lines without an
   * answer.
   */
  #decideRest(job: RunningJob, done: ReadonlySet<number>): Promise<Rest | undefined> {
    return this.#parts.database.transaction(async (trx) => {
      const batch = await lockBatch(trx, runOf(job));
      if (!batch) throw new RunLost('the batch is run by another worker');
      if (batch.status === 'cancelling') return CANCELLED;
      if (done.size < batch.total && batch.expiresAt.getTime() > Date.now() && job.attempt <= MAX_ATTEMPTS)
        throw new Error(`${batch.total - done.size} lines of the batch ${batch.id} have no answer`);
      await beginFinalizing(trx, batch.id);
      if (done.size === batch.total) return undefined;
      return job.attempt > MAX_ATTEMPTS ? WORKER_DIED : EXPIRED;
    });
  }

  async #endWithFiles(job: RunningJob, batch: BatchRow, end: BatchEnd): Promise<FinishedWork> {
    job.report(1, 'writing the files');
    await writeFiles(this.#parts, { run: runOf(job), owner: batch }, job.signal);
    return this.#end(job, batch, end);
  }

  async #end(job: RunningJob, batch: BatchRow, end: BatchEnd): Promise<FinishedWork> {
    const { database, queue } = this.#parts;
    if (end.status === 'cancelled')
      await queue.cancelAtOnce(batch, batch.id, { isFree: true, alsoIn: (trx) => endBatchIn(trx, batch, end) });
    else
      await database.transaction(async (trx) => {
        if (!(await lockBatch(trx, runOf(job)))) throw new RunLost('the batch is run by another worker');
        await endBatchIn(trx, batch, end);
      });
    return finished((await findBatch(database.queries, batch, batch.id)) ?? batch);
  }

  async #fail(job: RunningJob, { code, message }: ServiceError): Promise<void> {
    const errors = [{ code, message, line: null, param: null }];
    await this.#parts.database.transaction(async (trx) => {
      const batch = await lockBatch(trx, runOf(job));
      if (batch) await endBatchIn(trx, batch, { status: 'failed', errors });
    });
  }

  async #read({ endpoint }: BatchRow, input: Artifact): Promise<AsyncGenerator<FileLine>> {
    const most = this.#parts.calls.describe(endpoint)?.bodyLimitBytes ?? MAX_LINE_BYTES;
    const stream = await this.#parts.artifacts.read(input);
    return readLines(stream, Math.min(MAX_LINE_BYTES, most + AROUND_BODY_BYTES));
  }

  /** Cached, because keys and plans change rarely and a batch has many lines. */
  #remembering(batch: BatchRow): () => Promise<Caller> {
    let known: Promise<Caller> | undefined;
    let untilMs = 0;
    return () => {
      if (!known || Date.now() > untilMs) {
        known = this.#parts.callerOf(batch);
        untilMs = Date.now() + CALLER_LIFE_MS;
      }
      return known;
    };
  }
}

const MISSING_FILE: BatchError = {
  code: 'input_file_missing',
  message: 'The input file was deleted before the batch had read it. Upload it again and create a new batch.',
  line: null,
  param: 'input_file_id',
};
const CANCELLED: Rest = {
  status: 'cancelled',
  code: 'batch_cancelled',
  message: 'The batch was cancelled before this request ran. Nothing was charged.',
};
const EXPIRED: Rest = {
  status: 'expired',
  code: 'batch_expired',
  message: 'This request did not run within the completion window. Nothing was charged. Send it in a new batch.',
};
const WORKER_DIED: Rest = {
  status: 'failed',
  code: 'engine_failed',
  message: 'The worker crashed too often during this batch, so this request did not run. Nothing was charged.',
};

function runOf({ id, attempt }: RunningJob): BatchRun {
  return { id, attempt };
}

/** The job ends like its batch; a cancelled one has already ended. */
function finished(batch: BatchRow): FinishedWork {
  if (batch.status === 'failed')
    throw new ServiceError('invalid_parameter', batch.errors?.[0]?.message ?? 'The batch failed.');
  if (batch.status === 'expired')
    throw new ServiceError(
      'engine_timeout',
      'The batch did not end within 24 hours. Its files contain the results so far.',
    );
  const { outputFileId, errorFileId } = batch;
  const usage = { credits: microToCredits(batch.charged) };
  const counts = { request_counts: countsOf(batch), usage };
  const result = { output_file_id: outputFileId, error_file_id: errorFileId, ...counts };
  return { result, outputUrl: null, usage: {}, cost: 0 };
}
