// The tax of a payment: the gateway's if it computed one, otherwise by the seller's rates. Prices include their tax.
import { EU_COUNTRIES } from '../../core/eu-countries.ts';
import { partOf } from '../../core/money.ts';
import type { BillingDetails } from '../../store/billing-details.ts';
import type { BillingDocument } from '../../store/billing-documents.ts';
import type { Payment } from '../../store/payments.ts';
import type { Seller } from '../../store/seller.ts';
import { countryOfVatId } from './vat-ids.ts';

export type Tax = Pick<BillingDocument, 'tax' | 'taxRate' | 'taxKind'>;

/** The number of hundredths of a percent in one. */
const ALL = 10_000;

type Paid = Pick<Payment, 'amount' | 'tax' | 'taxComputed'>;

export function taxOf(paid: Paid, buyer: BillingDetails | null, seller: Seller | null): Tax {
  // A tax of 0 that nobody has computed is none: the price contains that of the seller's rates, whoever wrote the invoice.
  if (paid.tax > 0 || paid.taxComputed) {
    if (paid.tax === 0 && seller && isReverseCharge(buyer, seller))
      return { tax: 0, taxRate: 0, taxKind: 'reverse_charge' };
    return { tax: paid.tax, taxRate: rateOf(paid, wantedRate(buyer, seller)), taxKind: 'standard' };
  }
  if (!seller) return { tax: 0, taxRate: 0, taxKind: 'standard' };
  if (seller.small_business_note) return { tax: 0, taxRate: 0, taxKind: 'small_business' };
  if (isOutsideScope(buyer, seller)) return { tax: 0, taxRate: 0, taxKind: 'outside_scope' };
  if (isReverseCharge(buyer, seller)) return { tax: 0, taxRate: 0, taxKind: 'reverse_charge' };
  const taxRate = wantedRate(buyer, seller);
  return { tax: containedTax(paid.amount, taxRate), taxRate, taxKind: 'standard' };
}

/** Electronic services to buyers outside the European Union are not taxed inside of it, whether companies or consumers. */
function isOutsideScope(buyer: BillingDetails | null, seller: Seller): boolean {
  const country = vatAreaOf(buyer?.country) ?? companyCountry(buyer);
  if (!country || EU_COUNTRIES.has(country) || !EU_COUNTRIES.has(seller.country)) return false;
  const rate = seller.tax_rates?.[country];
  return rate === undefined ? seller.outside_eu !== 'home_rate' : rate === 0;
}

/** Monaco is a part of France for the VAT (Article 7 of the VAT directive). */
function vatAreaOf(country: string | null | undefined): string | null {
  return country === 'MC' ? 'FR' : (country ?? null);
}

/** The buyer owes the tax: a company of another country than the seller's. */
function isReverseCharge(buyer: BillingDetails | null, seller: Seller): boolean {
  const country = seller.vat_id ? companyCountry(buyer) : null;
  return !!country && country !== seller.country && (vatAreaOf(buyer?.country) ?? country) === country;
}

/** In the European Union only a VAT id shows that a buyer is a company; elsewhere any tax id does. */
function companyCountry(buyer: BillingDetails | null): string | null {
  if (!buyer?.taxIdType || !buyer.taxId) return null;
  const country = countryOfVatId(buyer.taxIdType, buyer.taxId);
  if (country !== undefined) return country;
  return buyer.country !== null && !EU_COUNTRIES.has(buyer.country) ? buyer.country : null;
}

function wantedRate(buyer: BillingDetails | null, seller: Seller | null): number {
  const rates = seller?.tax_rates ?? {};
  const percent = rates[buyer?.country ?? ''] ?? rates[vatAreaOf(buyer?.country) ?? ''] ?? seller?.tax_rate ?? 0;
  return Math.round(percent * 100);
}

function containedTax(amount: number, rate: number): number {
  return nearestPart(amount, rate, ALL + rate);
}

/** Rounded to the nearest minor unit. */
export function nearestPart(whole: number, part: number, of: number): number {
  return Math.floor((partOf(2 * whole, part, of) + 1) / 2);
}

/** The gateway's rate: the expected one if it yields this tax, otherwise the nearest hundredth of a percent. */
function rateOf({ amount, tax }: { amount: number; tax: number }, expected: number): number {
  if (tax === 0) return 0;
  if (Math.abs(containedTax(amount, expected) - tax) <= 1) return expected;
  return amount > tax ? Math.round((tax * ALL) / (amount - tax)) : 0;
}
