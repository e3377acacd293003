// The numbers behind the charts, by any group, and as CSV.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { downloadCsv } from '../parts/csv.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select } from '../parts/field.tsx';
import { formatAmount, formatCount } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { usage as words } from './strings.ts';
import { type Group, type UsageRow, useUsage } from './use-usage.ts';

const GROUPS = Object.entries(words.groups).map(([value, label]) => ({ value, label }));
const COLUMNS = Object.entries(words.columns) as [keyof typeof words.columns, string][];

export function UsageTable({ days }: { days: number }) {
  const [group, setGroup] = useState<Group>('day');
  const { query, rows = [] } = useUsage(days, group);
  const used = rows.filter(({ requests }) => requests > 0);
  return (
    <Panel
      title={words.table}
      actions={
        <>
          <Select
            aria-label={words.tableBy}
            options={GROUPS}
            value={group}
            onChange={(value) => setGroup(value as Group)}
            className="w-32"
          />
          <Button disabled={used.length === 0} onClick={() => downloadCsv(words.csvName(group), csvRows(group, used))}>
            <Download aria-hidden className="size-4" />
            {words.csv}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {({ total }) =>
          used.length === 0 ? (
            <EmptyState title={words.none}>{words.noneHint}</EmptyState>
          ) : (
            <Table
              label={words.table}
              onPhone="scroll"
              rows={[...used].reverse().concat([{ ...total, id: 'total', label: words.total }])}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: words.groups[group],
                  cell: (row) => <span className={row.id === 'total' ? 'font-semibold' : ''}>{row.label}</span>,
                },
                ...COLUMNS.map(([field, title]) => ({
                  title,
                  isNumber: true,
                  cell: (row: UsageRow) =>
                    field === 'credits' || field === 'seconds' ? formatAmount(row[field]) : formatCount(row[field]),
                })),
              ]}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function csvRows(group: Group, rows: readonly UsageRow[]): Record<string, string | number>[] {
  return rows.map((row) => ({
    [group]: group === 'day' ? row.id.slice(0, 10) : row.label,
    ...Object.fromEntries(COLUMNS.map(([field]) => [field, row[field]])),
  }));
}
