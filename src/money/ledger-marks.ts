// Hourly marks of the ledger's last sequence number, which speed up queries for a period in the past.
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../store/database.ts';

/** Longer than any transaction takes from its start to its ledger entry. */
const SLACK = sql`interval '1 hour'`;

/** Writes one mark per hour. Reads the sequence before the clock, so that later entries lie after the mark. */
export async function markLedger(queries: Queries): Promise<void> {
  await sql`
    insert into ledger_marks (seq, at)
    select place.reached, clock_timestamp()
    from (select case when is_called then last_value else 0 end as reached from ledger_seq_seq offset 0) place
    where not exists (select 1 from ledger_marks where at > date_trunc('hour', now()))`.execute(queries);
}

/** SQL that bounds the sequence numbers of a period; empty without a bound. The query must still compare the times. */
export function betweenMarks(from: Date | undefined, to: Date | undefined): RawBuilder<unknown> {
  const after = sql`seq > coalesce((select seq from ledger_marks where at <= ${from} order by at desc limit 1), 0)`;
  const before = sql`seq <= coalesce((select seq from ledger_marks where at >= ${to}::timestamptz + ${SLACK} order by at limit 1), 9223372036854775807)`;
  return sql`${from ? sql`and ${after}` : sql``} ${to ? sql`and ${before}` : sql``}`;
}
