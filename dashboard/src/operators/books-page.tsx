// The operator's accounting: payments with tax, and credits owed, by month; each as CSV, and the journal for an
// accountant.
import { BookOpen, Download } from 'lucide-react';
import { useState } from 'react';
import { liveClient, type Reply } from '../api/client.ts';
import { buttonClass } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatAmount, formatCount, formatCountry, formatMoney, formatMonth } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { books as words } from './book-strings.ts';
import { useOperatorQuery } from './operator-queries.ts';
import { operators } from './strings.ts';

type Books = Reply<'GET /operator/books'>;
type Payments = Books['payments'][number];
type Credits = Books['credits'][number];

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

export function BooksPage() {
  const [range, setRange] = useState<Range>({});
  const books = useOperatorQuery('GET /operator/books', { query: range });
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
        <Export part="journal" range={range} />
      </div>
      <Loaded query={books}>
        {({ payments, credits }) => (
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
            <Panel
              title={words.payments}
              lead={words.paymentsLead}
              actions={payments.length > 0 && <Export part="payments" range={range} />}
            >
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
            <Panel
              title={words.credits}
              lead={words.creditsLead}
              actions={credits.length > 0 && <Export part="credits" range={range} />}
            >
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

type Range = { from?: string; to?: string };

function Export({ part, range }: { part: 'payments' | 'credits' | 'journal'; range: Range }) {
  return (
    <a
      className={buttonClass('plain')}
      href={liveClient().addressOf('GET /operator/books/export', { query: { ...range, part } })}
      download
    >
      <Download aria-hidden className="size-4" />
      {words.download[part]}
    </a>
  );
}

const money = (name: 'paid' | 'refunded' | 'disputed' | 'net' | 'tax' | 'total'): Column<Payments> => ({
  title: words.columns[name],
  isNumber: true,
  cell: (row) => formatMoney(row[name], row.currency),
});
function countryOf({ country }: { country: string | null }) {
  return country ? formatCountry(country) : <span className="text-muted">{words.unknown}</span>;
}

const PAYMENT_COLUMNS: Column<Payments>[] = [
  { title: words.columns.month, cell: ({ month }) => formatMonth(month) },
  { title: words.columns.country, cell: countryOf },
  {
    title: words.columns.rate,
    cell: ({ tax_rate: rate, tax_kind: kind }) => words.kinds[kind] || `${formatCount(rate)} %`,
  },
  ...(['paid', 'refunded', 'disputed', 'net', 'tax', 'total'] as const).map(money),
];

const amount = (name: 'sold' | 'given' | 'used' | 'refunded' | 'expired' | 'owed'): Column<Credits> => ({
  title: words.columns[name],
  isNumber: true,
  cell: (row) => formatAmount(row[name]),
});
const CREDIT_COLUMNS: Column<Credits>[] = [
  { title: words.columns.month, cell: ({ month }) => formatMonth(month) },
  { title: words.columns.country, cell: countryOf },
  ...(['sold', 'given', 'used', 'refunded', 'expired', 'owed'] as const).map(amount),
];
