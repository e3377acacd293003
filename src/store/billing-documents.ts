// Invoices and credit notes as rows, and the gapless numbers of their series.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { BillingDetails } from './billing-details.ts';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';
import { type Owner, ownedBy } from './owner.ts';
import type { Seller } from './seller.ts';

declare module './json-columns.ts' {
  interface JsonColumns {
    'billing_documents.buyer': BillingDetails;
    'billing_documents.seller': Seller;
  }
}

export interface BillingDocument {
  id: string;
  accountId: string;
  environment: Environment;
  paymentId: string;
  kind: 'invoice' | 'credit_note';
  reason: 'payment' | 'refund' | 'dispute';
  label: string | null;
  refersTo: string | null;
  currency: string;
  /** Minor units, including tax. */
  amount: number;
  tax: number;
  /** Hundredths of a percent. */
  taxRate: number;
  taxKind: 'standard' | 'reverse_charge' | 'small_business' | 'outside_scope';
  country: string | null;
  buyer: BillingDetails;
  seller: Seller | null;
  issuedAt: Date;
  /** The day on the document, in the seller's time zone, such as 2026-01-31. */
  issuedOn: string;
}

/** Nodes of an earlier release leave it empty. As the index has it. */
export const ISSUED_ON = sql`coalesce(issued_on, (issued_at at time zone 'UTC')::date)`;

const COLUMNS = sql`id, account_id as "accountId", environment, payment_id as "paymentId", kind, reason, label, refers_to as "refersTo", currency,
  amount, tax, tax_rate as "taxRate", tax_kind as "taxKind", country, buyer, seller, issued_at as "issuedAt", to_char(${ISSUED_ON}, 'YYYY-MM-DD') as "issuedOn"`;

export interface DocumentNumber {
  series: string;
  year: number;
  number: number;
}

/** Waits for other transactions that number documents of this series: take this lock last, then commit. */
export async function takeNumber(
  trx: Transaction,
  of: { environment: Environment; series: string; year: number },
): Promise<DocumentNumber> {
  const { rows } = await sql<{ last: number }>`
    insert into document_counters as c (environment, series, year, last) values (${of.environment}, ${of.series}, ${of.year}, 1)
    on conflict (environment, series, year) do update set last = c.last + 1 returning last`.execute(trx);
  return { series: of.series, year: of.year, number: rows[0]?.last ?? 1 };
}

export async function insertDocument(
  trx: Transaction,
  document: BillingDocument,
  number: DocumentNumber | null,
): Promise<void> {
  const { buyer, seller } = document;
  await sql`
    insert into billing_documents (id, account_id, environment, payment_id, kind, reason, series, year, number, label, refers_to, currency,
      amount, tax, tax_rate, tax_kind, country, buyer, seller, issued_at, issued_on)
    values (${document.id}, ${document.accountId}, ${document.environment}, ${document.paymentId}, ${document.kind}, ${document.reason},
      ${number?.series ?? null}, ${number?.year ?? null}, ${number?.number ?? null}, ${document.label}, ${document.refersTo}, ${document.currency},
      ${document.amount}, ${document.tax}, ${document.taxRate}, ${document.taxKind}, ${document.country},
      ${toJson('billing_documents.buyer', buyer)}::jsonb, ${toJson('billing_documents.seller', seller)}::jsonb, ${document.issuedAt}, ${document.issuedOn}::text::date)`.execute(
    trx,
  );
}

/** In the order in which they were made. */
export async function listDocumentsOf(queries: Queries, paymentIds: readonly string[]): Promise<BillingDocument[]> {
  const { rows } = await sql<BillingDocument>`
    select ${COLUMNS} from billing_documents where payment_id = any(${[...paymentIds]}::text[]) order by seq`.execute(
    queries,
  );
  return rows;
}

export async function findOwnDocument(
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<BillingDocument | undefined> {
  const { rows } = await sql<BillingDocument>`
    select ${COLUMNS} from billing_documents where id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0];
}

export async function findDocument(queries: Queries, id: string): Promise<BillingDocument | undefined> {
  const { rows } = await sql<BillingDocument>`select ${COLUMNS} from billing_documents where id = ${id}`.execute(
    queries,
  );
  return rows[0];
}

/** Whether a document has taken a number. */
export async function hasNumbers(queries: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from document_counters where environment = 'live' limit 1`.execute(queries);
  return rows.length > 0;
}

/** The total of a payment's documents. */
export async function noteDocumented(trx: Transaction, paymentId: string, documented: number): Promise<void> {
  await sql`update payments set documented = ${documented} where id = ${paymentId}`.execute(trx);
}
