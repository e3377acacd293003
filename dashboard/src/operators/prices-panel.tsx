// What each upstream model costs, brings, and why one is not offered, with one click to set its price.
import { Coins } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '../api/client.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { formatPrice } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { priceNumbers } from '../parts/price-numbers.ts';
import { type Column, Table } from '../parts/table.tsx';
import { useDesk } from './desk.ts';
import type { PricedModel } from './live.ts';
import { modelPrices as words } from './price-strings.ts';
import { SetPrice } from './set-price.tsx';
import { operators } from './strings.ts';

type Prices = Reply<'GET /operator/prices'>;

export function PricesPanel() {
  const [chosen, setChosen] = useState<PricedModel>();
  const query = useDesk('GET /operator/prices');
  return (
    <Loaded query={query}>
      {(prices) => (
        <Panel title={words.title} lead={words.lead(formatPrice(prices.cost_factor))}>
          {prices.data.length === 0 ? (
            <EmptyState icon={Coins} title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            <Table
              label={words.table}
              columns={[...COLUMNS, actsColumn(setChosen)]}
              rows={inOrder(prices.data)}
              keyOf={({ module, upstream, model }) => `${module} ${upstream} ${model}`}
            />
          )}
          <FactorLosses losses={prices.losses} />
          {chosen && <SetPrice priced={chosen} factor={prices.cost_factor} onClose={() => setChosen(undefined)} />}
        </Panel>
      )}
    </Loaded>
  );
}

/** What needs the operator comes first. */
function inOrder(models: readonly PricedModel[]): PricedModel[] {
  const urgency = ({ offered, loss }: PricedModel) => (loss ? 0 : offered ? 2 : 1);
  return models.toSorted((a, b) => urgency(a) - urgency(b));
}

const COLUMNS: Column<PricedModel>[] = [
  {
    title: words.columns.model,
    cell: ({ model, upstream, provider }) => (
      <span className="[overflow-wrap:anywhere]">
        <code className="font-mono text-[0.8125rem]">{model}</code>{' '}
        <span className="text-muted">{provider && provider !== upstream ? `${upstream} (${provider})` : upstream}</span>
      </span>
    ),
  },
  { title: words.columns.cost, cell: (line) => <Cost line={line} /> },
  {
    title: words.columns.price,
    cell: ({ price, price_source: source }) =>
      price ? (
        <>
          <Numbers price={price} /> {source && <span className="text-muted">{words.sources[source]}</span>}
        </>
      ) : (
        operators.none
      ),
  },
  {
    title: words.columns.margin,
    isNumber: true,
    cell: ({ margin_percent: margin }) => (margin === null ? operators.none : `${formatPrice(margin)} %`),
  },
  { title: words.columns.state, cell: (line) => <State line={line} /> },
];

function actsColumn(choose: (line: PricedModel) => void): Column<PricedModel> {
  return {
    title: words.columns.acts,
    isTitleHidden: true,
    cell: (line) => (
      <Button size="small" aria-label={words.setOf(line.model)} onClick={() => choose(line)}>
        {words.set}
      </Button>
    ),
  };
}

function Cost({ line: { cost, cost_source: source } }: { line: PricedModel }) {
  if (source === 'own') return words.ownHardware;
  return cost ? <Numbers price={cost} /> : words.unknown;
}

function Numbers({ price }: { price: Readonly<Record<string, unknown>> }) {
  return (
    <ul>
      {priceNumbers(price).map(({ measure, credits, note }) => (
        <li key={measure + note}>
          {formatPrice(credits)}{' '}
          <span className="text-muted">
            {words.measures[measure] ?? measure}
            {note}
          </span>
        </li>
      ))}
    </ul>
  );
}

function State({ line: { offered, reason, loss, unused_fallbacks: unused } }: { line: PricedModel }) {
  return (
    <div className="grid max-w-72 min-w-40 gap-1 whitespace-normal">
      {!offered && (
        <p>
          <Badge tone="warn">{words.notOffered}</Badge> {reason}
        </p>
      )}
      {loss && (
        <p>
          <Badge tone="bad">{loss.allowed ? words.soldAtLoss : words.belowCost}</Badge>{' '}
          {words.lossOf(loss.part, formatPrice(loss.price), formatPrice(loss.cost))}.{' '}
          {!loss.allowed && words.chargedAtCost}
        </p>
      )}
      {offered && !loss && (
        <p>
          <Badge tone="good">{words.offered}</Badge>
        </p>
      )}
      {unused.length > 0 && <p className="text-muted">{words.unusedFallbacks(unused.join(', '))}</p>}
    </div>
  );
}

/** Those of plans and accounts: no line of a model shows them. */
function FactorLosses({ losses }: { losses: Prices['losses'] }) {
  const factors = losses.filter(({ name }) => name !== null);
  if (factors.length === 0) return null;
  return (
    <section aria-label={words.lossesTitle} className="mt-4 grid gap-1 text-sm">
      <h3 className="font-medium">{words.lossesTitle}</h3>
      {factors.map(({ by, name, model, allowed }) => (
        <p key={`${by} ${name} ${model}`}>
          <Badge tone="bad">{allowed ? words.soldAtLoss : words.belowCost}</Badge>{' '}
          {by === 'plan' ? words.lossOfPlan(name ?? '', model) : words.lossOfAccount(name ?? '', model)}.{' '}
          {!allowed && words.chargedAtCost}
        </p>
      ))}
    </section>
  );
}
