// The operator's books: payments with tax, and credits owed, by month; each as CSV, and the journal for an accountant.
import { BookOpen } from 'lucide-react';
import { useState } from 'react';
import { liveClient, type Reply } from '../api/client.ts';
import { buttonClass } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatCount, formatCredits, formatMoney } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { books as words } from './book-strings.ts';
import { useDesk } from './desk.ts';
import { operators } from './strings.ts';

type Books = Reply<'GET /operator/books'>;
type Payments = Books['payments'][number];
type Credits = Books['credits'][number];

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

export function BooksPage() {
  const [range, setRange] = useState<{ from?: string; to?: string }>({});
  const books = useDesk('GET /operator/books', { query: range });
  const month = (name: 'from' | 'to') => (
    <Field label={words[name]}>
      <Input
        type="month"
        defaultValue={range[name] ?? books.data?.[name]}
        key={books.data?.[name]}
        onBlur={({ target: { value } }) => setRange({ ...range, ...(MONTH.test(value) ? { [name]: value } : {}) })}
      />
    </Field>
  );
  return (
    <>
      <PageHead title={operators.pages.books} lead={words.lead} />
      <div className="mb-5 flex flex-wrap items-end gap-3">
        {month('from')}
        {month('to')}
        {(['payments', 'credits', 'journal'] as const).map((part) => (
          <a
            key={part}
            className={buttonClass('plain')}
            href={liveClient().addressOf('GET /operator/books/export', { query: { ...range, part } })}
            download
          >
            {words.download[part]}
          </a>
        ))}
      </div>
      <Loaded query={books}>
        {({ payments, credits }) => (
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
            <Panel title={words.payments}>
              {payments.length === 0 ? (
                <EmptyState icon={BookOpen} title={words.noPayments}>
                  {words.noPaymentsHint}
                </EmptyState>
              ) : (
                <Table
                  label={words.payments}
                  rows={payments}
                  keyOf={(row) => [row.month, row.currency, row.country, row.tax_rate, row.tax_kind].join(' ')}
                  columns={PAYMENT_COLUMNS}
                />
              )}
            </Panel>
            <Panel title={words.credits} lead={words.creditsLead}>
              {credits.length === 0 ? (
                <EmptyState icon={BookOpen} title={words.noCredits}>
                  {words.noCreditsHint}
                </EmptyState>
              ) : (
                <Table
                  label={words.credits}
                  rows={credits}
                  keyOf={(row) => `${row.month} ${row.country}`}
                  columns={CREDIT_COLUMNS}
                />
              )}
            </Panel>
          </div>
        )}
      </Loaded>
    </>
  );
}

const money = (name: 'paid' | 'refunded' | 'disputed' | 'net' | 'tax' | 'total'): Column<Payments> => ({
  title: words.columns[name],
  isNumber: true,
  cell: (row) => formatMoney(row[name], row.currency),
});
const PAYMENT_COLUMNS: Column<Payments>[] = [
  { title: words.columns.month, cell: ({ month }) => month },
  { title: words.columns.country, cell: ({ country }) => country ?? words.unknown },
  {
    title: words.columns.rate,
    cell: ({ tax_rate: rate, tax_kind: kind }) => words.kinds[kind] || `${formatCount(rate)} %`,
  },
  ...(['paid', 'refunded', 'disputed', 'net', 'tax', 'total'] as const).map(money),
];

const amount = (name: 'sold' | 'given' | 'used' | 'refunded' | 'expired' | 'owed'): Column<Credits> => ({
  title: words.columns[name],
  isNumber: true,
  cell: (row) => formatCredits(row[name]),
});
const CREDIT_COLUMNS: Column<Credits>[] = [
  { title: words.columns.month, cell: ({ month }) => month },
  { title: words.columns.country, cell: ({ country }) => country ?? words.unknown },
  ...(['sold', 'given', 'used', 'refunded', 'expired', 'owed'] as const).map(amount),
];
