// The prices that this account pays, including its price factor, and the underlying price list.
import type { Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { formatPrice } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { priceNumbers } from '../parts/price-numbers.ts';
import { Table } from '../parts/table.tsx';
import { PriceList } from './price-list.tsx';
import { priceWords as words } from './price-strings.ts';

type Prices = Reply<'GET /payments/prices'>;

export function PricesTab() {
  return (
    <div className="grid gap-5">
      <Loaded query={useCall('GET /payments/prices')}>{(prices) => <Paid prices={prices} />}</Loaded>
      <PriceList />
    </div>
  );
}

function Paid({ prices }: { prices: Prices }) {
  const { price_factor_permille: permille, modules, models } = prices;
  const lists = [
    { title: words.modules, rows: rowsOf(modules, capital) },
    { title: words.models, rows: rowsOf(models, (name) => name) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <Panel title={words.title} lead={permille === 1000 ? words.atList : words.atFactor(formatPrice(permille / 10))}>
      <div className="grid gap-5">
        {lists.map(({ title, rows }) => (
          <div key={title}>
            <h3 className="mb-2 text-sm font-medium">{title}</h3>
            <Table
              label={`${words.table}: ${title}`}
              onPhone="scroll"
              rows={rows}
              keyOf={({ name }) => name}
              columns={[
                { title: words.columns.what, cell: ({ name }) => name },
                { title: words.columns.credits, isNumber: true, cell: ({ credits }) => formatPrice(credits) },
              ]}
            />
          </div>
        ))}
      </div>
    </Panel>
  );
}

function rowsOf(prices: Prices['modules'], nameOf: (id: string) => string) {
  return Object.entries(prices).flatMap(([id, price]) =>
    priceNumbers(price).map(({ measure, credits, note }) => ({
      name: `${nameOf(id)}, ${words.measures[measure] ?? measure}${note}`,
      credits,
    })),
  );
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
