// The rows of the books as the API and the CSV files show them.
import { decimalCell } from '../../core/csv.ts';
import { microToCredits } from '../../core/money.ts';
import type { CreditMonth } from '../../money/proof/month-sums.ts';
import type { RevenueMonth } from '../../money/revenue/revenue-months.ts';
import type { DocumentSum, SalesListRow } from '../../store/document-sums.ts';

const PAYMENT_SUMS = [
  ...(['paid', 'paid_tax', 'refunded', 'refunded_tax', 'disputed', 'disputed_tax'] as const),
  ...(['net', 'tax', 'total'] as const),
] as const;
type PaymentSums = Record<(typeof PAYMENT_SUMS)[number], number>;

type PaymentRow = PaymentSums & {
  month: string;
  currency: string;
  country: string | null;
  tax_rate: number;
  tax_kind: string;
  payments: number;
};

export function paymentRow(sum: DocumentSum): PaymentRow {
  const total = sum.paid - sum.refunded - sum.disputed;
  const tax = sum.paidTax - sum.refundedTax - sum.disputedTax;
  return {
    ...{ month: sum.month, currency: sum.currency, country: sum.country },
    ...{ tax_rate: sum.taxRate / 100, tax_kind: sum.taxKind, payments: sum.payments },
    ...{ paid: sum.paid, paid_tax: sum.paidTax, refunded: sum.refunded, refunded_tax: sum.refundedTax },
    ...{ disputed: sum.disputed, disputed_tax: sum.disputedTax },
    ...{ net: total - tax, tax, total },
  };
}

/** Sums of payments with the same values of some columns, in the order of their first row. */
export function sumsBy<Name extends 'month' | 'currency' | 'tax_rate' | 'tax_kind'>(
  rows: readonly PaymentRow[],
  names: readonly Name[],
): (Pick<PaymentRow, Name | 'payments'> & PaymentSums)[] {
  const groups = new Map<string, PaymentRow>();
  for (const row of rows) {
    const name = names.map((one) => row[one]).join(' ');
    const sum = groups.get(name);
    const added = sum && [...PAYMENT_SUMS, 'payments' as const].map((one) => [one, sum[one] + row[one]]);
    groups.set(name, added ? { ...sum, ...Object.fromEntries(added) } : row);
  }
  return [...groups.values()].map((sum) => {
    const shown = [...names, 'payments' as const, ...PAYMENT_SUMS].map((one) => [one, sum[one]]);
    return Object.fromEntries(shown);
  });
}

export function creditRow({ month, holder, country, ...sums }: CreditMonth): Record<string, unknown> {
  const credits = Object.entries(sums).map(([name, micro]) => [name, microToCredits(micro)]);
  return { month, holder, country, ...Object.fromEntries(credits) };
}

export function revenueRow(row: RevenueMonth): Record<string, unknown> {
  const { month, currency, country, taxRate, taxKind, invoiced, used, expired, other, deferred } = row;
  return {
    ...{ month, currency, country, tax_rate: taxRate / 100, tax_kind: taxKind },
    ...{ invoiced, used, expired, other, revenue: used + expired + other, deferred },
  };
}

export function salesListRow({ month, vatId, name, currency, net }: SalesListRow): Record<string, unknown> {
  return { month, vat_id: vatId, name, currency, net };
}

const MONEY: ReadonlySet<string> = new Set([
  ...PAYMENT_SUMS,
  'invoiced',
  'revenue',
  'deferred',
  'used',
  'expired',
  'other',
  ...['charged', 'fees', 'paid_out', 'documented', 'balance', 'difference'],
]);

/** Tables have amounts with two decimals, and currencies in capitals, as accountants write them. */
export function moneyCells(row: Record<string, unknown>): Record<string, unknown> {
  const cells = Object.entries(row).map(([name, value]) => {
    if (name === 'currency') return [name, String(value).toUpperCase()];
    return [name, MONEY.has(name) && typeof value === 'number' ? decimalCell(value) : value];
  });
  return Object.fromEntries(cells);
}
