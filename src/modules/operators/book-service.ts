// The operator's accounting: payments with their tax, credits owed, and the journal, as JSON and as CSV.
import { Readable } from 'node:stream';
import { csvLine } from '../../core/csv.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import { type CreditMonth, sumCredits } from '../../money/proof/month-sums.ts';
import type { Database } from '../../store/database.ts';
import { type DocumentSum, type JournalRow, listJournal, sumDocuments } from '../../store/document-sums.ts';
import type { BookExportQuery, BookQuery } from './book-schema.ts';

const MAX_MONTHS = 120;
const DEFAULT_MONTHS = 12;
const JOURNAL_PAGE = 500;

interface Range {
  from: string;
  to: string;
}

export class OperatorBooks {
  readonly #database: Database;
  readonly #sealAll: () => Promise<void>;

  /** `sealAll` adds what has happened since to the sums of the ledgers. */
  constructor(parts: { database: Database; sealAll: () => Promise<void> }) {
    this.#database = parts.database;
    this.#sealAll = parts.sealAll;
  }

  async read(query: BookQuery): Promise<object> {
    const range = rangeOf(query);
    return {
      object: 'operator.books',
      ...range,
      payments: (await this.#payments(range)).map(presentPayments),
      credits: (await this.#credits(range)).map(presentCredits),
    };
  }

  async csv({ part, ...query }: BookExportQuery): Promise<Readable> {
    const range = rangeOf(query);
    if (part === 'journal') return Readable.from(this.#journal(range));
    const rows =
      part === 'payments'
        ? (await this.#payments(range)).map((sum) => decimals(presentPayments(sum)))
        : (await this.#credits(range)).map(presentCredits);
    const names =
      part === 'payments' ? Object.keys(presentPayments(NO_PAYMENTS)) : Object.keys(presentCredits(NO_CREDITS));
    return Readable.from([csvLine(names), ...rows.map((row) => csvLine(Object.values(row)))]);
  }

  #payments(range: Range): Promise<DocumentSum[]> {
    return sumDocuments(this.#database.queries, timesOf(range));
  }

  async #credits(range: Range): Promise<CreditMonth[]> {
    await this.#sealAll();
    return sumCredits(this.#database.queries, range);
  }

  async *#journal(range: Range): AsyncGenerator<string> {
    yield csvLine(JOURNAL_COLUMNS);
    for (let afterSeq = 0; ; ) {
      const page = { ...timesOf(range), afterSeq, limit: JOURNAL_PAGE };
      const rows = await listJournal(this.#database.queries, page);
      if (rows.length > 0) yield rows.flatMap(postingsOf).map(csvLine).join('');
      if (rows.length < JOURNAL_PAGE) return;
      afterSeq = rows.at(-1)?.seq ?? afterSeq;
    }
  }
}

const JOURNAL_COLUMNS = [
  ...[
    'date',
    'document',
    'kind',
    'reason',
    'refers_to',
    'account',
    'debit',
    'credit',
    'currency',
    'tax_rate',
    'tax_kind',
    'country',
  ],
  ...['vat_id', 'customer', 'text', 'payment_id'],
];

/** Double entry: a document's debits equal its credits. A credit note reverses them. */
function postingsOf(row: JournalRow): unknown[][] {
  const isInvoice = row.kind === 'invoice';
  const before = [row.issuedAt.toISOString().slice(0, 10), row.label ?? row.id, row.kind, row.reason, row.refersTo];
  const after = [
    ...[row.currency.toUpperCase(), row.taxRate / 100, row.taxKind, row.country, row.taxId],
    ...[row.name || row.email, row.description, row.paymentId],
  ];
  const posting = (account: string, amount: number, isDebit: boolean) => [
    ...before,
    account,
    isDebit ? amount / 100 : null,
    isDebit ? null : amount / 100,
    ...after,
  ];
  return [
    posting(`clearing:${row.gateway}`, row.amount, isInvoice),
    posting('deferred_revenue', row.amount - row.tax, !isInvoice),
    ...(row.tax > 0 ? [posting('vat', row.tax, !isInvoice)] : []),
  ];
}

const NO_PAYMENTS: DocumentSum = {
  ...{ month: '', currency: '', country: null, taxRate: 0, taxKind: 'standard' },
  ...{ payments: 0, paid: 0, paidTax: 0, refunded: 0, refundedTax: 0, disputed: 0, disputedTax: 0 },
};
const NO_CREDITS: CreditMonth = {
  ...{ month: '', country: null, sold: 0, given: 0, used: 0, refunded: 0, expired: 0, owed: 0 },
};

const SUMS = [
  'paid',
  'paid_tax',
  'refunded',
  'refunded_tax',
  'disputed',
  'disputed_tax',
  'net',
  'tax',
  'total',
] as const;

function presentPayments(sum: DocumentSum): Record<string, unknown> & Record<(typeof SUMS)[number], number> {
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

/** Tables use units of the currency, as accountants write them. */
function decimals(row: ReturnType<typeof presentPayments>): Record<string, unknown> {
  return { ...row, ...Object.fromEntries(SUMS.map((name) => [name, row[name] / 100])) };
}

function presentCredits({ month, country, ...sums }: CreditMonth): Record<string, unknown> {
  return {
    month,
    country,
    ...Object.fromEntries(Object.entries(sums).map(([name, micro]) => [name, microToCredits(micro)])),
  };
}

function rangeOf({ from, to }: BookQuery): Range {
  const last = to ?? new Date().toISOString().slice(0, 7);
  const first = from ?? monthAfter(last, 1 - DEFAULT_MONTHS);
  if (first > last) throw new ServiceError('invalid_parameter', '"from" must not be after "to".', { param: 'from' });
  if (monthAfter(first, MAX_MONTHS) <= last)
    throw new ServiceError('invalid_parameter', `Ask for at most ${MAX_MONTHS} months at a time.`, { param: 'from' });
  return { from: first, to: last };
}

function timesOf({ from, to }: Range): { from: Date; to: Date } {
  return { from: new Date(`${from}-01T00:00:00Z`), to: new Date(`${monthAfter(to, 1)}-01T00:00:00Z`) };
}

function monthAfter(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 7);
}
