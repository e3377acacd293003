// Accounts: searched by address, name, id, plan or status.
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../api/queries.ts';
import { Field, Input, Select } from '../parts/field.tsx';
import { formatCredits, formatDay } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { type Row, useOperatorPages } from './operator-queries.ts';
import { accounts, operators } from './strings.ts';

type Line = Row<'GET /operator/accounts'>;

export function AccountsPage() {
  const [search, setSearch] = useState('');
  const [plan, setPlan] = useState('');
  const [status, setStatus] = useState('');
  const q = useDeferredValue(search.trim());
  const plans = useCall('GET /payments/prices').data?.plans ?? [];
  const pages = useOperatorPages('GET /operator/accounts', {
    ...(q ? { q } : {}),
    ...(plan ? { plan } : {}),
    ...(status ? { status: status as Line['status'] } : {}),
  });
  return (
    <>
      <PageHead title={operators.pages.accounts} lead={accounts.lead} />
      <Panel>
        <search className="mb-4 grid gap-4 sm:grid-cols-[minmax(0,1fr)_10rem_10rem]">
          <Field label={accounts.search} hint={accounts.searchHint}>
            <Input type="search" value={search} onChange={(event) => setSearch(event.target.value)} maxLength={200} />
          </Field>
          <Field label={accounts.plan}>
            <Select
              value={plan}
              onChange={setPlan}
              options={[
                { value: '', label: operators.any },
                ...plans.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
          <Field label={accounts.status}>
            <Select
              value={status}
              onChange={setStatus}
              options={[
                { value: '', label: operators.any },
                { value: 'active', label: accounts.statuses.active },
                { value: 'suspended', label: accounts.statuses.suspended },
              ]}
            />
          </Field>
        </search>
        <PagedTable
          label={accounts.table}
          pages={pages}
          columns={COLUMNS}
          empty={{ icon: Search, title: accounts.noneFound, hint: accounts.noneFoundHint }}
        />
      </Panel>
    </>
  );
}

const COLUMNS: Column<Line>[] = [
  { title: accounts.columns.email, cell: (line) => <AccountLink id={line.id} email={line.email} /> },
  { title: accounts.columns.name, cell: (line) => line.name || operators.none },
  { title: accounts.columns.plan, cell: (line) => <Badge>{line.plan}</Badge> },
  { title: accounts.columns.credits, isNumber: true, cell: (line) => formatCredits(line.credits) },
  { title: accounts.columns.status, cell: (line) => <AccountStatus account={line} /> },
  { title: accounts.columns.since, cell: (line) => formatDay(line.created_at) },
];

export function AccountLink({ id, email }: { id: string; email: string }) {
  return (
    <Link
      to="/operator/$"
      params={{ _splat: `accounts/${id}` }}
      className="font-medium break-all text-accent-strong underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
    >
      {email}
    </Link>
  );
}

export function AccountStatus({ account }: { account: Pick<Line, 'status' | 'is_owner'> }) {
  if (account.is_owner) return <Badge tone="good">{accounts.owner}</Badge>;
  return <Badge tone={account.status === 'suspended' ? 'bad' : 'plain'}>{accounts.statuses[account.status]}</Badge>;
}
