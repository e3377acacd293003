// What customers were charged, what the upstreams cost, and the margin, by account, key, model, module, upstream, plan or day.
import { Scale } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { downloadCsv } from '../parts/csv.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Field, Select } from '../parts/field.tsx';
import { formatCount, formatCredits } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { useDesk } from './desk.ts';
import { Facts } from './facts.tsx';
import { operators } from './strings.ts';
import { margin as words } from './upstream-strings.ts';

type Usage = Reply<'GET /operator/usage'>;
type Line = Usage['data'][number];
type Group = keyof typeof words.groups;

export function MarginPage() {
  const [group, setGroup] = useState<Group>('model');
  const query = useDesk('GET /operator/usage', { query: { group_by: group } });
  return (
    <>
      <PageHead title={operators.pages.margin} lead={words.lead} />
      <Panel>
        <div className="mb-4 max-w-60">
          <Field label={words.groupBy}>
            <Select
              value={group}
              onChange={(value) => setGroup(value as Group)}
              options={Object.entries(words.groups).map(([value, label]) => ({ value, label }))}
            />
          </Field>
        </div>
        <Loaded query={query}>{(usage) => <Sums usage={usage} group={group} />}</Loaded>
      </Panel>
    </>
  );
}

function Sums({ usage: { data, total }, group }: { usage: Usage; group: Group }) {
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
      <Table label={words.table} columns={columnsOf(group)} rows={data} keyOf={(line) => line.group} />
      <Facts
        facts={[
          [words.columns.credits, formatCredits(total.credits)],
          [words.columns.cost, creditsOrUnknown(total.cost)],
          [words.columns.unpaid, formatCredits(total.unpaid_cost)],
          [words.columns.margin, creditsOrUnknown(total.margin)],
        ]}
      />
      <Button className="justify-self-start" onClick={() => downloadCsv(`usage-by-${group}.csv`, rows)}>
        {words.download}
      </Button>
    </div>
  );
}

function columnsOf(group: Group): Column<Line>[] {
  return [
    { title: words.groups[group], cell: ({ group: name, label }) => label || name || operators.none },
    { title: words.columns.requests, isNumber: true, cell: ({ requests }) => formatCount(requests) },
    {
      title: words.columns.tokens,
      isNumber: true,
      cell: (line) => formatCount(line.prompt_tokens + line.completion_tokens),
    },
    { title: words.columns.cached, isNumber: true, cell: (line) => formatCount(line.cached_tokens) },
    { title: words.columns.credits, isNumber: true, cell: ({ credits }) => formatCredits(credits) },
    { title: words.columns.cost, isNumber: true, cell: ({ cost }) => creditsOrUnknown(cost) },
    { title: words.columns.unpaid, isNumber: true, cell: ({ unpaid_cost: unpaid }) => formatCredits(unpaid) },
    {
      title: words.columns.margin,
      isNumber: true,
      cell: ({ margin }) => (
        <span className={margin !== null && margin < 0 ? 'font-medium text-danger' : undefined}>
          {creditsOrUnknown(margin)}
        </span>
      ),
    },
  ];
}

function creditsOrUnknown(credits: number | null): string {
  return credits === null ? words.unknown : formatCredits(credits);
}
