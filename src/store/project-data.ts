// Data that a project's preview has stored: its browser storage, and its server's disk.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';

/** `published`: the published version's disk, separate from the preview's. */
export type DataKind = 'storage' | 'disk' | 'published';

interface DataPlace {
  projectId: string;
  kind: DataKind;
}

export async function readKept(queries: Queries, { projectId, kind }: DataPlace): Promise<Buffer | null> {
  const { rows } = await sql<{
    content: Buffer;
  }>`select content from project_data where project_id = ${projectId} and kind = ${kind}`.execute(queries);
  return rows[0]?.content ?? null;
}

/** Does nothing if the project was deleted. */
export async function keepData(queries: Queries, { projectId, kind }: DataPlace, content: Uint8Array): Promise<void> {
  await sql`
    insert into project_data (project_id, kind, content) select id, ${kind}, ${Buffer.from(content)} from projects where id = ${projectId}
    on conflict (project_id, kind) do update set content = excluded.content, updated_at = now()`.execute(queries);
}

/** How many bytes the project keeps of these kinds. Imports of an account take turns, so that they do not exceed its quota together. */
export async function lockKeptBytes(
  trx: Transaction,
  { id, accountId }: { id: string; accountId: string },
  kinds: readonly DataKind[],
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('project data'), hashtext(${accountId}))`.execute(trx);
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(content)), 0)::float8 as bytes from project_data
    where project_id = ${id} and kind = any(${[...kinds]}::text[])`.execute(trx);
  return rows[0]?.bytes ?? 0;
}

export async function removeData(queries: Queries, projectId: string): Promise<void> {
  await sql`delete from project_data where project_id = ${projectId}`.execute(queries);
}
