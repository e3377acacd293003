// Each upstream model's cost and price, why one is not offered, and a dialog to set its price.
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
import { useNarrow } from '../parts/use-narrow.ts';
import type { PricedModel } from './live.ts';
import { useOperatorQuery } from './operator-queries.ts';
import { modelPrices as words } from './price-strings.ts';
import { SetPrice } from './set-price.tsx';

type Prices = Reply<'GET /operator/prices'>;

export function PricesPanel() {
  const [chosen, setChosen] = useState<PricedModel>();
  const isNarrow = useNarrow();
  const query = useOperatorQuery('GET /operator/prices');
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
              columns={[...(isNarrow ? PHONE : WIDE), actsColumn(setChosen)]}
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

/** Models that need the operator's attention come first. */
function inOrder(models: readonly PricedModel[]): PricedModel[] {
  const urgency = ({ offered, loss }: PricedModel) => (loss ? 0 : offered ? 2 : 1);
  return models.toSorted((a, b) => urgency(a) - urgency(b));
}

const MODEL: Column<PricedModel> = {
  title: words.columns.model,
  cell: (line) => (
    <div className="grid max-w-80 min-w-48 gap-1 py-1 whitespace-normal">
      <code className="font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{line.model}</code>
      <span className="text-muted [overflow-wrap:anywhere]">{nameOf(line)}</span>
      <State line={line} />
    </div>
  ),
};

const MARGIN: Column<PricedModel> = {
  title: words.columns.margin,
  isNumber: true,
  cell: ({ margin_percent: margin }) =>
    margin !== null && margin < 0 ? (
      <span className="font-medium text-danger">{words.loss(formatPrice(-margin))}</span>
    ) : (
      <span className={margin === null ? 'text-muted' : undefined}>
        {margin === null ? words.unknown : `${formatPrice(margin)} %`}
      </span>
    ),
};

/** Cost and price of each measure stand beside each other. */
const WIDE: Column<PricedModel>[] = [
  MODEL,
  { title: words.columns.per, cell: (line) => <Lines line={line} of={({ name }) => name} isMuted /> },
  {
    title: words.columns.cost,
    isNumber: true,
    cell: (line) =>
      line.cost && line.cost_source !== 'own' ? (
        <Lines line={line} of={({ cost }) => (cost === undefined ? '' : formatPrice(cost))} />
      ) : (
        <span className="text-muted">{line.cost_source === 'own' ? words.ownHardware : words.unknown}</span>
      ),
  },
  {
    title: words.columns.price,
    isNumber: true,
    cell: (line) =>
      line.price ? (
        <Lines line={line} of={({ price }) => (price === undefined ? '' : formatPrice(price))} />
      ) : (
        <span className="text-muted">{words.noPrice}</span>
      ),
  },
  MARGIN,
];

/** On a phone each row contains its units. */
const PHONE: Column<PricedModel>[] = [
  MODEL,
  { title: words.columns.cost, cell: (line) => <Cost line={line} /> },
  { title: words.columns.price, cell: ({ price }) => (price ? <Numbers price={price} /> : words.noPrice) },
  MARGIN,
];

function nameOf({ provider, upstream, price_source: source }: PricedModel): string {
  const name = provider && provider !== upstream ? `${upstream} (${provider})` : upstream;
  return source ? `${name} · ${words.sources[source]}` : name;
}

interface MeasureLine {
  name: string;
  cost?: number;
  price?: number;
}

/** Each unit with a cost or a price, once. */
function linesOf({ cost, price }: PricedModel): MeasureLine[] {
  const lines = new Map<string, MeasureLine>();
  for (const [field, numbers] of [
    ['price', price],
    ['cost', cost],
  ] as const) {
    for (const { measure, credits, note } of numbers ? priceNumbers(numbers) : []) {
      const name = `${words.measures[measure] ?? measure}${note}`;
      lines.set(name, { ...lines.get(name), name, [field]: credits });
    }
  }
  return [...lines.values()].sort((a, b) => Number(a.name.includes('>')) - Number(b.name.includes('>')));
}

function Lines({ line, of, isMuted }: { line: PricedModel; of(one: MeasureLine): string; isMuted?: boolean }) {
  return (
    <ul className={isMuted ? 'text-muted' : undefined}>
      {linesOf(line).map((one) => (
        <li key={one.name}>{of(one) || '–'}</li>
      ))}
    </ul>
  );
}

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
    <div className="grid gap-1 text-[0.8125rem]">
      {!offered && (
        <p>
          <Badge tone="warn">{words.notOffered}</Badge> {reason}
        </p>
      )}
      {loss && (
        <p>
          <Badge tone="bad">{loss.allowed ? words.soldAtLoss : words.belowCost}</Badge>{' '}
          {words.lossOf(words.measures[loss.part] ?? loss.part, formatPrice(loss.price), formatPrice(loss.cost))}.{' '}
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

/** Losses of plans and accounts, which no model's row shows. */
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
