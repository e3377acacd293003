// Revenue by month, currency, country and rate: what was invoiced, what of it became revenue, and what is deferred at the end of the month.
import { sql } from 'kysely';
import { ISSUED_ON } from '../../store/billing-documents.ts';
import type { Queries } from '../../store/database.ts';

export interface RevenueMonth {
  month: string;
  currency: string;
  country: string | null;
  taxRate: number;
  taxKind: string;
  /** Minor units, as all sums: invoices less credit notes, without tax. */
  invoiced: number;
  used: number;
  expired: number;
  other: number;
  /** Invoiced and not yet revenue, at the end of the month. */
  deferred: number;
}

/** `from`, `to`: months such as 2026-01, both included. */
export async function sumRevenue(
  queries: Queries,
  { from, to }: { from: string; to: string },
): Promise<RevenueMonth[]> {
  const { rows } = await sql<RevenueMonth>`
    with moved as (
      select date_trunc('month', ${ISSUED_ON})::date as month, currency, coalesce(country, '') as country, tax_rate, tax_kind,
        sum(case kind when 'invoice' then amount - tax else tax - amount end)::bigint as invoiced, 0::bigint as used, 0::bigint as expired, 0::bigint as other
      from billing_documents where environment = 'live' group by 1, 2, 3, 4, 5
      union all
      select month, currency, country, tax_rate, tax_kind, 0, used, expired, other from revenue_months
    ), kinds as (
      select distinct currency, country, tax_rate, tax_kind from moved
    ), months as (
      select month::date from generate_series(
        least(${`${from}-01`}::text::date, (select min(month) from moved)), ${`${to}-01`}::text::date, interval '1 month') month
    ), sums as (
      select s.month, k.currency, k.country, k.tax_rate, k.tax_kind, coalesce(sum(m.invoiced), 0)::bigint as invoiced,
        coalesce(sum(m.used), 0)::bigint as used, coalesce(sum(m.expired), 0)::bigint as expired, coalesce(sum(m.other), 0)::bigint as other
      from months s cross join kinds k left join moved m using (month, currency, country, tax_rate, tax_kind) group by 1, 2, 3, 4, 5
    ), ended as (
      select *, sum(invoiced - used - expired - other) over (partition by currency, country, tax_rate, tax_kind order by month)::bigint as deferred
      from sums
    )
    select coalesce(to_char(month, 'YYYY-MM'), '') as month, coalesce(currency, '') as currency, nullif(country, '') as country,
      coalesce(tax_rate, 0) as "taxRate", coalesce(tax_kind, '') as "taxKind", coalesce(invoiced, 0) as invoiced, coalesce(used, 0) as used,
      coalesce(expired, 0) as expired, coalesce(other, 0) as other, coalesce(deferred, 0) as deferred
    from ended
    where month >= ${`${from}-01`}::text::date and (invoiced <> 0 or used <> 0 or expired <> 0 or other <> 0 or deferred <> 0)
    order by month, currency, country, tax_rate, tax_kind`.execute(queries);
  return rows;
}
