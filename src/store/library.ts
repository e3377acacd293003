// The library: one row per item. Adds, lists, tags and deletes items.
import { type RawBuilder, sql } from 'kysely';
import { keepsNothing } from '../core/zero-retention.ts';
import type { Queries, Transaction } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';
import { storableText } from './storable-text.ts';

export interface LibraryRow {
  seq: number;
  id: string;
  kind: string;
  title: string | null;
  prompt: string;
  tags: string[];
  createdAt: Date;
  projectId: string | null;
  previewId: string | null;
  artifactId: string | null;
  extension: string | null;
  contentType: string | null;
  bytes: number | null;
  thumbnailId: string | null;
  thumbnailExtension: string | null;
  /** Its valid share links. */
  shares: number;
}

export interface NewLibraryItem extends Owner {
  id: string;
  kind: 'image' | 'song' | 'video';
  title?: string;
  prompt: string;
  artifactId: string;
  thumbnailId?: string;
}

/** A job that runs again replaces the files of its first run. */
export async function addLibraryItem(queries: Queries, item: NewLibraryItem): Promise<void> {
  if (keepsNothing()) return;
  await sql`
    insert into library_items (id, account_id, environment, kind, title, prompt, artifact_id, thumbnail_id)
    values (${item.id}, ${item.accountId}, ${item.environment}, ${item.kind}, ${item.title === undefined ? null : storableText(item.title)},
      ${storableText(item.prompt)}, ${item.artifactId}, ${item.thumbnailId ?? null})
    on conflict (id) do update set artifact_id = excluded.artifact_id, thumbnail_id = excluded.thumbnail_id`.execute(
    queries,
  );
}

/** Several files of one call, in one statement. The item's id is that of its file. */
export async function addLibraryFiles(
  queries: Queries,
  { accountId, environment }: Owner,
  made: { kind: 'image'; prompt: string; artifactIds: readonly string[] },
): Promise<void> {
  if (keepsNothing()) return;
  await sql`
    insert into library_items (id, account_id, environment, kind, prompt, artifact_id)
    select made.id, ${accountId}, ${environment}, ${made.kind}, ${storableText(made.prompt)}, made.id
    from unnest(${[...made.artifactIds]}::text[]) with ordinality as made (id, place) order by place`.execute(queries);
}

/** One item per project: later versions keep the project's name from that time. */
export async function addLibraryProject(
  trx: Transaction,
  { accountId, environment }: Owner,
  { projectId, prompt }: { projectId: string; prompt: string },
): Promise<void> {
  if (keepsNothing()) return;
  await sql`
    insert into library_items (id, account_id, environment, kind, prompt, project_id)
    values (${projectId}, ${accountId}, ${environment}, 'build', ${prompt}, ${projectId})
    on conflict (id) do nothing`.execute(trx);
}

export interface LibraryFilter {
  limit: number;
  beforeSeq?: number;
  kind?: string;
  tag?: string;
  /** Text to find in the title or the prompt. */
  text?: string;
  isShared?: boolean;
}

/** Counted, not `exists`: inside an `or`, PostgreSQL would read all links of all accounts. */
const IS_SHARED = sql`((select count(*) from library_shares s where s.item_id = library_items.id and s.expires_at > now()) > 0
  or (select count(*) from project_shares s where s.project_id = library_items.project_id and s.expires_at > now()) > 0)`;

/** Newest first. */
export async function listLibrary(queries: Queries, owner: Owner, filter: LibraryFilter): Promise<LibraryRow[]> {
  const like = filter.text === undefined ? undefined : `%${filter.text.replace(/[\\%_]/g, '\\$&')}%`;
  return selectItems(
    queries,
    sql`select * from library_items where ${ownedBy(owner)}
      ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
      ${filter.kind === undefined ? sql`` : sql`and kind = ${filter.kind}`}
      ${filter.tag === undefined ? sql`` : sql`and tags @> array[${filter.tag}]::text[]`}
      ${filter.isShared ? sql`and ${IS_SHARED}` : sql``}
      ${
        like === undefined
          ? sql``
          : sql`and (title ilike ${like} or prompt ilike ${like} or (title is null and exists
              (select 1 from projects p where p.id = library_items.project_id and p.name ilike ${like})))`
      }
      order by seq desc limit ${filter.limit}`,
  );
}

export function findLibraryItems(queries: Queries, owner: Owner, ids: readonly string[]): Promise<LibraryRow[]> {
  return selectItems(
    queries,
    sql`select * from library_items where id = any(${[...ids]}::text[]) and ${ownedBy(owner)}`,
  );
}

async function selectItems(queries: Queries, items: RawBuilder<unknown>): Promise<LibraryRow[]> {
  const { rows } = await sql<LibraryRow>`
    select i.seq, i.id, i.kind, coalesce(i.title, p.name) as title, i.prompt, i.tags, i.created_at as "createdAt",
      i.project_id as "projectId", p.preview_id as "previewId", a.id as "artifactId", a.extension, a.content_type as "contentType", a.bytes,
      t.id as "thumbnailId", t.extension as "thumbnailExtension",
      ((select count(*) from library_shares s where s.item_id = i.id and s.expires_at > now())
        + (select count(*) from project_shares s where s.project_id = i.project_id and s.expires_at > now()))::integer as shares
    from (${items}) i
    left join artifacts a on a.id = i.artifact_id
    left join artifacts t on t.id = i.thumbnail_id
    left join projects p on p.id = i.project_id
    order by i.seq desc`.execute(queries);
  return rows;
}

/** `null` removes the item's title. */
export async function updateLibraryItem(
  queries: Queries,
  owner: Owner,
  { id, title, tags }: { id: string; title: string | null | undefined; tags: readonly string[] | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update library_items set
      title = ${title === undefined ? sql`title` : sql`${title}`},
      tags = ${tags === undefined ? sql`tags` : sql`${[...tags]}::text[]`}
    where id = ${id} and ${ownedBy(owner)} returning id`.execute(queries);
  return rows.length > 0;
}

/** Items that would exceed `most` tags are left unchanged. Returns the ids of the others. */
export async function tagLibraryItems(
  queries: Queries,
  owner: Owner,
  change: { ids: readonly string[]; add: readonly string[]; remove: readonly string[]; most: number },
): Promise<string[]> {
  const { ids, add, remove, most } = change;
  const next = sql`array(select tag from (
      select tag, min(place) as place from unnest(tags || ${[...add]}::text[]) with ordinality as all_tags (tag, place)
      where tag <> all(${[...remove]}::text[]) group by tag) kept order by place)`;
  const { rows } = await sql<{ id: string }>`
    update library_items set tags = ${next}
    where id = any(${[...ids]}::text[]) and ${ownedBy(owner)} and cardinality(${next}) <= ${most}
    returning id`.execute(queries);
  return rows.map(({ id }) => id);
}

export interface TagCount {
  tag: string;
  items: number;
}

/** The tags of the newest tagged items; `items` bounds the work. */
export async function listTags(queries: Queries, owner: Owner, items: number): Promise<TagCount[]> {
  const { rows } = await sql<TagCount>`
    select coalesce(tag, '') as tag, count(*)::integer as items
    from (select tags from library_items where ${ownedBy(owner)} and tags <> '{}' order by seq desc limit ${items}) newest,
      unnest(newest.tags) as tag
    group by tag`.execute(queries);
  return rows;
}
