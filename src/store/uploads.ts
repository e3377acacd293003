// Lists an account's uploads, and uploads past their retention.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { Queries } from './database.ts';

export interface UploadRow {
  id: string;
  extension: string;
  contentType: string;
  bytes: number;
  name: string;
  createdAt: Date;
}

interface Owner {
  accountId: string;
  environment: Environment;
}

const COLUMNS = sql`id, extension, content_type as "contentType", bytes, name, created_at as "createdAt"`;

/** Newest first. Returns up to `limit` + 1 rows, so that the caller can see whether more follow. */
export async function listUploads(
  queries: Queries,
  { accountId, environment }: Owner,
  { limit, after }: { limit: number; after: string | undefined },
): Promise<UploadRow[]> {
  const page = after
    ? sql`and (created_at, id) < (select created_at, id from artifacts where id = ${after} and account_id = ${accountId})`
    : sql``;
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from artifacts
    where account_id = ${accountId} and environment = ${environment} and purpose = 'upload' ${page}
    order by created_at desc, id desc limit ${limit + 1}`.execute(queries);
  return rows;
}

export async function findUpload(
  queries: Queries,
  { accountId, environment }: Owner,
  id: string,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from artifacts
    where id = ${id} and account_id = ${accountId} and environment = ${environment} and purpose = 'upload'`.execute(
    queries,
  );
  return rows[0];
}

/** Uploads and job inputs older than `keepDays`. */
export async function listOldUploads(queries: Queries, keepDays: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from artifacts
    where purpose <> 'made' and created_at < now() - ${keepDays} * interval '1 day' limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}
