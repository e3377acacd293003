// The end customers that this account's calls name: the spending and caps of each.
import { Plus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useCall, usePages } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { formatAgo, formatAmount, formatCount } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { budgets } from './budget-strings.ts';
import { CapsDialog, type Customer } from './caps-dialog.tsx';
import { LongName } from './long-name.tsx';
import { SpentOf } from './spent-of.tsx';

const { customers: words } = budgets;
const SORTS = Object.entries(words.sorts).map(([value, label]) => ({ value, label }));

export function CustomersTab({ mayChange }: { mayChange: boolean }) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState('spent_this_month');
  const [changed, setChanged] = useState<Customer | 'new' | null>(null);
  const q = useSettled(search.trim());
  const pages = usePages('GET /customers', { sort, ...(q ? { q } : {}) });
  const calls = useCallsThisMonth();
  const add = mayChange && (
    <Button onClick={() => setChanged('new')}>
      <Plus aria-hidden className="size-4" />
      {words.add}
    </Button>
  );
  return (
    <Panel title={words.title} lead={words.lead} actions={add}>
      <search className="mb-4 grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label={words.search} hint={words.searchHint}>
          <Input type="search" value={search} onChange={(event) => setSearch(event.target.value)} maxLength={200} />
        </Field>
        <Field label={words.sort}>
          <Select options={SORTS} value={sort} onChange={setSort} />
        </Field>
      </search>
      <PagedTable
        label={words.title}
        pages={pages}
        columns={[...columnsOf(calls), ...(mayChange ? [capsColumn(setChanged)] : [])]}
        empty={
          q
            ? { icon: Users, title: words.noneFound, hint: words.noneFoundHint }
            : { icon: Users, title: words.none, hint: <NoneHint /> }
        }
      />
      {changed && <CapsDialog customer={changed === 'new' ? null : changed} onClose={() => setChanged(null)} />}
    </Panel>
  );
}

/** The next step: how a call names an end customer. */
function NoneHint() {
  return (
    <>
      {words.noneHint}{' '}
      <a href="/docs/guides/budgets" className="text-accent underline underline-offset-2">
        {words.guide}
      </a>
    </>
  );
}

/** By customer; the statistics contain those with the highest spending. */
function useCallsThisMonth(): ReadonlyMap<string, number> {
  const from = `${new Date().toISOString().slice(0, 7)}-01T00:00:00Z`;
  const rows = useCall('GET /usage', { query: { from, group_by: 'customer' } }).data?.data;
  return useMemo(() => new Map(rows?.map((row) => [row.customer ?? '', row.requests])), [rows]);
}

function columnsOf(calls: ReadonlyMap<string, number>): Column<Customer>[] {
  const { columns } = words;
  return [
    { title: columns.customer, cell: ({ id }) => <LongName name={id} /> },
    { title: columns.calls, isNumber: true, cell: ({ id }) => formatCount(calls.get(id) ?? 0) },
    {
      title: columns.today,
      isNumber: true,
      cell: (row) => <SpentOf spent={row.spent_today} cap={row.daily_credit_cap} usedUp={words.usedUp} />,
    },
    {
      title: columns.month,
      isNumber: true,
      cell: (row) => <SpentOf spent={row.spent_this_month} cap={row.monthly_credit_cap} usedUp={words.usedUp} />,
    },
    { title: columns.held, isNumber: true, cell: ({ held }) => formatAmount(held) },
    {
      title: columns.last,
      cell: ({ last_used_at }) => (
        <time dateTime={last_used_at} className="text-muted">
          {formatAgo(last_used_at)}
        </time>
      ),
    },
  ];
}

function capsColumn(change: (customer: Customer) => void): Column<Customer> {
  return {
    title: words.columns.acts,
    isTitleHidden: true,
    cell: (row) => (
      <Button size="small" look="quiet" aria-label={words.setOf(row.id)} onClick={() => change(row)}>
        {words.set}
      </Button>
    ),
  };
}
