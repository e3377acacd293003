// The operator's accounting: payments with tax, revenue, and credits owed, by month; each as CSV, and the journal for an
// accountant.
import { useState } from 'react';
import { Field, Input } from '../parts/field.tsx';
import { formatMoney } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { books as words } from './book-strings.ts';
import {
  BookExport,
  type BookRange,
  type Books,
  BookTable,
  CREDIT_COLUMNS,
  GATEWAY_COLUMNS,
  PAYMENT_COLUMNS,
  RATE_COLUMNS,
  REVENUE_COLUMNS,
  SALES_COLUMNS,
} from './book-tables.tsx';
import { useOperatorQuery } from './operator-queries.ts';
import { operators } from './strings.ts';

const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;

type Sale = Books['sales_list'][number];
type Row = {
  month: string;
  holder?: string;
  currency?: string;
  country?: string | null;
  tax_rate?: number;
  tax_kind?: string;
};
const keyOf = (row: Row) => [row.month, row.holder, row.currency, row.country, row.tax_rate, row.tax_kind].join(' ');

export function BooksPage() {
  const [range, setRange] = useState<BookRange>({});
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
        <BookExport part="journal" range={range} />
      </div>
      <Loaded query={books}>
        {({ time_zone: zone, payments, by_rate, totals, sales_list, revenue, credits, gateway }) => (
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
            {totals.map(({ currency, net, tax, total }) => (
              <p key={currency} className="font-medium">
                {words.total({
                  net: formatMoney(net, currency),
                  tax: formatMoney(tax, currency),
                  total: formatMoney(total, currency),
                })}
              </p>
            ))}
            <BookTable
              {...{
                part: 'payments',
                range,
                rows: payments,
                title: words.payments,
                lead: words.paymentsLead({ zone }),
              }}
              {...{ keyOf, columns: PAYMENT_COLUMNS, empty: { title: words.noPayments, hint: words.noPaymentsHint } }}
            />
            <BookTable
              {...{ part: 'by_rate', range, rows: by_rate, title: words.byRate, lead: words.byRateLead({ zone }) }}
              {...{ keyOf, columns: RATE_COLUMNS }}
            />
            <BookTable
              {...{ part: 'sales_list', range, rows: sales_list, title: words.salesList, lead: words.salesListLead }}
              {...{ keyOf: (row: Sale) => `${row.month} ${row.vat_id} ${row.currency}`, columns: SALES_COLUMNS }}
            />
            <BookTable
              {...{ part: 'revenue', range, rows: revenue, title: words.revenue, lead: words.revenueLead }}
              {...{ keyOf, columns: REVENUE_COLUMNS }}
            />
            <BookTable
              {...{ part: 'gateway', range, rows: gateway, title: words.gateway, lead: words.gatewayLead }}
              {...{ keyOf, columns: GATEWAY_COLUMNS }}
            />
            <BookTable
              {...{ part: 'credits', range, rows: credits, title: words.credits, lead: words.creditsLead }}
              {...{ keyOf, columns: CREDIT_COLUMNS, empty: { title: words.noCredits, hint: words.noCreditsHint } }}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}
