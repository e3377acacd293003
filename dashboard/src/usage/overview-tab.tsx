// Usage charts by day, module, model and key, and the table behind them.
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select } from '../parts/field.tsx';
import { formatCount, formatCredits } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { DayChart } from './day-chart.tsx';
import { ShareChart } from './share-chart.tsx';
import { usage as words } from './strings.ts';
import { UsageTable } from './usage-table.tsx';
import { type Measure, useUsage } from './use-usage.ts';

const RANGES = Object.entries(words.ranges).map(([value, label]) => ({ value, label }));
const MEASURES = Object.entries(words.measures).map(([value, label]) => ({ value, label }));

export function OverviewTab() {
  const [days, setDays] = useState(30);
  const [measure, setMeasure] = useState<Measure>('credits');
  const shares = [
    { group: 'module', title: words.byModule },
    { group: 'model', title: words.byModel },
    { group: 'key', title: words.byKey },
  ] as const;
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2 sm:justify-end">
        <Select
          aria-label={words.measure}
          options={MEASURES}
          value={measure}
          onChange={(value) => setMeasure(value as Measure)}
          className="w-32"
        />
        <Select
          aria-label={words.range}
          options={RANGES}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          className="w-40"
        />
      </div>
      <DaysPanel days={days} measure={measure} />
      <div className="grid items-start gap-5 lg:grid-cols-3">
        {shares.map(({ group, title }) => (
          <Panel key={group} title={title}>
            <Shares days={days} measure={measure} group={group} />
          </Panel>
        ))}
      </div>
      <UsageTable days={days} />
    </div>
  );
}

function DaysPanel({ days, measure }: { days: number; measure: Measure }) {
  const { query, rows = [] } = useUsage(days, 'day');
  const format = formatOf(measure);
  const lead = query.data && words.inAll(format(query.data.total[measure]), words.measures[measure]);
  return (
    <Panel title={words.byDay} lead={lead}>
      <Loaded query={query}>
        {({ total }) =>
          total[measure] === 0 ? (
            <EmptyState icon={ChartNoAxesColumn} title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            <DayChart
              label={words.chartOf(words.measures[measure])}
              format={format}
              bars={rows.map((row) => ({
                id: row.id,
                label: row.label,
                value: row[measure],
                words: words.onDay(format(row[measure]), words.measures[measure], row.label),
              }))}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function Shares({ days, measure, group }: { days: number; measure: Measure; group: 'module' | 'model' | 'key' }) {
  const { query, rows = [] } = useUsage(days, group);
  return (
    <Loaded query={query}>
      {({ total }) =>
        total[measure] === 0 ? (
          <p className="py-4 text-sm text-muted">{words.none}</p>
        ) : (
          <ShareChart
            format={formatOf(measure)}
            shares={rows.map((row) => ({ id: row.id, label: row.label, value: row[measure] }))}
          />
        )
      }
    </Loaded>
  );
}

function formatOf(measure: Measure): (value: number) => string {
  return measure === 'credits' ? formatCredits : formatCount;
}
