// The journal as double entry: in every document, and in the revenue of every month, debits equal credits.
import { csvLine, decimalCell } from '../../core/csv.ts';
import type { RevenueMonth } from '../../money/revenue/revenue-months.ts';
import type { Queries } from '../../store/database.ts';
import { type JournalRow, listJournal, type Months } from '../../store/document-sums.ts';
import type { MovementRow } from '../../store/gateway-movements.ts';
import { type ClearingMonth, GATEWAY, otherMovements } from './book-clearing.ts';
import { lastDayOf } from './book-range.ts';

const JOURNAL_PAGE = 500;

const COLUMNS = [
  ...['date', 'document', 'kind', 'reason', 'refers_to', 'account', 'debit', 'credit', 'currency', 'tax_rate'],
  ...['tax_kind', 'country', 'vat_id', 'customer', 'text', 'payment_id'],
];

export async function* journalLines(
  queries: Queries,
  days: Months,
  { revenue, clearing, today }: { revenue: readonly RevenueMonth[]; clearing: readonly ClearingMonth[]; today: string },
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  for (let afterSeq = 0; ; ) {
    const rows = await listJournal(queries, { ...days, afterSeq, limit: JOURNAL_PAGE });
    if (rows.length > 0) yield rows.flatMap(postingsOf).map(csvLine).join('');
    if (rows.length < JOURNAL_PAGE) break;
    afterSeq = rows.at(-1)?.seq ?? afterSeq;
  }
  yield revenue
    .flatMap((row) => revenuePostings(row, today))
    .map(csvLine)
    .join('');
  yield clearing
    .flatMap((row) => feePostings(row, today))
    .map(csvLine)
    .join('');
  for await (const rows of otherMovements(queries, days)) yield rows.flatMap(movementPostings).map(csvLine).join('');
}

/** A credit note reverses them. */
function postingsOf(row: JournalRow): unknown[][] {
  const isInvoice = row.kind === 'invoice';
  const before = [row.issuedOn, row.label ?? row.id, row.kind, row.reason, row.refersTo];
  const after = [
    ...[row.currency.toUpperCase(), row.taxRate / 100, row.taxKind, row.country, row.taxId],
    ...[row.name || row.email, row.description, row.paymentId],
  ];
  return [
    [...before, ...posting(`clearing:${row.gateway}`, row.amount, isInvoice), ...after],
    [...before, ...posting('deferred_revenue', row.amount - row.tax, !isInvoice), ...after],
    ...(row.tax > 0 ? [[...before, ...posting('vat', row.tax, !isInvoice), ...after]] : []),
  ];
}

/** A month whose refunds exceed what was used takes revenue back. */
function revenuePostings(row: RevenueMonth, today: string): unknown[][] {
  const amount = row.used + row.expired + row.other;
  if (amount === 0) return [];
  const before = [lastDayOf(row.month, today), `REV-${row.month}`, 'revenue', 'used', null];
  const after = [
    ...[row.currency.toUpperCase(), row.taxRate / 100, row.taxKind, row.country, null, null],
    ...['Paid credits that were used or have expired', null],
  ];
  return [
    [...before, ...posting('deferred_revenue', Math.abs(amount), amount > 0), ...after],
    [...before, ...posting('revenue', Math.abs(amount), amount < 0), ...after],
  ];
}

/** All of a month; more can come back than was paid. */
function feePostings({ month, currency, fees }: ClearingMonth, today: string): unknown[][] {
  if (fees === 0) return [];
  const before = [lastDayOf(month, today), `FEES-${month}`, 'fees', GATEWAY, null];
  const after = [currency.toUpperCase(), null, null, null, null, null, 'Fees of the payment gateway', null];
  return [
    [...before, ...posting('gateway_fees', Math.abs(fees), fees > 0), ...after],
    [...before, ...posting(`clearing:${GATEWAY}`, Math.abs(fees), fees < 0), ...after],
  ];
}

/** `bank`: what the gateway has paid out. */
function movementPostings({ id, category, currency, amount, isOfBank, bookedOn }: MovementRow): unknown[][] {
  const before = [bookedOn, id, isOfBank ? 'payout' : 'movement', category, null];
  const after = [
    currency.toUpperCase(),
    null,
    null,
    null,
    null,
    null,
    `Moved at the payment gateway: ${category}`,
    null,
  ];
  return [
    [...before, ...posting(isOfBank ? 'bank' : 'gateway_other', Math.abs(amount), amount < 0), ...after],
    [...before, ...posting(`clearing:${GATEWAY}`, Math.abs(amount), amount > 0), ...after],
  ];
}

/** Account, debit and credit. */
function posting(account: string, amount: number, isDebit: boolean): unknown[] {
  return [account, isDebit ? decimalCell(amount) : null, isDebit ? null : decimalCell(amount)];
}
