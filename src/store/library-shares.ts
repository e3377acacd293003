// Share links to the files of the library.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import type { ShareRow } from './project-links.ts';

const SHARE = sql`id, token, expires_at as "expiresAt", created_at as "createdAt"`;

/** Adds nothing if the item is gone or has `most` valid links. */
export async function addItemShare(
  trx: Transaction,
  itemId: string,
  share: { id: string; token: string; expiresAt: Date; most: number },
): Promise<ShareRow | 'gone' | 'full'> {
  // The lock orders links created at the same moment, and a deletion between them.
  const { rows: items } = await sql`select id from library_items where id = ${itemId} for update`.execute(trx);
  if (items.length === 0) return 'gone';
  const { rows } = await sql<ShareRow>`
    insert into library_shares (id, item_id, token, expires_at)
    select ${share.id}, ${itemId}, ${share.token}, ${share.expiresAt}
    where (select count(*) from library_shares where item_id = ${itemId} and expires_at > now()) < ${share.most}
    returning ${SHARE}`.execute(trx);
  return rows[0] ?? 'full';
}

/** Valid links, newest first. Also deletes expired ones. */
export async function listItemShares(queries: Queries, itemId: string): Promise<ShareRow[]> {
  await sql`delete from library_shares where item_id = ${itemId} and expires_at <= now()`.execute(queries);
  const { rows } = await sql<ShareRow>`
    select ${SHARE} from library_shares where item_id = ${itemId} order by created_at desc limit 100`.execute(queries);
  return rows;
}

export async function removeItemShare(queries: Queries, itemId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from library_shares where id = ${id} and item_id = ${itemId} returning id`.execute(queries);
  return rows.length > 0;
}

export interface SharedItem {
  kind: string;
  title: string | null;
  artifactId: string;
  thumbnailId: string | null;
  expiresAt: Date;
}

export async function findSharedItem(queries: Queries, token: string): Promise<SharedItem | undefined> {
  const { rows } = await sql<SharedItem>`
    select i.kind, i.title, i.artifact_id as "artifactId", i.thumbnail_id as "thumbnailId", s.expires_at as "expiresAt"
    from library_shares s join library_items i on i.id = s.item_id
    where s.token = ${token} and s.expires_at > now() and i.artifact_id is not null`.execute(queries);
  return rows[0];
}
