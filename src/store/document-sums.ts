// Invoices and credit notes for the operator's accounting: sums by month, country and rate, and the list of documents.
import { sql } from 'kysely';
import { EU_VAT_PREFIXES } from '../core/eu-countries.ts';
import { type BillingDocument, ISSUED_ON } from './billing-documents.ts';
import type { Queries } from './database.ts';

export interface DocumentSum {
  /** Such as 2026-01, by the days on the documents. */
  month: string;
  currency: string;
  country: string | null;
  taxRate: number;
  taxKind: BillingDocument['taxKind'];
  payments: number;
  paid: number;
  paidTax: number;
  refunded: number;
  refundedTax: number;
  disputed: number;
  disputedTax: number;
}

/** Days such as 2026-01-01; the end is exclusive. */
export interface Months {
  from: string;
  to: string;
}

function isIn({ from, to }: Months) {
  return sql`${ISSUED_ON} >= ${from}::text::date and ${ISSUED_ON} < ${to}::text::date`;
}

/** Counts live payments only. A won dispute offsets lost ones. */
export async function sumDocuments(queries: Queries, { from, to }: Months): Promise<DocumentSum[]> {
  const { rows } = await sql<DocumentSum>`
    select coalesce(to_char(${ISSUED_ON}, 'YYYY-MM'), '') as month, currency, country, tax_rate as "taxRate", tax_kind as "taxKind",
      count(*) filter (where reason = 'payment') as payments,
      coalesce(sum(amount) filter (where reason = 'payment'), 0)::bigint as paid,
      coalesce(sum(tax) filter (where reason = 'payment'), 0)::bigint as "paidTax",
      coalesce(sum(amount) filter (where reason = 'refund'), 0)::bigint as refunded,
      coalesce(sum(tax) filter (where reason = 'refund'), 0)::bigint as "refundedTax",
      coalesce(sum(case kind when 'credit_note' then amount else -amount end) filter (where reason = 'dispute'), 0)::bigint as disputed,
      coalesce(sum(case kind when 'credit_note' then tax else -tax end) filter (where reason = 'dispute'), 0)::bigint as "disputedTax"
    from billing_documents where environment = 'live' and ${isIn({ from, to })}
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(queries);
  return rows;
}

/** What a company in another state of the European Union bought without tax in a month. */
export interface SalesListRow {
  month: string;
  vatId: string;
  /** As on the newest document. */
  name: string;
  currency: string;
  net: number;
}

/** For the recapitulative statement of services: ids are compared without blanks, dots and case. Northern Ireland (XI) counts for goods only. */
export async function listSales(queries: Queries, { from, to }: Months): Promise<SalesListRow[]> {
  const { rows } = await sql<SalesListRow>`
    select month, coalesce("vatId", '') as "vatId", coalesce((array_agg(name order by seq desc))[1], '') as name, currency,
      coalesce(sum(case kind when 'invoice' then amount - tax else tax - amount end), 0)::bigint as net
    from (
      select coalesce(to_char(${ISSUED_ON}, 'YYYY-MM'), '') as month, upper(regexp_replace(buyer->>'taxId', '[^A-Za-z0-9]', '', 'g')) as "vatId",
        buyer->>'name' as name, currency, kind, amount, tax, seq
      from billing_documents where environment = 'live' and ${isIn({ from, to })} and tax_kind = 'reverse_charge'
    ) d
    where left("vatId", 2) = any(${[...EU_VAT_PREFIXES]}::text[])
    group by 1, 2, 4 order by 1, 2, 4`.execute(queries);
  return rows;
}

export interface JournalRow
  extends Pick<
    BillingDocument,
    | 'id'
    | 'paymentId'
    | 'kind'
    | 'reason'
    | 'label'
    | 'refersTo'
    | 'currency'
    | 'amount'
    | 'tax'
    | 'taxRate'
    | 'taxKind'
    | 'country'
    | 'issuedOn'
  > {
  seq: number;
  name: string | null;
  taxId: string | null;
  email: string;
  gateway: string;
  description: string;
}

export async function listJournal(
  queries: Queries,
  { from, to, afterSeq, limit }: Months & { afterSeq: number; limit: number },
): Promise<JournalRow[]> {
  const { rows } = await sql<JournalRow>`
    select d.seq, d.id, d.payment_id as "paymentId", d.kind, d.reason, d.label, d.refers_to as "refersTo", d.currency, d.amount, d.tax,
      d.tax_rate as "taxRate", d.tax_kind as "taxKind", d.country, d.buyer->>'name' as name, d.buyer->>'taxId' as "taxId", a.email, p.gateway,
      p.description, to_char(${ISSUED_ON}, 'YYYY-MM-DD') as "issuedOn"
    from billing_documents d join payments p on p.id = d.payment_id join accounts a on a.id = d.account_id
    where d.environment = 'live' and ${isIn({ from, to })} and d.seq > ${afterSeq}
    order by d.seq limit ${limit}`.execute(queries);
  return rows;
}
