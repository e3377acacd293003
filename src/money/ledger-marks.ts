// Marks in the ledger: how far it had come at a time, for lists that begin or end in the past.
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../store/database.ts';

/** Longer than any transaction between its begin and its entry in the ledger. */
const SLACK = sql`interval '1 hour'`;

/** One for each hour, whoever comes first. The place is read before the clock: what begins after that lies behind the mark. */
export async function markLedger(queries: Queries): Promise<void> {
  await sql`
    insert into ledger_marks (seq, at)
    select place.reached, clock_timestamp()
    from (select case when is_called then last_value else 0 end as reached from ledger_seq_seq offset 0) place
    where not exists (select 1 from ledger_marks where at > date_trunc('hour', now()))`.execute(queries);
}

/** Where the entries of a time can only be; '' where no mark bounds them. The times themselves are still to be compared. */
export function betweenMarks(from: Date | undefined, to: Date | undefined): RawBuilder<unknown> {
  const after = sql`seq > coalesce((select seq from ledger_marks where at <= ${from} order by at desc limit 1), 0)`;
  const before = sql`seq <= coalesce((select seq from ledger_marks where at >= ${to}::timestamptz + ${SLACK} order by at limit 1), 9223372036854775807)`;
  return sql`${from ? sql`and ${after}` : sql``} ${to ? sql`and ${before}` : sql``}`;
}
