// The billing details of an account: name, address and tax id.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';

export interface BillingDetails {
  name: string;
  /** Where receipts are sent; null: to the account's address. */
  email: string | null;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  taxIdType: string | null;
  taxId: string | null;
}

declare module './json-columns.ts' {
  interface JsonColumns {
    'payments.buyer': BillingDetails;
  }
}

const NONE: BillingDetails = {
  name: '',
  email: null,
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: null,
  taxIdType: null,
  taxId: null,
};

export async function readBillingDetails(queries: Queries, accountId: string): Promise<BillingDetails> {
  const { rows } = await sql<BillingDetails>`
    select name, email, line1, line2, city, state, postal_code as "postalCode", country, tax_id_type as "taxIdType", tax_id as "taxId"
    from billing_details where account_id = ${accountId}`.execute(queries);
  return rows[0] ?? NONE;
}

/** `month`: of the books, such as 2026-01-01; what was owed before it stays with the country that it had. */
export async function writeBillingDetails(
  trx: Transaction,
  accountId: string,
  { of, month }: { of: BillingDetails; month: string },
): Promise<void> {
  await sql`
    insert into billing_details (account_id, name, email, line1, line2, city, state, postal_code, country, tax_id_type, tax_id)
    values (${accountId}, ${of.name}, ${of.email}, ${of.line1}, ${of.line2}, ${of.city}, ${of.state}, ${of.postalCode}, ${of.country},
      ${of.taxIdType}, ${of.taxId})
    on conflict (account_id) do update set name = excluded.name, email = excluded.email, line1 = excluded.line1, line2 = excluded.line2,
      city = excluded.city, state = excluded.state, postal_code = excluded.postal_code, country = excluded.country,
      tax_id_type = excluded.tax_id_type, tax_id = excluded.tax_id, updated_at = now()`.execute(trx);
  await sql`
    insert into billing_countries (account_id, since, country) values (${accountId}, ${month}::text::date, ${of.country})
    on conflict (account_id, since) do update set country = excluded.country`.execute(trx);
}
