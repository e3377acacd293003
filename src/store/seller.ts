// The seller on invoices: the live setting `seller`, read in the transaction that makes a document.
import { sql } from 'kysely';
import type { Queries } from './database.ts';

export const SELLER_SETTING = 'seller';

export const DEFAULT_SERIES = { invoice: 'INV', credit_note: 'CN' };

export interface Seller {
  name: string;
  line1?: string;
  line2?: string;
  postal_code?: string;
  city?: string;
  state?: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  vat_id?: string;
  tax_id?: string;
  email?: string;
  /** As printed: the commercial register with its number. */
  register?: string;
  /** As printed: who manages the company. */
  directors?: string;
  /** The last line of each page. */
  footer?: string;
  /** As printed: bank, IBAN, BIC. */
  bank?: string;
  /** Percent; for buyers in countries that `tax_rates` does not name. */
  tax_rate?: number;
  tax_rates?: Record<string, number>;
  /** For buyers outside the European Union whom `tax_rates` does not name; by default they are not taxed if the seller is inside. */
  outside_eu?: 'not_taxed' | 'home_rate';
  /** Printed instead of a tax: none is charged. */
  small_business_note?: string;
  /** An IANA name; UTC if absent. Documents, months and the books have its days. */
  time_zone?: string;
  invoice_series?: string;
  credit_note_series?: string;
}

/** Null while the operator has not set it: documents have no numbers then. */
export async function readSeller(queries: Queries): Promise<Seller | null> {
  const { rows } = await sql<{ value: unknown }>`
    select value from live_settings where name = ${SELLER_SETTING}`.execute(queries);
  const value = rows[0]?.value as Partial<Seller> | undefined;
  return value?.name && value.country ? (value as Seller) : null;
}
