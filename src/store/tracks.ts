// Finished songs, one row each, kept until the account deletes them or their retention ends.
import { sql } from 'kysely';
import { keepsNothing } from '../core/zero-retention.ts';
import type { Queries } from './database.ts';
import { type JsonColumns, toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';
import { storableText } from './storable-text.ts';

export interface TrackRow {
  seq: number;
  id: string;
  title: string;
  genre: string | null;
  details: JsonColumns['music_tracks.details'];
  artifactIds: string[];
  createdAt: Date;
}

export interface NewTrack extends Owner {
  id: string;
  title: string;
  genre: string | null;
  prompt: string;
  lyrics: string | null;
  details: JsonColumns['music_tracks.details'];
  artifactIds: readonly string[];
}

const COLUMNS = sql`seq, id, title, genre, details, artifact_ids as "artifactIds", created_at as "createdAt"`;

/** Adds the track and its item of the library. A second attempt of the same job replaces the rows of the first one. */
export async function insertTrack(queries: Queries, track: NewTrack): Promise<void> {
  if (keepsNothing()) return;
  await sql`
    with track as (
    insert into music_tracks (id, account_id, environment, title, genre, prompt, lyrics, details, artifact_ids)
    values (${track.id}, ${track.accountId}, ${track.environment}, ${storableText(track.title)}, ${track.genre}, ${track.prompt},
      ${track.lyrics && storableText(track.lyrics)}, ${toJson('music_tracks.details', track.details)}, ${[...track.artifactIds]})
    on conflict (id) do update set title = excluded.title, genre = excluded.genre, lyrics = excluded.lyrics,
      details = excluded.details, artifact_ids = excluded.artifact_ids
    returning id, account_id, environment, title, prompt, details)
    insert into library_items (id, account_id, environment, kind, title, prompt, artifact_id, thumbnail_id)
    select id, account_id, environment, 'song', title, prompt, substring(details->>'audio_url' from '^/files/([0-9a-z]{26})'),
      substring(details->>'cover_url' from '^/files/([0-9a-z]{26})')
    from track
    on conflict (id) do update set artifact_id = excluded.artifact_id, thumbnail_id = excluded.thumbnail_id`.execute(
    queries,
  );
}

export async function findTrack(queries: Queries, owner: Owner, id: string): Promise<TrackRow | undefined> {
  const { rows } = await sql<TrackRow>`
    select ${COLUMNS} from music_tracks
    where id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0];
}

export interface TrackFilter extends Owner {
  limit: number;
  beforeSeq?: number;
  genre?: string;
  /** Text to find in the title, the prompt or the lyrics. */
  text?: string;
}

/** Newest first. */
export async function listTracks(queries: Queries, filter: TrackFilter): Promise<TrackRow[]> {
  const like = filter.text === undefined ? undefined : `%${filter.text.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<TrackRow>`
    select ${COLUMNS} from music_tracks
    where ${ownedBy(filter)}
      ${filter.beforeSeq === undefined ? sql`` : sql`and seq < ${filter.beforeSeq}`}
      ${filter.genre === undefined ? sql`` : sql`and genre = ${filter.genre}`}
      ${like === undefined ? sql`` : sql`and (title ilike ${like} or prompt ilike ${like} or lyrics ilike ${like})`}
    order by seq desc limit ${filter.limit}`.execute(queries);
  return rows;
}

export async function deleteTrack(queries: Queries, owner: Owner, id: string): Promise<TrackRow | undefined> {
  const { rows } = await sql<TrackRow>`
    delete from music_tracks
    where id = ${id} and ${ownedBy(owner)}
    returning ${COLUMNS}`.execute(queries);
  return rows[0];
}
