// Deletes what customers keep on purpose once its retention has ended: conversations, vector stores, and the prompts of finished work.
import { sql } from 'kysely';
import { deleteConversation } from './conversations.ts';
import type { Database, Queries } from './database.ts';
import type { Owner } from './owner.ts';
import { ofPlans, type RetentionRule } from './retention-rule.ts';

/** A conversation or a store takes many rows with it. */
const FEW = 50;
const BATCH = 1000;

/** Families none of whose branches was used since, and messages about projects. */
export async function deleteOldConversations(database: Database, rule: RetentionRule): Promise<number> {
  const { queries } = database;
  const { rows } = await sql<Owner & { id: string }>`
    select id, account_id as "accountId", environment from conversations c
    where root_id is null and updated_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)}
      and not exists (select 1 from conversations b where b.root_id = c.id and b.updated_at >= now() - ${rule.keepDays} * interval '1 day')
    limit ${FEW}`.execute(queries);
  // One by one: each waits for whoever writes to conversations of the account.
  for (const { id, ...owner } of rows) await deleteConversation(database, owner, id);
  const { numAffectedRows = 0n } = await sql`
    delete from builder_messages where seq = any(array(
      select seq from builder_messages where created_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)}
      limit ${BATCH} for update skip locked))`.execute(queries);
  return rows.length + Number(numAffectedRows);
}

/** First the files of a store, then the store: its texts go in bounded batches. */
export async function deleteOldStores(queries: Queries, rule: RetentionRule): Promise<number> {
  const old = sql`select id from vector_stores where last_active_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)}`;
  const { numAffectedRows: files = 0n } = await sql`
    delete from vector_files where (store_id, file_id) in (
      select f.store_id, f.file_id from vector_files f where f.store_id in (${old}) limit ${FEW})`.execute(queries);
  const { numAffectedRows: stores = 0n } = await sql`
    delete from vector_stores where id in (
      select o.id from (${old}) o where not exists (select 1 from vector_files f where f.store_id = o.id) limit ${FEW})`.execute(
    queries,
  );
  return Number(files + stores);
}

/** What of a job's payload and result is no word of the customer: choices, numbers, ids and addresses of files. */
const WORDLESS = [
  ...['model', 'kind', 'type', 'format', 'resolution', 'aspectRatio', 'style', 'voice', 'voices', 'preset'],
  ...['imageFile', 'maskFile', 'artifactId', 'artifactIds', 'endpoint', 'inputFileId', 'storeId', 'maker'],
  ...['project_id', 'preview_id', 'preview_path', 'archive_path', 'framework', 'engine', 'price', 'floor'],
  ...[
    'audio_url',
    'video_url',
    'image_url',
    'thumbnail_url',
    'subtitles_url',
    'stems_url',
    'midi_url',
    'cover_url',
    'url',
  ],
  ...['formats', 'stems'],
];

/** The prompts of jobs that ended, of songs and of the library. The versions of a project keep theirs: they are its history. */
export async function dropOldPrompts(queries: Queries, rule: RetentionRule): Promise<number> {
  const old = sql`now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)}`;
  const jobs = await sql<{ ended: number | null }>`
    select drop_words_of_jobs(array(
      select seq from jobs where completed_at < ${old}
        and not words_dropped and state in ('completed', 'failed', 'cancelled') and not holds_slot
      order by completed_at limit ${FEW} for update skip locked), ${WORDLESS}::text[]) as ended`.execute(queries);
  const songs = await sql<{ ended: number | null }>`
    select drop_words_of_songs(array(
      select seq from music_tracks where created_at < ${old}
        and prompt <> '' order by created_at limit ${BATCH} for update skip locked)) as ended`.execute(queries);
  const items = await sql`
    update library_items set prompt = '' where seq = any(array(
      select seq from library_items where created_at < ${old}
        and prompt <> '' order by created_at limit ${BATCH} for update skip locked))`.execute(queries);
  return (jobs.rows[0]?.ended ?? 0) + (songs.rows[0]?.ended ?? 0) + Number(items.numAffectedRows ?? 0n);
}

/** Of jobs whose key or plan keeps nothing. Their files end by themselves. */
export async function emptyJobs(queries: Queries, lifeSeconds: number): Promise<number> {
  const { rows } = await sql<{ ended: number | null }>`
    select empty_jobs_that_keep_nothing(${lifeSeconds}, ${WORDLESS}::text[], ${FEW}) as ended`.execute(queries);
  return rows[0]?.ended ?? 0;
}

/** Projects whose key or plan keeps nothing and whose time is over, with the archives of their versions. */
export async function listEndedProjects(
  queries: Queries,
  lifeSeconds: number,
): Promise<(Owner & { id: string; archives: string[] })[]> {
  const { rows } = await sql<Owner & { id: string; archives: string[] }>`
    select id, account_id as "accountId", environment, array(
      select distinct v.archive_id from project_versions v where v.project_id = p.id and v.archive_id is not null) as archives
    from projects p where keeps_nothing and updated_at < now() - ${lifeSeconds} * interval '1 second' limit ${FEW}`.execute(
    queries,
  );
  return rows;
}
