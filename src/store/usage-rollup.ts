// Sums up past days of use, so that a busy account's statistics are read in a few rows.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

/** Below so many rows a day its rows are as quickly read as its sums. */
const FEW_ROWS = 48;

/**
 * Sums up days that have ended, the oldest first, at most `limit` of them; answers how many. A day counts as ended an hour after
 * midnight: whatever began before midnight has been written by then.
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
