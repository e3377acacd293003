// Revenue, upstream cost and margin, by account, key, model, module, upstream, plan or day.
import { Scale } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { downloadCsv } from '../parts/csv.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { formatAmount, formatCount } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useOperatorQuery } from './operator-queries.ts';
import { operators } from './strings.ts';
import { margin as words } from './upstream-strings.ts';

type Usage = Reply<'GET /operator/usage'>;
type Line = Usage['data'][number];
/** No group can have this name: groups are ids, names and days. */
const TOTAL = ' total';
type Group = keyof typeof words.groups;

export function MarginPage() {
  const [group, setGroup] = useState<Group>('model');
  const [month, setMonth] = useState('');
  const query = useOperatorQuery('GET /operator/usage', { query: { ...periodOf(month), group_by: group } });
  return (
    <>
      <PageHead title={operators.pages.margin} lead={words.lead} />
      <Panel>
        <div className="mb-4 grid max-w-xl gap-4 sm:grid-cols-2">
          <Field label={words.groupBy}>
            <Select
              value={group}
              onChange={(value) => setGroup(value as Group)}
              options={Object.entries(words.groups).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          <Field label={words.month} hint={words.monthHint}>
            <Input type="month" value={month} onChange={({ target: { value } }) => setMonth(value)} />
          </Field>
        </div>
        <Loaded query={query}>{(usage) => <Sums usage={usage} group={group} month={month} />}</Loaded>
      </Panel>
    </>
  );
}

/** The API's own period is that of the last 30 days. */
function periodOf(month: string): { from?: string; to?: string } {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month)) return {};
  const [from, to] = [new Date(`${month}-01T00:00:00Z`), new Date(`${month}-01T00:00:00Z`)];
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { from: from.toISOString(), to: to.toISOString() };
}

function Sums({ usage: { data, total }, group, month }: { usage: Usage; group: Group; month: string }) {
  if (data.length === 0)
    return (
      <EmptyState icon={Scale} title={words.none}>
        {words.noneHint}
      </EmptyState>
    );
  const rows = data.map((line) => ({
    ...line,
    label: line.label ?? '',
    cost: line.cost ?? words.unknown,
    margin: line.margin ?? words.unknown,
  }));
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <Table
        label={words.table}
        columns={columnsOf(group)}
        rows={[...data, { ...total, group: TOTAL, label: words.total }]}
        keyOf={(line) => line.group}
      />
      {total.cost === null && (
        <p className="text-sm text-muted">{words.partlyUnknown(formatAmount(total.known_cost))}</p>
      )}
      {total.estimated_cost > 0 && (
        <p className="text-sm text-muted">{words.estimated(formatAmount(total.estimated_cost))}</p>
      )}
      {total.unknown_cost_attempts > 0 && (
        <p className="text-sm text-muted">{words.unknownAttempts(total.unknown_cost_attempts)}</p>
      )}
      <Button
        className="justify-self-start"
        onClick={() => downloadCsv(`usage-by-${[group, month].filter(Boolean).join('-')}.csv`, rows)}
      >
        {words.download}
      </Button>
    </div>
  );
}

function columnsOf(group: Group): Column<Line>[] {
  return [
    {
      title: words.groups[group],
      cell: ({ group: name, label }) => (
        <span className={name === TOTAL ? 'font-semibold' : undefined}>{label || name || words.noneOf[group]}</span>
      ),
    },
    { title: words.columns.requests, isNumber: true, cell: ({ requests }) => formatCount(requests) },
    {
      title: words.columns.tokens,
      isNumber: true,
      cell: (line) => formatCount(line.prompt_tokens + line.completion_tokens),
    },
    { title: words.columns.cached, isNumber: true, cell: (line) => formatCount(line.cached_tokens) },
    { title: words.columns.credits, isNumber: true, cell: ({ credits }) => formatAmount(credits) },
    { title: words.columns.cost, isNumber: true, cell: ({ cost }) => <Known credits={cost} /> },
    { title: words.columns.unpaid, isNumber: true, cell: ({ unpaid_cost: unpaid }) => formatAmount(unpaid) },
    {
      title: words.columns.margin,
      isNumber: true,
      cell: ({ margin }) =>
        margin !== null && margin < 0 ? (
          <span className="inline-flex items-center gap-2 font-medium text-danger">
            <Badge tone="bad">{words.loss}</Badge>
            {formatAmount(margin)}
          </span>
        ) : (
          <Known credits={margin} />
        ),
    },
  ];
}

function Known({ credits }: { credits: number | null }) {
  return credits === null ? <span className="text-muted">{words.unknown}</span> : formatAmount(credits);
}
