// The tax of a payment: the gateway's if it computed one, otherwise by the seller's rates. Prices include their tax.
import { partOf } from '../../core/money.ts';
import type { BillingDetails } from '../../store/billing-details.ts';
import type { BillingDocument } from '../../store/billing-documents.ts';
import type { Payment } from '../../store/payments.ts';
import type { Seller } from '../../store/seller.ts';
import { countryOfVatId } from './vat-ids.ts';

export type Tax = Pick<BillingDocument, 'tax' | 'taxRate' | 'taxKind'>;

/** The number of hundredths of a percent in one. */
const ALL = 10_000;

type Paid = Pick<Payment, 'amount' | 'tax' | 'invoiceNumber'>;

export function taxOf(paid: Paid, buyer: BillingDetails | null, seller: Seller | null): Tax {
  // Its own invoice shows what the gateway charged.
  if (paid.tax > 0 || paid.invoiceNumber !== null)
    return { tax: paid.tax, taxRate: rateOf(paid, wantedRate(buyer, seller)), taxKind: 'standard' };
  if (!seller) return { tax: 0, taxRate: 0, taxKind: 'standard' };
  if (seller.small_business_note) return { tax: 0, taxRate: 0, taxKind: 'small_business' };
  if (isReverseCharge(buyer, seller)) return { tax: 0, taxRate: 0, taxKind: 'reverse_charge' };
  const taxRate = wantedRate(buyer, seller);
  return { tax: containedTax(paid.amount, taxRate), taxRate, taxKind: 'standard' };
}

/** The buyer owes the tax: a company with a VAT id of another country than the seller's. */
function isReverseCharge(buyer: BillingDetails | null, seller: Seller): boolean {
  if (!buyer?.taxIdType || !buyer.taxId || !seller.vat_id) return false;
  const country = countryOfVatId(buyer.taxIdType, buyer.taxId);
  return !!country && country !== seller.country && (buyer.country === null || buyer.country === country);
}

function wantedRate(buyer: BillingDetails | null, seller: Seller | null): number {
  const percent = seller?.tax_rates?.[buyer?.country ?? ''] ?? seller?.tax_rate ?? 0;
  return Math.round(percent * 100);
}

function containedTax(amount: number, rate: number): number {
  // Rounded to the nearest minor unit.
  return Math.floor((partOf(2 * amount, rate, ALL + rate) + 1) / 2);
}

/** The gateway's rate: the expected one if it yields this tax, otherwise the nearest hundredth of a percent. */
function rateOf({ amount, tax }: { amount: number; tax: number }, expected: number): number {
  if (tax === 0) return 0;
  if (Math.abs(containedTax(amount, expected) - tax) <= 1) return expected;
  return amount > tax ? Math.round((tax * ALL) / (amount - tax)) : 0;
}
