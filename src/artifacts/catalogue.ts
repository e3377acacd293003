// The database table of artifacts, shared by all artifact stores.
import { sql } from 'kysely';
import type { Queries } from '../store/database.ts';
import { type Artifact, type NewArtifact, PDF_TYPE, TEXT_TYPE } from './port.ts';

type Row = Omit<Artifact, 'path'>;

const COLUMNS = sql`id, account_id as "accountId", environment, extension, content_type as "contentType", bytes, name,
  coalesce(file_purpose in ('batch', 'batch_output'), false) or (purpose = 'upload' and content_type in (${TEXT_TYPE}, ${PDF_TYPE})) as "isPrivate", created_at as "createdAt"`;

export async function insertArtifact(
  queries: Queries,
  artifact: NewArtifact,
  { id, bytes }: { id: string; bytes: number },
): Promise<Artifact> {
  const { rows } = await sql<Row>`
    insert into artifacts (id, account_id, environment, extension, content_type, bytes, name, purpose, file_purpose, expires_at)
    values (${id}, ${artifact.accountId}, ${artifact.environment}, ${artifact.extension}, ${artifact.contentType}, ${bytes}, ${artifact.name},
      ${artifact.purpose ?? 'made'}, ${artifact.filePurpose ?? null}, ${artifact.expiresAt ?? null})
    returning ${COLUMNS}`.execute(queries);
  const [row] = rows;
  if (!row) throw new Error('the artifact was not stored');
  return withPath(row);
}

/** A file past its end is gone, also before a chore has removed it. */
export async function findArtifact(queries: Queries, id: string): Promise<Artifact | undefined> {
  const { rows } = await sql<Row>`select ${COLUMNS} from artifacts
    where id = ${id} and (expires_at is null or expires_at > now())`.execute(queries);
  return rows[0] && withPath(rows[0]);
}

export async function deleteArtifact(queries: Queries, id: string): Promise<Artifact | undefined> {
  const { rows } = await sql<Row>`delete from artifacts where id = ${id} returning ${COLUMNS}`.execute(queries);
  return rows[0] && withPath(rows[0]);
}

/** Bytes of the account's uploads, job inputs, vector stores, results of batches, edited projects and their data, in both environments. */
export async function sumSentBytes(queries: Queries, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select (select coalesce(sum(bytes), 0) from artifacts where account_id = ${accountId} and purpose <> 'made')::float8
      + (select coalesce(sum(bytes), 0) from artifacts
         where account_id = ${accountId} and purpose = 'made' and file_purpose is not null)::float8
      + (select coalesce(sum(answer_bytes), 0) from batches where account_id = ${accountId} and ended_at is null)::float8
      + (select coalesce(sum(usage_bytes), 0) from vector_stores where account_id = ${accountId})::float8
      + (select coalesce(sum(edited_bytes), 0) from projects where account_id = ${accountId})::float8
      + (select coalesce(sum(octet_length(d.content)), 0) from project_data d join projects p on p.id = d.project_id
         where p.account_id = ${accountId})::float8 as bytes`.execute(queries);
  return rows[0]?.bytes ?? 0;
}

/** Some files of an account, in both environments. */
export async function listArtifactsOf(queries: Queries, accountId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from artifacts where account_id = ${accountId} limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Returns the ids that exist. */
export async function listKnownArtifacts(queries: Queries, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from artifacts where id = any(${[...ids]}::text[])`.execute(
    queries,
  );
  return new Set(rows.map(({ id }) => id));
}

function withPath(row: Row): Artifact {
  return { ...row, path: `/files/${row.id}.${row.extension}` };
}
