// Engines and models: readiness, prices, the health of upstreams, and the weights on this machine.
import { Cpu } from 'lucide-react';
import type { Reply } from '../api/client.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { formatAgo, formatCount, formatCredits, formatTime } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import { priceNumbers } from '../parts/price-numbers.ts';
import { type Column, Table } from '../parts/table.tsx';
import { engines as words } from './engine-strings.ts';
import { LocalServersPanel } from './local-servers-panel.tsx';
import { useOperatorQuery } from './operator-queries.ts';
import { RecommendationPanel } from './recommendation-panel.tsx';
import { operators } from './strings.ts';
import { WeightsPanel } from './weights-panel.tsx';

type Engine = Reply<'GET /operator/engines'>['data'][number];
type Model = Engine['models'][number];

const REFRESH_MS = 5_000;

export function EnginesPage() {
  const query = useOperatorQuery('GET /operator/engines', {}, REFRESH_MS);
  return (
    <>
      <PageHead title={operators.pages.engines} lead={words.lead} />
      <div className="grid gap-6">
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon={Cpu} title={words.none}>
                {words.noneHint}
              </EmptyState>
            ) : (
              data.map((engine) => <EnginePanel key={`${engine.module}/${engine.name}`} engine={engine} />)
            )
          }
        </Loaded>
        <LocalServersPanel />
        <RecommendationPanel />
        <WeightsPanel />
      </div>
    </>
  );
}

function EnginePanel({ engine }: { engine: Engine }) {
  return (
    <Panel title={engine.name} lead={engine.module} actions={<EngineState engine={engine} />}>
      <Table
        label={words.table(`${engine.name}, ${engine.module}`)}
        rows={engine.models}
        keyOf={(model) => model.id}
        columns={engine.models.some(({ health }) => health) ? [...COLUMNS, ...HEALTH_COLUMNS] : COLUMNS}
      />
    </Panel>
  );
}

function EngineState({ engine: { ready, probe, budgets } }: { engine: Engine }) {
  const spent = budgets.find(({ used_up: isUsedUp }) => isUsedUp);
  if (spent) return <Badge tone="bad">{words.budgetSpent(formatTime(spent.ends_at))}</Badge>;
  if (probe?.state === 'down') return <Badge tone="bad">{words.probeDown(probe.last_error ?? '')}</Badge>;
  return <Badge tone={ready ? 'good' : 'warn'}>{ready ? words.ready : words.notReady}</Badge>;
}

const COLUMNS: Column<Model>[] = [
  {
    title: words.columns.model,
    cell: (model) => <code className="font-mono text-[0.8125rem] break-all">{model.id}</code>,
  },
  { title: words.columns.state, cell: (model) => <ModelState model={model} /> },
  {
    title: words.columns.price,
    cell: ({ pricing }) => (
      <ul>
        {priceNumbers(pricing).map(({ measure, credits, note }) => (
          <li key={measure + note}>
            {formatCredits(credits)}{' '}
            <span className="text-muted">
              {words.prices[measure] ?? measure}
              {note}
            </span>
          </li>
        ))}
        {Object.keys(pricing).length === 0 && <li>{words.free}</li>}
      </ul>
    ),
  },
];

const HEALTH_COLUMNS: Column<Model>[] = [
  {
    title: words.columns.calls,
    isNumber: true,
    cell: ({ health }) => (health ? formatCount(health.calls) : operators.none),
  },
  {
    title: words.columns.errors,
    isNumber: true,
    cell: ({ health }) => (health?.error_rate == null ? operators.none : `${formatCredits(health.error_rate * 100)} %`),
  },
  {
    title: words.columns.latency,
    isNumber: true,
    cell: ({ health }) =>
      health?.latency_ms
        ? words.milliseconds(formatCount(health.latency_ms.p50), formatCount(health.latency_ms.p95))
        : operators.none,
  },
  {
    title: words.columns.last,
    cell: ({ health }) =>
      health?.last_error ? (
        <p className="max-w-72 min-w-40 whitespace-normal">
          {health.last_error}{' '}
          {health.last_error_at && <span className="text-muted">({formatAgo(health.last_error_at)})</span>}
        </p>
      ) : (
        operators.none
      ),
  },
];

function ModelState({ model }: { model: Model }) {
  const { health, progress } = model;
  if (!model.offered)
    return (
      <p className="max-w-72 min-w-40 whitespace-normal">
        <Badge tone="warn">{words.notOffered}</Badge> {model.reason}
      </p>
    );
  if (health && health.state !== 'closed')
    return <Badge tone={health.state === 'open' ? 'bad' : 'warn'}>{words.breakers[health.state]}</Badge>;
  if (model.ready) return <Badge tone="good">{health ? words.breakers.closed : words.ready}</Badge>;
  if (progress !== null && progress > 0)
    return <Badge tone="warn">{words.pulling(`${Math.round(progress * 100)} %`)}</Badge>;
  return <Badge>{words.notReady}</Badge>;
}
