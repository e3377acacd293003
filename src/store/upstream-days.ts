// What upstreams bill, by day and month (UTC): the days that are summed, and the calls that are not yet.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from './database.ts';

export interface UpstreamSpending {
  upstream: string;
  day: MicroCredits;
  month: MicroCredits;
  /** When the windows end. */
  dayEnds: Date;
  monthEnds: Date;
}

/** One row for each of these upstreams. */
export async function readSpending(queries: Queries, upstreams: readonly string[]): Promise<UpstreamSpending[]> {
  const { rows } = await sql<UpstreamSpending>`
    with today as (select (now() at time zone 'utc')::date as day, date_trunc('month', now() at time zone 'utc')::date as month),
    booked as (
      select d.upstream, d.day, d.cost from upstream_days d, today
      where d.upstream = any(${upstreams as string[]}::text[]) and d.day >= today.month
      union all
      select c.upstream, (c.at at time zone 'utc')::date, c.cost + c.unpaid_cost + c.estimated_cost from call_costs c
      where c.upstream = any(${upstreams as string[]}::text[])
    )
    select coalesce(named.upstream, '') as upstream,
      coalesce(sum(b.cost) filter (where b.day = today.day), 0)::bigint as day,
      coalesce(sum(b.cost) filter (where b.day >= today.month), 0)::bigint as month,
      ((today.day + 1)::timestamp at time zone 'utc') as "dayEnds",
      ((today.month + interval '1 month') at time zone 'utc') as "monthEnds"
    from today cross join unnest(${upstreams as string[]}::text[]) as named (upstream) left join booked b on b.upstream = named.upstream
    group by named.upstream, today.day, today.month`.execute(queries);
  return rows;
}

/** Longer than any month. */
const KEPT_DAYS = 70;

export async function deleteOldUpstreamDays(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from upstream_days where (upstream, day) in (
      select upstream, day from upstream_days where day < (now() at time zone 'utc')::date - ${KEPT_DAYS}::integer
      limit 1000 for update skip locked)`.execute(queries);
  return Number(numAffectedRows);
}
