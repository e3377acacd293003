// Batches: created with their job, changed only by the attempt that runs them, cancelled and ended once.
import { type RawBuilder, sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from './database.ts';
import type { JobState } from './jobs.ts';
import { toJson } from './json-columns.ts';
import type { Owner } from './owner.ts';

export type BatchStatus =
  | 'validating'
  | 'in_progress'
  | 'finalizing'
  | 'cancelling'
  | 'completed'
  | 'failed'
  | 'expired'
  | 'cancelled';

export interface BatchError {
  code: string;
  message: string;
  line: number | null;
  param: string | null;
}

declare module './json-columns.ts' {
  interface JsonColumns {
    'batches.errors': BatchError[];
    'batches.metadata': Record<string, string>;
  }
}

export interface NewBatch {
  id: string;
  accountId: string;
  environment: Environment;
  keyId: string | null;
  /** The member whose session made it; null if a key did. */
  memberId: string | null;
  /** The customer of its lines unless a line names another, and the run that they belong to. */
  customerId: string | null;
  runId: string | null;
  endpoint: string;
  inputFileId: string;
  metadata: Record<string, string> | null;
  outputSeconds: number | null;
  windowSeconds: number;
}

export interface BatchRow extends Omit<NewBatch, 'windowSeconds'> {
  status: BatchStatus;
  errors: BatchError[] | null;
  total: number;
  completed: number;
  failed: number;
  charged: MicroCredits;
  promptTokens: number;
  completionTokens: number;
  outputFileId: string | null;
  errorFileId: string | null;
  createdAt: Date;
  expiresAt: Date;
  inProgressAt: Date | null;
  finalizingAt: Date | null;
  cancellingAt: Date | null;
  endedAt: Date | null;
}

type StoredBatch = BatchRow & { jobState: JobState | null };

const OPEN = sql`('validating', 'in_progress', 'finalizing', 'cancelling')`;
const ENDED: ReadonlySet<BatchStatus> = new Set(['completed', 'failed', 'expired', 'cancelled']);
const COLUMNS = sql`b.id, b.account_id as "accountId", b.environment, b.key_id as "keyId", b.member_id as "memberId", b.customer_id as "customerId", b.run_id as "runId", b.endpoint, b.input_file_id as "inputFileId",
  b.status, j.state as "jobState", b.metadata, b.errors, b.total, b.completed, b.failed, b.charged, b.prompt_tokens as "promptTokens",
  b.completion_tokens as "completionTokens", b.output_file_id as "outputFileId", b.error_file_id as "errorFileId",
  b.output_seconds as "outputSeconds", b.created_at as "createdAt", b.expires_at as "expiresAt", b.in_progress_at as "inProgressAt",
  b.finalizing_at as "finalizingAt", b.cancelling_at as "cancellingAt", coalesce(b.ended_at, j.completed_at) as "endedAt"`;
const FROM = sql`batches b left join jobs j on j.id = b.id`;

export async function insertBatch(trx: Transaction, batch: NewBatch): Promise<void> {
  await sql`
    insert into batches (id, account_id, environment, key_id, member_id, customer_id, run_id, endpoint, input_file_id, metadata, output_seconds, expires_at)
    values (${batch.id}, ${batch.accountId}, ${batch.environment}, ${batch.keyId}, ${batch.memberId}, ${batch.customerId}, ${batch.runId}, ${batch.endpoint}, ${batch.inputFileId},
      ${toJson('batches.metadata', batch.metadata)}, ${batch.outputSeconds}, now() + ${batch.windowSeconds} * interval '1 second')`.execute(
    trx,
  );
}

export async function findBatch(queries: Queries, owner: Owner, id: string): Promise<BatchRow | undefined> {
  const { rows } = await sql<StoredBatch>`
    select ${COLUMNS} from ${FROM} where b.id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0] && withJob(rows[0]);
}

/** Newest first. Returns up to `limit` + 1 rows, so that the caller can see whether more follow. */
export async function listBatches(
  queries: Queries,
  owner: Owner,
  page: { limit: number; after: string | undefined },
): Promise<BatchRow[]> {
  const after =
    page.after === undefined
      ? sql``
      : sql`and (b.created_at, b.id) < (select created_at, id from batches where id = ${page.after} and account_id = ${owner.accountId})`;
  const { rows } = await sql<StoredBatch>`
    select ${COLUMNS} from ${FROM} where ${ownedBy(owner)} ${after}
    order by b.created_at desc, b.id desc limit ${page.limit + 1}`.execute(queries);
  return rows.map(withJob);
}

/** One run of the batch's job. Once another run starts or the job ends, it can change nothing. */
export interface BatchRun {
  id: string;
  attempt: number;
}

/** Locks the batch for a change by this run; undefined if this run is no longer current. */
export async function lockBatch(trx: Transaction, run: BatchRun): Promise<BatchRow | undefined> {
  // Two statements, so that the second sees what the previous holder of the lock committed.
  await sql`select 1 from batches where id = ${run.id} for update`.execute(trx);
  const { rows } = await sql<StoredBatch>`
    select ${COLUMNS} from ${FROM}
    where b.id = ${run.id} and j.attempt = ${run.attempt} and j.state = 'running'`.execute(trx);
  return rows[0] && withJob(rows[0]);
}

export async function beginBatch(trx: Transaction, id: string, total: number): Promise<void> {
  await sql`
    update batches set total = ${total}, status = case status when 'validating' then 'in_progress' else status end, in_progress_at = now()
    where id = ${id}`.execute(trx);
}

export async function beginFinalizing(trx: Transaction, id: string): Promise<void> {
  await sql`
    update batches set status = 'finalizing', finalizing_at = coalesce(finalizing_at, now())
    where id = ${id} and status in ('validating', 'in_progress', 'finalizing')`.execute(trx);
}

/** Requests cancellation. A batch that is already writing its files, or has ended, does not change. */
export async function askBatchToEnd(trx: Transaction, id: string): Promise<void> {
  await sql`
    update batches set status = 'cancelling', cancelling_at = now()
    where id = ${id} and status in ('validating', 'in_progress')`.execute(trx);
}

export interface BatchEnd {
  status: 'completed' | 'failed' | 'expired' | 'cancelled';
  errors: BatchError[] | null;
}

/** Returns false if it had already ended. */
export async function endBatch(trx: Transaction, id: string, end: BatchEnd): Promise<boolean> {
  const { rows } = await sql`
    update batches set status = ${end.status}, errors = ${toJson('batches.errors', end.errors)}, ended_at = now()
    where id = ${id} and status in ${OPEN} returning id`.execute(trx);
  await sql`delete from batch_lines where batch_id = ${id}`.execute(trx);
  return rows.length > 0;
}

export async function saveResultFile(
  trx: Transaction,
  id: string,
  { kind, file }: { kind: 'output' | 'error'; file: string },
): Promise<void> {
  const column = kind === 'output' ? sql`output_file_id` : sql`error_file_id`;
  await sql`update batches set ${column} = ${file} where id = ${id}`.execute(trx);
}

/** Files that a crashed run wrote for this batch without recording them. */
export async function listLeftResults(queries: Queries, batch: BatchRow, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from artifacts
    where account_id = ${batch.accountId} and environment = ${batch.environment} and created_at >= ${batch.createdAt}
      and file_purpose = 'batch_output' and name = ${name}`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Ends the batches whose job ended without its handler. */
function withJob({ jobState, ...batch }: StoredBatch): BatchRow {
  const isOpen = !ENDED.has(batch.status);
  return isOpen && (jobState === 'failed' || jobState === 'cancelled') ? { ...batch, status: jobState } : batch;
}

function ownedBy({ accountId, environment }: Owner): RawBuilder<unknown> {
  return sql`b.account_id = ${accountId} and b.environment = ${environment}`;
}
