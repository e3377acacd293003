// The buyer of an account: name, address and tax id, as receipts and Stripe's invoices show them.
import type { Caller } from '../../core/caller.ts';
import { COUNTRIES } from '../../core/countries.ts';
import { ServiceError } from '../../core/errors.ts';
import { type BillingDetails, readBillingDetails, writeBillingDetails } from '../../store/billing-details.ts';
import { readBookDays } from '../../store/book-days.ts';
import type { Database } from '../../store/database.ts';
import type { DetailsBody } from './customer-schema.ts';
import type { Customers } from './customers.ts';
import { countryOfVatId, spellTaxId } from './vat-ids.ts';

export class Buyers {
  readonly #database: Database;
  readonly #customers: Customers;

  constructor(parts: { database: Database; customers: Customers }) {
    this.#database = parts.database;
    this.#customers = parts.customers;
  }

  async read(caller: Caller): Promise<object> {
    return present(await readBillingDetails(this.#database.queries, caller.accountId));
  }

  /** Absent fields stay unchanged. Stored only after Stripe has accepted them, because Stripe validates tax ids. */
  async change(caller: Caller, body: DetailsBody): Promise<object> {
    const { queries } = this.#database;
    if (caller.environment === 'test')
      throw new ServiceError('wrong_environment', 'Invoices are those of live mode: change who is billed there.');
    const before = await readBillingDetails(queries, caller.accountId);
    refuseWrongForm(body.tax_id ?? null);
    refuseUnknownCountry(body.address?.country ?? null);
    const { name, email, address = {}, tax_id: taxId } = body;
    const after: BillingDetails = {
      name: name ?? before.name,
      email: email === undefined ? before.email : email,
      line1: address.line1 ?? before.line1,
      line2: address.line2 ?? before.line2,
      city: address.city ?? before.city,
      state: address.state ?? before.state,
      postalCode: address.postal_code ?? before.postalCode,
      country: address.country === undefined ? before.country : address.country,
      ...(taxId === undefined
        ? { taxIdType: before.taxIdType, taxId: before.taxId }
        : { taxIdType: taxId?.type ?? null, taxId: taxId ? spellTaxId(taxId.type, taxId.value) : null }),
    };
    await this.#customers.describe(caller, after);
    await this.#database.transaction(async (trx) => {
      const month = (await readBookDays(trx)).monthOf(new Date());
      await writeBillingDetails(trx, caller.accountId, { of: after, month });
    });
    return present(after);
  }
}

/** A reverse charge needs a company's tax id: an impossible one is refused at once. */
function refuseWrongForm(taxId: { type: string; value: string } | null): void {
  if (!taxId || countryOfVatId(taxId.type, taxId.value) !== null) return;
  throw new ServiceError(
    'invalid_parameter',
    'This VAT id does not have the form of its country, such as DE123456789.',
    {
      param: 'tax_id.value',
    },
  );
}

/** The country decides the tax. */
function refuseUnknownCountry(country: string | null): void {
  if (country === null || COUNTRIES.has(country)) return;
  const meant = USUAL_MISTAKES[country];
  const help = meant ? `Did you mean ${meant}?` : 'ISO 3166-1 has two capital letters for each country, such as DE.';
  throw new ServiceError('invalid_parameter', `"${country}" is no country. ${help}`, { param: 'address.country' });
}

const USUAL_MISTAKES: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

function present(of: BillingDetails): object {
  const { name, email, line1, line2, city, state, postalCode: postal_code, country } = of;
  return {
    object: 'billing_details',
    name,
    email,
    address: { line1, line2, city, state, postal_code, country },
    tax_id: of.taxIdType && of.taxId ? { type: of.taxIdType, value: of.taxId } : null,
  };
}
