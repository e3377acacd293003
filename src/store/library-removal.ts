// Deletes library items with everything that belongs to them: files, tracks, jobs, projects and share links.
import { sql } from 'kysely';
import type { Transaction } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';

interface Removable {
  id: string;
  fileIds: string[];
}

/**
 * Returns the deleted items, and the files whose bytes the caller must remove. Items whose job is still finishing stay:
 * its result would name files that are gone.
 */
export async function deleteLibraryItems(
  trx: Transaction,
  owner: Owner,
  wanted: readonly string[],
): Promise<{ ids: string[]; fileIds: string[] }> {
  const { rows } = await sql<Removable>`
    select i.id, coalesce(array_remove(array[i.artifact_id, i.thumbnail_id] || coalesce(t.artifact_ids, '{}')
        || array(select json_array_elements_text(j.result->'artifactIds'))
        || array(select v.archive_id from project_versions v where v.project_id = i.project_id), null), '{}') as "fileIds"
    from library_items i
    left join music_tracks t on t.id = i.id
    left join jobs j on j.id = i.id
    where i.id = any(${[...wanted]}::text[]) and i.account_id = ${owner.accountId} and i.environment = ${owner.environment}
      and (j.id is null or (j.state in ('completed', 'failed', 'cancelled') and not j.holds_slot))
    for update of i`.execute(trx);
  const ids = rows.map(({ id }) => id);
  const fileIds = [...new Set(rows.flatMap((row) => row.fileIds))];
  // The items and their share links first: a link must not outlive the decision to delete.
  await sql`delete from library_items where id = any(${ids}::text[]) and ${ownedBy(owner)}`.execute(trx);
  await sql`delete from music_tracks where id = any(${ids}::text[]) and ${ownedBy(owner)}`.execute(trx);
  await sql`delete from projects where id = any(${ids}::text[]) and ${ownedBy(owner)}`.execute(trx);
  await sql`delete from jobs where id = any(${ids}::text[]) and ${ownedBy(owner)}`.execute(trx);
  await sql`delete from artifacts where id = any(${fileIds}::text[]) and ${ownedBy(owner)}`.execute(trx);
  return { ids, fileIds };
}
