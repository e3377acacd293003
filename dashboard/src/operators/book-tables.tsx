// The tables of the operator's books, each with its CSV file.
import { BookOpen, Download } from 'lucide-react';
import { liveClient, type Reply } from '../api/client.ts';
import { buttonClass } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { formatAmount, formatCount, formatCountry, formatMoney, formatMonth } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { books as words } from './book-strings.ts';

export type Books = Reply<'GET /operator/books'>;
export type BookRange = { from?: string; to?: string };
type Part = keyof typeof words.download;

/** A table with nothing in it is shown only if `empty` says what will be there. */
export function BookTable<Row>({
  part,
  range,
  rows,
  ...of
}: {
  part: Exclude<Part, 'journal'>;
  range: BookRange;
  rows: readonly Row[];
  title: string;
  lead: string;
  empty?: { title: string; hint: string };
  keyOf: (row: Row) => string;
  columns: Column<Row>[];
}) {
  if (rows.length === 0 && !of.empty) return null;
  return (
    <Panel title={of.title} lead={of.lead} actions={rows.length > 0 && <BookExport part={part} range={range} />}>
      {rows.length === 0 && of.empty ? (
        <EmptyState icon={BookOpen} title={of.empty.title}>
          {of.empty.hint}
        </EmptyState>
      ) : (
        <Table label={of.title} rows={rows} keyOf={of.keyOf} columns={of.columns} />
      )}
    </Panel>
  );
}

export function BookExport({ part, range }: { part: Part; range: BookRange }) {
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

type Payments = Books['payments'][number];
type ByRate = Books['by_rate'][number];
type Revenue = Books['revenue'][number];
type Credits = Books['credits'][number];

const month = { title: words.columns.month, cell: ({ month: of }: { month: string }) => formatMonth(of) };
const country = {
  title: words.columns.country,
  cell: ({ country: of }: { country: string | null }) =>
    of ? formatCountry(of) : <span className="text-muted">{words.unknown}</span>,
};
const rate = {
  title: words.columns.rate,
  cell: ({ tax_rate: percent, tax_kind: kind }: { tax_rate: number; tax_kind: string }) =>
    words.kinds[kind] || `${formatCount(percent)} %`,
};
function money<Name extends keyof typeof words.columns>(
  name: Name,
): Column<Record<Name, number> & { currency: string }> {
  return { title: words.columns[name], isNumber: true, cell: (row) => formatMoney(row[name], row.currency) };
}
function credits(name: Exclude<keyof Credits, 'month' | 'holder' | 'country'>): Column<Credits> {
  return { title: words.columns[name], isNumber: true, cell: (row) => formatAmount(row[name]) };
}

const LEFT = ['paid', 'refunded', 'disputed', 'net', 'tax', 'total'] as const;
export const PAYMENT_COLUMNS: Column<Payments>[] = [month, country, rate, ...LEFT.map((name) => money(name))];
export const RATE_COLUMNS: Column<ByRate>[] = [month, rate, ...LEFT.map((name) => money(name))];
export const SALES_COLUMNS: Column<Books['sales_list'][number]>[] = [
  month,
  { title: words.columns.vatId, cell: ({ vat_id }) => vat_id },
  { title: words.columns.name, cell: ({ name }) => name },
  money('net'),
];
export const REVENUE_COLUMNS: Column<Revenue>[] = [
  ...[month, country, rate],
  ...(['invoiced', 'used', 'expired', 'other', 'revenue', 'deferred'] as const).map((name) => money(name)),
];
export const GATEWAY_COLUMNS: Column<Books['gateway'][number]>[] = [
  month,
  ...(['charged', 'fees', 'paid_out', 'other', 'documented', 'balance', 'difference'] as const).map((name) =>
    money(name),
  ),
];
const holder: Column<Credits> = {
  title: country.title,
  cell: (row) => (row.holder === 'operator' ? words.ownAccount : country.cell(row)),
};
export const CREDIT_COLUMNS: Column<Credits>[] = [
  ...[month, holder],
  ...(['sold', 'given', 'used', 'refunded', 'expired', 'moved', 'owed'] as const).map(credits),
];
