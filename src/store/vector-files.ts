// The files of vector stores: added with the job that reads them, changed only while that job has them, listed page by page.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';
import type { Owner } from './owner.ts';
import { storableText } from './storable-text.ts';

export type Attributes = Record<string, string | number | boolean>;

declare module './json-columns.ts' {
  interface JsonColumns {
    'vector_files.attributes': Attributes;
  }
}

export type VectorFileStatus = 'in_progress' | 'completed' | 'cancelled' | 'failed';
export type VectorErrorCode = 'server_error' | 'unsupported_file' | 'invalid_file';

export interface VectorFileRow {
  storeId: string;
  fileId: string;
  jobId: string;
  status: VectorFileStatus;
  errorCode: VectorErrorCode | null;
  errorMessage: string | null;
  attributes: Attributes;
  chunkTokens: number;
  overlapTokens: number;
  usageBytes: number;
  createdAt: Date;
}

export interface NewVectorFile {
  fileId: string;
  attributes: Attributes;
  chunkTokens: number;
  overlapTokens: number;
}

export interface FilePage {
  limit: number;
  order: 'asc' | 'desc';
  after: string | undefined;
  before: string | undefined;
  status: VectorFileStatus | undefined;
}

export interface FileCounts {
  in_progress: number;
  completed: number;
  failed: number;
  cancelled: number;
  total: number;
}

const COLUMNS = sql`f.store_id as "storeId", f.file_id as "fileId", f.job_id as "jobId", f.status, f.error_code as "errorCode", f.error_message as "errorMessage",
  f.attributes, f.chunk_tokens as "chunkTokens", f.overlap_tokens as "overlapTokens", f.usage_bytes as "usageBytes", f.created_at as "createdAt"`;
const MAX_MESSAGE = 500;

/** Of these files, the uploads of the owner. */
export async function findOwnUploads(queries: Queries, owner: Owner, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from artifacts where id = any(${[...ids]}::text[]) and account_id = ${owner.accountId} and environment = ${owner.environment}
      and (purpose = 'upload' or file_purpose is not null) and (expires_at is null or expires_at > now())`.execute(
    queries,
  );
  return rows.map(({ id }) => id);
}

/** Adds files of the owner to a store, or adds them again; one that is being read stays as it is. Returns how many there were. */
export async function addVectorFiles(
  trx: Transaction,
  owner: Owner,
  { storeId, jobId, files }: { storeId: string; jobId: string; files: readonly NewVectorFile[] },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into vector_files (store_id, file_id, job_id, attributes, chunk_tokens, overlap_tokens)
    select ${storeId}, g.file_id, ${jobId}, g.attributes::jsonb, g.chunk_tokens, g.overlap_tokens
    from unnest(${files.map(({ fileId }) => fileId)}::text[], ${files.map(({ attributes }) => toJson('vector_files.attributes', attributes))}::text[],
      ${files.map(({ chunkTokens }) => chunkTokens)}::integer[], ${files.map(({ overlapTokens }) => overlapTokens)}::integer[])
      with ordinality as g(file_id, attributes, chunk_tokens, overlap_tokens, n)
    join artifacts a on a.id = g.file_id and a.account_id = ${owner.accountId} and a.environment = ${owner.environment}
    order by g.n
    on conflict (store_id, file_id) do update set job_id = excluded.job_id, status = 'in_progress', error_code = null, error_message = null,
      attributes = excluded.attributes, chunk_tokens = excluded.chunk_tokens, overlap_tokens = excluded.overlap_tokens, tries = 0
    where vector_files.status <> 'in_progress'`.execute(trx);
  return Number(numAffectedRows);
}

export async function findVectorFile(
  queries: Queries,
  storeId: string,
  fileId: string,
): Promise<VectorFileRow | undefined> {
  const { rows } = await sql<VectorFileRow>`
    select ${COLUMNS} from vector_files f where f.store_id = ${storeId} and f.file_id = ${fileId}`.execute(queries);
  return rows[0];
}

/** Those of a job, if it is named. Newest first unless the page says otherwise; up to `limit` + 1 rows, so that the caller can see whether more follow. */
export async function listVectorFiles(
  queries: Queries,
  { storeId, jobId }: { storeId: string; jobId?: string },
  page: FilePage,
): Promise<VectorFileRow[]> {
  const isBackwards = page.after === undefined && page.before !== undefined;
  const at = page.after ?? page.before;
  const isNewestFirst = (page.order === 'desc') !== isBackwards;
  const beyond = isNewestFirst ? sql`<` : sql`>`;
  const direction = isNewestFirst ? sql`desc` : sql`asc`;
  const from =
    at === undefined
      ? sql``
      : sql`and (f.created_at, f.file_id) ${beyond} (select created_at, file_id from vector_files where store_id = ${storeId} and file_id = ${at})`;
  const { rows } = await sql<VectorFileRow>`
    select ${COLUMNS} from vector_files f where f.store_id = ${storeId} ${jobId === undefined ? sql`` : sql`and f.job_id = ${jobId}`} ${from}
      ${page.status === undefined ? sql`` : sql`and f.status = ${page.status}`}
    order by f.created_at ${direction}, f.file_id ${direction} limit ${page.limit + 1}`.execute(queries);
  return isBackwards ? rows.slice(0, page.limit).reverse() : rows;
}

export async function countFilesOfJob(queries: Queries, jobId: string): Promise<FileCounts> {
  const { rows } = await sql<FileCounts>`
    select count(*) filter (where status = 'in_progress')::integer as in_progress, count(*) filter (where status = 'completed')::integer as completed,
      count(*) filter (where status = 'failed')::integer as failed, count(*) filter (where status = 'cancelled')::integer as cancelled,
      count(*)::integer as total
    from vector_files where job_id = ${jobId}`.execute(queries);
  return rows[0] ?? { in_progress: 0, completed: 0, failed: 0, cancelled: 0, total: 0 };
}

export async function setAttributes(
  queries: Queries,
  { storeId, fileId }: { storeId: string; fileId: string },
  attributes: Attributes,
): Promise<void> {
  await sql`
    update vector_files set attributes = ${toJson('vector_files.attributes', attributes)}
    where store_id = ${storeId} and file_id = ${fileId}`.execute(queries);
}

export async function deleteVectorFile(queries: Queries, storeId: string, fileId: string): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`delete from vector_files where store_id = ${storeId} and file_id = ${fileId}`.execute(queries);
  return numAffectedRows > 0n;
}

/** The next file that the job has to read, oldest first; counts the try before anything is read, so that it also counts for a worker that dies. */
export async function beginNextFile(
  queries: Queries,
  jobId: string,
): Promise<(VectorFileRow & { tries: number }) | undefined> {
  const { rows } = await sql<VectorFileRow & { tries: number }>`
    update vector_files f set tries = f.tries + 1 where (f.store_id, f.file_id) = (
      select store_id, file_id from vector_files where job_id = ${jobId} and status = 'in_progress' order by created_at, file_id limit 1)
    returning ${COLUMNS}, f.tries`.execute(queries);
  return rows[0];
}

/** Who reads the file now, and how far it is; it stays locked until the transaction ends. Undefined: it left the store. */
export async function lockFile(
  trx: Transaction,
  { storeId, fileId }: Pick<VectorFileRow, 'storeId' | 'fileId'>,
): Promise<Pick<VectorFileRow, 'jobId' | 'status'> | undefined> {
  const { rows } = await sql<Pick<VectorFileRow, 'jobId' | 'status'>>`
    select job_id as "jobId", status from vector_files where store_id = ${storeId} and file_id = ${fileId} for update`.execute(
    trx,
  );
  return rows[0];
}

export async function completeFile(
  trx: Transaction,
  { storeId, fileId }: Pick<VectorFileRow, 'storeId' | 'fileId'>,
  { usageBytes, chunks }: { usageBytes: number; chunks: number },
): Promise<void> {
  await sql`
    update vector_files set status = 'completed', usage_bytes = ${usageBytes}, chunks = ${chunks}
    where store_id = ${storeId} and file_id = ${fileId}`.execute(trx);
}

export async function failFile(
  queries: Queries,
  { storeId, fileId, jobId }: Pick<VectorFileRow, 'storeId' | 'fileId' | 'jobId'>,
  error: { code: VectorErrorCode; message: string },
): Promise<void> {
  await sql`
    update vector_files set status = 'failed', error_code = ${error.code}, error_message = ${storableText(error.message.slice(0, MAX_MESSAGE))}
    where store_id = ${storeId} and file_id = ${fileId} and job_id = ${jobId} and status = 'in_progress'`.execute(
    queries,
  );
}

export async function cancelFilesOfJob(queries: Queries, jobId: string): Promise<void> {
  await sql`update vector_files set status = 'cancelled' where job_id = ${jobId} and status = 'in_progress'`.execute(
    queries,
  );
}

/** Ends the files that no job will read any more, because theirs was cancelled or has failed. */
export async function endLeftFiles(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update vector_files f set status = case when j.state = 'cancelled' then 'cancelled' else 'failed' end,
      error_code = case when j.state = 'cancelled' then null else 'server_error' end,
      error_message = case when j.state = 'cancelled' then null else 'The job that read this file has failed. Add the file again.' end
    from vector_files left_file left join jobs j on j.id = left_file.job_id
    where left_file.status = 'in_progress' and (j.id is null or j.state not in ('waiting', 'running'))
      and f.store_id = left_file.store_id and f.file_id = left_file.file_id and f.status = 'in_progress' and f.job_id = left_file.job_id`.execute(
    queries,
  );
  return Number(numAffectedRows);
}
