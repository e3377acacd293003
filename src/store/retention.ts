// Deletes rows older than the configured retention, a bounded number at a time; never ledger entries.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { ofPlans, type RetentionRule } from './retention-rule.ts';

/** Small enough that its locks block no one for long, large enough to keep up. */
const BATCH = 1000;

/** Deletes hourly and daily usage; returns the number of deleted rows. */
export async function deleteOldUsage(queries: Queries, keepDays: number): Promise<number> {
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

/** Deletes jobs that have ended and hold no slot. Their output stays, because the library and the projects refer to it. */
export async function deleteOldJobs(queries: Queries, rule: RetentionRule): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from jobs where seq = any(array(
      select seq from jobs where created_at < now() - ${rule.keepDays} * interval '1 day'
        and completed_at < now() - ${rule.keepDays} * interval '1 day'
        ${ofPlans(rule)}
        and state in ('completed', 'failed', 'cancelled') and not holds_slot
      limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

/** Deletes batches that have ended; their files have their own retention. */
export async function deleteOldBatches(queries: Queries, rule: RetentionRule): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from batches where id = any(array(
      select id from batches where ended_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)} limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}

/** Deletes songs whose files have reached the end of their retention. */
export async function deleteOldTracks(queries: Queries, rule: RetentionRule): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from music_tracks where seq = any(array(
      select seq from music_tracks where created_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)} limit ${BATCH} for update skip locked))`.execute(
    queries,
  );
  return Number(numAffectedRows);
}

/** Made files past their retention; archives of projects are kept as long as their project. */
export async function listOldArtifacts(queries: Queries, rule: RetentionRule, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from artifacts a
    where a.created_at < now() - ${rule.keepDays} * interval '1 day' ${ofPlans(rule)}
      and a.purpose = 'made' and not exists (select 1 from project_versions v where v.archive_id = a.id)
    limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}
