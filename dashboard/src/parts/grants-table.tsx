// Credits with terms in the order of their use, then the rest of the balance.
import type { Reply } from '../api/client.ts';
import { formatAmount, formatDay } from './format.ts';
import { grants as words } from './grant-strings.ts';
import { Badge } from './panel.tsx';
import { type Column, Table } from './table.tsx';

type Grant = Reply<'GET /payments/balance'>['grants'][number];
type Line = Omit<Grant, 'kind' | 'credits' | 'created_at'> & {
  kind: Grant['kind'] | 'rest';
  credits: number | null;
  place: number;
};

export function GrantsTable({ grants, balance }: { grants: readonly Grant[]; balance: number }) {
  const rest = balance - grants.reduce((sum, { remaining }) => sum + remaining, 0);
  const last = { id: 'rest', kind: 'rest', credits: null, remaining: rest, expires_at: null } as const;
  const lines = [...grants, { ...last, description: words.rest }].map((line, index) => ({ ...line, place: index + 1 }));
  return <Table label={words.title} columns={COLUMNS} rows={lines} keyOf={({ id }) => id} />;
}

const { columns } = words;
const COLUMNS: Column<Line>[] = [
  {
    title: columns.what,
    cell: ({ place, description, kind }) => (
      <span className="flex min-w-48 items-baseline gap-2 whitespace-normal">
        <span className="text-muted tabular-nums">{place}.</span>
        <span className="[overflow-wrap:anywhere]">
          {description} <Badge tone={kind === 'promotional' ? 'good' : 'plain'}>{words.kinds[kind]}</Badge>
        </span>
      </span>
    ),
  },
  { title: columns.left, isNumber: true, cell: ({ remaining }) => formatAmount(remaining) },
  {
    title: columns.given,
    isNumber: true,
    cell: ({ credits }) => (credits === null ? '' : <span className="text-muted">{formatAmount(credits)}</span>),
  },
  {
    title: columns.expires,
    cell: ({ expires_at: end }) => (end ? formatDay(end) : <span className="text-muted">{words.never}</span>),
  },
];
