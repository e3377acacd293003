// Sums hourly usage into daily rows, so that the statistics of a busy account need few rows.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** A day with fewer rows than this is not summed, because reading its rows is as fast. */
const FEW_ROWS = 48;

/**
 * Sums days that have ended, oldest first, at most `limit`; returns how many. A day counts as ended one hour after midnight,
 * when all usage that started before midnight has been written.
 */
export async function rollUpUsage(queries: Queries, limit: number): Promise<number> {
  const { rows } = await sql<{ day: string }>`
    select to_char(ended, 'YYYY-MM-DD') as day
    from generate_series(
      coalesce((select max(day) + 1 from usage_rolled), (select (min(hour) at time zone 'utc')::date from usage_hourly))::timestamp,
      ((now() - interval '1 hour') at time zone 'utc')::date - interval '1 day', interval '1 day') ended
    order by 1 limit ${limit}`.execute(queries);
  for (const { day } of rows) await sql`select roll_up_usage(${day}::date, ${FEW_ROWS})`.execute(queries);
  return rows.length;
}
