// Ends a batch: answers the lines that never ran, writes the two files, and stores the end together with its event.
import { Readable } from 'node:stream';
import type { ArtifactStore } from '../../artifacts/port.ts';
import { microToCredits } from '../../core/money.ts';
import { emitIn } from '../../outbox/events.ts';
import { type DoneLine, insertLines, readAnswers } from '../../store/batch-lines.ts';
import {
  type BatchEnd,
  type BatchRow,
  type BatchRun,
  endBatch,
  findBatch,
  listLeftResults,
  lockBatch,
  saveResultFile,
} from '../../store/batches.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { type LineError, readLine, refusalText } from './batch-line.ts';
import type { LineCalls } from './ports.ts';
import { countsOf } from './present.ts';
import type { FileLine } from './read-lines.ts';
import { RunLost } from './store-lines.ts';

export interface ResultParts {
  database: Database;
  artifacts: ArtifactStore;
  calls: LineCalls;
  /** Days that files of the account are kept unless the batch says otherwise; 0: forever. */
  keepDays(accountId: string): Promise<number>;
}

const DAY_SECONDS = 24 * 60 * 60;
const LINES_PER_COMMIT = 200;
const FREE = { charged: 0, promptTokens: 0, completionTokens: 0 };

/** Gives every line without an answer the same error, so that each line is in one of the files. */
export async function refuseRest(
  parts: ResultParts,
  run: BatchRun,
  rest: {
    batch: BatchRow;
    lines: AsyncIterable<FileLine>;
    done: Set<number>;
    error: LineError;
  },
): Promise<void> {
  let pending: DoneLine[] = [];
  const store = () =>
    parts.database.transaction(async (trx) => {
      if (!(await lockBatch(trx, run))) throw new RunLost('the batch is run by another worker');
      await insertLines(trx, run.id, { lines: pending, totals: FREE });
    });
  for await (const line of rest.lines) {
    if (rest.done.has(line.number)) continue;
    const { customId } = await readLine(parts.calls, rest.batch.endpoint, line);
    pending.push({ line: line.number, hasFailed: true, answer: refusalText(customId, rest.error) });
    rest.done.add(line.number);
    if (pending.length < LINES_PER_COMMIT) continue;
    await store();
    pending = [];
  }
  if (pending.length > 0) await store();
}

/** A file that an earlier run wrote and recorded is kept; one that it wrote without recording is removed. */
export async function writeFiles(
  parts: ResultParts,
  { run, owner }: { run: BatchRun; owner: BatchRow },
  signal: AbortSignal,
): Promise<void> {
  const { database, artifacts } = parts;
  const batch = await findBatch(database.queries, owner, run.id);
  if (!batch) throw new RunLost('the batch is gone');
  for (const kind of ['output', 'error'] as const) {
    const isError = kind === 'error';
    const name = `${batch.id}_${kind}.jsonl`;
    if ((isError ? batch.errorFileId : batch.outputFileId) !== null) continue;
    if ((isError ? batch.failed : batch.completed) === 0) continue;
    for (const left of await listLeftResults(database.queries, batch, name)) await artifacts.remove(left);
    const { accountId, environment } = batch;
    const file = { accountId, environment, extension: 'jsonl', contentType: 'application/jsonl', name } as const;
    const source = Readable.from(readAnswers(database.queries, batch.id, isError));
    const stored = await artifacts.put(
      { ...file, filePurpose: 'batch_output', origin: null, ...lifeOf(batch, await parts.keepDays(accountId)), source },
      signal,
    );
    await database.transaction(async (trx) => {
      if (!(await lockBatch(trx, run))) throw new RunLost('the batch is run by another worker');
      await saveResultFile(trx, batch.id, { kind, file: stored.id });
    });
  }
}

function lifeOf({ outputSeconds }: BatchRow, keepDays: number): { expiresAt?: Date } {
  const seconds = outputSeconds ?? keepDays * DAY_SECONDS;
  return seconds > 0 ? { expiresAt: new Date(Date.now() + seconds * 1_000) } : {};
}

/** Runs in the transaction that ends the job, or in the last one before it. A batch ends once. */
export async function endBatchIn(trx: Transaction, owner: BatchRow, end: BatchEnd): Promise<void> {
  if (!(await endBatch(trx, owner.id, end))) return;
  const batch = await findBatch(trx, owner, owner.id);
  if (!batch) return;
  const { accountId, environment } = batch;
  await emitIn(trx, {
    accountId,
    environment,
    type: `batch.${end.status}`,
    data: {
      batch_id: batch.id,
      endpoint: batch.endpoint,
      input_file_id: batch.inputFileId,
      output_file_id: batch.outputFileId,
      error_file_id: batch.errorFileId,
      request_counts: countsOf(batch),
      credits: microToCredits(batch.charged),
    },
  });
}
