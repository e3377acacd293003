// The ledger's entries, newest first, and as CSV.
import { Download, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { Button, buttonClass } from '../parts/button.tsx';
import { join } from '../parts/class-names.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select } from '../parts/field.tsx';
import { formatCredits, formatTime } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { billing } from './strings.ts';

const { transactions: words } = billing;
type Row = Reply<'GET /payments/transactions'>['data'][number];
type Kind = 'purchase' | 'grant' | 'usage' | 'refund' | 'adjustment' | 'redemption';

const PAGE = 20;
const MOST = 100;
const KINDS = [
  { value: '', label: words.all },
  ...Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
];

const COLUMNS: Column<Row>[] = [
  { title: words.columns.when, cell: (row) => <span className="text-muted">{formatTime(row.created_at)}</span> },
  { title: words.columns.kind, cell: (row) => <Badge>{words.kinds[row.type] ?? row.type}</Badge> },
  { title: words.columns.what, cell: (row) => <span className="block max-w-72 truncate">{row.description}</span> },
  {
    title: words.columns.credits,
    isNumber: true,
    cell: (row) => (
      <span className={join(row.credits > 0 && 'text-accent-strong')}>
        {row.credits > 0 ? '+' : ''}
        {formatCredits(row.credits)}
      </span>
    ),
  },
  { title: words.columns.balance, isNumber: true, cell: (row) => formatCredits(row.balance_after) },
];

export function TransactionsTab() {
  const [kind, setKind] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const filter = kind ? { type: kind as Kind } : {};
  const query = useCall('GET /payments/transactions', { query: { limit, ...filter } });
  return (
    <Panel
      title={words.title}
      actions={
        <>
          <Select aria-label={words.filter} options={KINDS} value={kind} onChange={setKind} className="w-36" />
          <a
            className={buttonClass()}
            href={client().addressOf('GET /payments/transactions/export', { query: filter })}
            download
          >
            <Download aria-hidden className="size-4" />
            {words.csv}
          </a>
        </>
      }
    >
      <Loaded query={query}>
        {({ data, has_more }) =>
          data.length === 0 ? (
            <EmptyState icon={ReceiptText} title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            <>
              <Table label={words.title} columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
              {has_more && limit < MOST && (
                <Button look="quiet" className="mt-3" onClick={() => setLimit(MOST)}>
                  {words.more}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
