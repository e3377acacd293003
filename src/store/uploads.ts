// The files of GET /files: uploads and the results of batches. Lists them, and finds expired ones.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import type { Owner } from './owner.ts';
import { ofPlans, type RetentionRule } from './retention-rule.ts';

export interface FileRow {
  id: string;
  extension: string;
  contentType: string;
  bytes: number;
  name: string;
  purpose: string;
  isUpload: boolean;
  expiresAt: Date | null;
  createdAt: Date;
}

export interface FilePage {
  limit: number;
  after: string | undefined;
  order: 'asc' | 'desc';
  purpose: string | undefined;
}

/** Uploads from before purposes were stored are for the user's own data. */
const PURPOSE = sql`coalesce(file_purpose, 'user_data')`;
const COLUMNS = sql`id, extension, content_type as "contentType", bytes, name, ${PURPOSE} as purpose, purpose = 'upload' as "isUpload",
  expires_at as "expiresAt", created_at as "createdAt"`;
const IS_LISTED = sql`(purpose = 'upload' or file_purpose is not null) and (expires_at is null or expires_at > now())`;

/** Returns up to `limit` + 1 rows, so that the caller can see whether more follow. */
export async function listFiles(queries: Queries, owner: Owner, page: FilePage): Promise<FileRow[]> {
  const { accountId, environment } = owner;
  const isNewestFirst = page.order === 'desc';
  const beyond = isNewestFirst ? sql`<` : sql`>`;
  const direction = isNewestFirst ? sql`desc` : sql`asc`;
  const after = page.after
    ? sql`and (created_at, id) ${beyond} (select created_at, id from artifacts where id = ${page.after} and account_id = ${accountId})`
    : sql``;
  const { rows } = await sql<FileRow>`
    select ${COLUMNS} from artifacts
    where account_id = ${accountId} and environment = ${environment} and ${IS_LISTED}
      ${page.purpose === undefined ? sql`` : sql`and ${PURPOSE} = ${page.purpose}`} ${after}
    order by created_at ${direction}, id ${direction} limit ${page.limit + 1}`.execute(queries);
  return rows;
}

export async function findFile(
  queries: Queries,
  { accountId, environment }: Owner,
  id: string,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${COLUMNS} from artifacts
    where id = ${id} and account_id = ${accountId} and environment = ${environment} and ${IS_LISTED}`.execute(queries);
  return rows[0];
}

/** Uploads and job inputs past their retention; those of vector stores stay as long as their store. */
export async function listOldUploads(queries: Queries, rule: RetentionRule, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from artifacts
    where purpose <> 'made' and created_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)}
      and not exists (select 1 from vector_files f where f.file_id = artifacts.id) limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Files past their expiry. */
export async function listExpiredFiles(queries: Queries, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from artifacts where expires_at < now() order by expires_at limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}
