// The operator's accounting: payments with their tax, revenue, credits owed, and the journal, as JSON and as CSV.
import { Readable } from 'node:stream';
import { csvLine } from '../../core/csv.ts';
import { sumCredits } from '../../money/proof/month-sums.ts';
import { type RevenueMonth, sumRevenue } from '../../money/revenue/revenue-months.ts';
import { readBookDays } from '../../store/book-days.ts';
import type { Database } from '../../store/database.ts';
import { listSales, sumDocuments } from '../../store/document-sums.ts';
import { clearingMonths, clearingRow } from './book-clearing.ts';
import { journalLines } from './book-journal.ts';
import { type BookRange, daysOf, rangeOf } from './book-range.ts';
import { creditRow, moneyCells, paymentRow, revenueRow, salesListRow, sumsBy } from './book-rows.ts';
import { BOOK_COLUMNS, type BookExportQuery, type BookQuery } from './book-schema.ts';

const BY_MONTH = ['month', 'currency'] as const;
const BY_RATE = ['month', 'currency', 'tax_rate', 'tax_kind'] as const;

export class OperatorBooks {
  readonly #parts: { database: Database; sealAll: () => Promise<void>; recogniseAll: () => Promise<void> };

  /** `sealAll` and `recogniseAll` add what has happened since to the sums of credits and of revenue. */
  constructor(parts: { database: Database; sealAll: () => Promise<void>; recogniseAll: () => Promise<void> }) {
    this.#parts = parts;
  }

  async read(query: BookQuery): Promise<object> {
    const { range, zone } = await this.#rangeOf(query);
    const payments = await this.#payments(range);
    return {
      object: 'operator.books',
      ...range,
      time_zone: zone,
      payments,
      by_rate: sumsBy(payments, BY_RATE),
      by_month: sumsBy(payments, BY_MONTH),
      totals: sumsBy(payments, ['currency']),
      sales_list: await this.#salesList(range),
      revenue: (await this.#revenue(range)).map(revenueRow),
      credits: await this.#credits(range),
      gateway: await this.#gateway(range),
    };
  }

  async csv({ part, ...query }: BookExportQuery): Promise<Readable> {
    const { range, today } = await this.#rangeOf(query);
    if (part === 'journal') {
      const { queries } = this.#parts.database;
      const [revenue, clearing] = [await this.#revenue(range), await clearingMonths(queries, range)];
      return Readable.from(journalLines(queries, daysOf(range), { revenue, clearing, today }));
    }
    const rows = await this.#rowsOf(part, range);
    const names = BOOK_COLUMNS[part];
    return Readable.from([csvLine(names), ...rows.map((row) => csvLine(names.map((name) => row[name])))]);
  }

  /** Months and days are those of the seller's time zone. */
  async #rangeOf(query: BookQuery): Promise<{ range: BookRange; today: string; zone: string }> {
    const days = await readBookDays(this.#parts.database.queries);
    const today = days.dayOf(new Date());
    return { range: rangeOf(query, today), today, zone: days.zone };
  }

  async #rowsOf(part: keyof typeof BOOK_COLUMNS, range: BookRange): Promise<Record<string, unknown>[]> {
    if (part === 'credits') return this.#credits(range);
    if (part === 'gateway') return (await this.#gateway(range)).map(moneyCells);
    if (part === 'revenue') return (await this.#revenue(range)).map(revenueRow).map(moneyCells);
    if (part === 'sales_list') return (await this.#salesList(range)).map(moneyCells);
    const payments = await this.#payments(range);
    return (part === 'payments' ? payments : sumsBy(payments, BY_RATE)).map(moneyCells);
  }

  async #payments(range: BookRange) {
    return (await sumDocuments(this.#parts.database.queries, daysOf(range))).map(paymentRow);
  }

  async #salesList(range: BookRange) {
    return (await listSales(this.#parts.database.queries, daysOf(range))).map(salesListRow);
  }

  async #revenue(range: BookRange): Promise<RevenueMonth[]> {
    await this.#parts.recogniseAll();
    return sumRevenue(this.#parts.database.queries, range);
  }

  async #gateway(range: BookRange) {
    return (await clearingMonths(this.#parts.database.queries, range)).map(clearingRow);
  }

  async #credits(range: BookRange) {
    await this.#parts.sealAll();
    return (await sumCredits(this.#parts.database.queries, range)).map(creditRow);
  }
}
