// Forgets what is older than the operator wants to keep, a bounded number of rows at a time; the ledger is never touched.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** Small enough that nobody waits for its locks, large enough to keep up. */
const BATCH = 1000;

/** Hours, and the sums of days, that lie further back. Answers how many rows went. */
export async function forgetUsage(queries: Queries, keepDays: number): Promise<number> {
  const hours = await sql`
    delete from usage_hourly where ctid = any(array(
      select ctid from usage_hourly where hour < now() - ${keepDays} * interval '1 day' limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  const days = await sql`
    delete from usage_daily where ctid = any(array(
      select ctid from usage_daily where day < (now() - ${keepDays} * interval '1 day')::date limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(hours.numAffectedRows ?? 0) + Number(days.numAffectedRows ?? 0);
}

/** Jobs that ended and whose worker has let go. What they made stays: it belongs to the library and the projects. */
export async function forgetJobs(queries: Queries, keepDays: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from jobs where seq = any(array(
      select seq from jobs where created_at < now() - ${keepDays} * interval '1 day'
        and completed_at < now() - ${keepDays} * interval '1 day'
        and state in ('completed', 'failed', 'cancelled') and not holds_slot
      limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

/** Tracks of which the files are about to go. */
export async function forgetTracks(queries: Queries, keepDays: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from music_tracks where seq = any(array(
      select seq from music_tracks where created_at < now() - ${keepDays} * interval '1 day' limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}

/** Files whose time is over; archives of projects stay as long as their project. */
export async function listOldArtifacts(queries: Queries, keepDays: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from artifacts a
    where a.created_at < now() - ${keepDays} * interval '1 day'
      and not exists (select 1 from project_versions v where v.archive_id = a.id)
    limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}
