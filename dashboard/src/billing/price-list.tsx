// Plans side by side, packages, and the price of every model for this account.
import type { Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { formatCount, formatMoney, formatPrice } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { priceNumbers } from '../parts/price-numbers.ts';
import { Table } from '../parts/table.tsx';
import { nameOfPackage } from './package-name.ts';
import { prices as words } from './price-list-strings.ts';

type Prices = Reply<'GET /payments/prices'>;
type Plan = Prices['plans'][number];
const LIST_PRICE_PERMILLE = 1_000;

export function PriceList() {
  return (
    <>
      <Loaded query={useCall('GET /payments/prices')}>
        {(prices) => (
          <>
            <Panel title={words.plans}>
              <PlanTable prices={prices} />
            </Panel>
            <Panel title={words.packages}>
              <PackageTable prices={prices} />
            </Panel>
          </>
        )}
      </Loaded>
      <Panel title={words.models} lead={words.modelsLead}>
        <Loaded query={useCall('GET /models')}>
          {({ data }) => (
            <PriceTable
              label={words.models}
              first={words.model}
              rows={data.map(({ id, module, pricing }) => ({ name: id, note: module, price: pricing }))}
            />
          )}
        </Loaded>
      </Panel>
      <a href="/pricing" className="w-fit text-sm font-medium text-accent hover:text-accent-strong">
        {words.publicPage}
      </a>
    </>
  );
}

function PlanTable({ prices: { plans, currency } }: { prices: Prices }) {
  const rows: { title: string; cell(plan: Plan): string }[] = [
    { title: words.fee, cell: ({ monthly_fee: fee }) => (fee === 0 ? words.noFee : formatMoney(fee, currency)) },
    { title: words.included, cell: (plan) => formatCount(plan.included_credits) },
    { title: words.perMinute, cell: (plan) => formatCount(plan.requests_per_minute) },
    {
      title: words.perDay,
      cell: ({ requests_per_day: most }) => (most === null ? words.noLimit : formatCount(most)),
    },
    { title: words.jobs, cell: (plan) => formatCount(plan.concurrent_jobs) },
    // Said only where plans differ in it: a row of 100 % tells nobody anything.
    ...(plans.some((plan) => factorOf(plan) !== LIST_PRICE_PERMILLE)
      ? [{ title: words.usage, cell: (plan: Plan) => `${formatPrice(factorOf(plan) / 10)} %` }]
      : []),
  ];
  return (
    <div className="grid gap-3">
      <Table
        label={words.plans}
        onPhone="scroll"
        rows={rows}
        keyOf={({ title }) => title}
        columns={[
          { title: words.allows, cell: ({ title }) => <span className="font-medium">{title}</span> },
          ...plans.map((plan) => ({
            title: plan.name,
            isNumber: true,
            cell: (row: (typeof rows)[number]) => row.cell(plan),
          })),
        ]}
      />
      {plans.map((plan) => {
        const more = plans.filter((other) => other.monthly_fee < plan.monthly_fee && perDay(other) > perDay(plan));
        if (more.length === 0) return null;
        return (
          <p key={plan.id} className="text-[0.8125rem] text-muted">
            {words.lessADay(plan.name, more.map(({ name }) => name).join(', '))}
          </p>
        );
      })}
    </div>
  );
}

function factorOf({ price_factor_permille: factor = LIST_PRICE_PERMILLE }: Plan): number {
  return factor;
}

function perDay({ requests_per_day: most }: Plan): number {
  return most ?? Number.POSITIVE_INFINITY;
}

function PackageTable({ prices: { packages, currency } }: { prices: Prices }) {
  return (
    <Table
      label={words.packages}
      onPhone="scroll"
      rows={packages}
      keyOf={({ id }) => id}
      columns={[
        { title: words.package, cell: nameOfPackage },
        { title: words.credits, isNumber: true, cell: ({ credits }) => formatCount(credits) },
        { title: words.price, isNumber: true, cell: ({ amount }) => formatMoney(amount, currency) },
      ]}
    />
  );
}

interface PriceTableProps {
  label: string;
  first: string;
  rows: readonly { name: string; note: string; price: Readonly<Record<string, unknown>> }[];
}

function PriceTable({ label, first, rows }: PriceTableProps) {
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ name, note }) => `${note} ${name}`}
      columns={[
        {
          title: first,
          cell: ({ name, note }) => (
            <span className="[overflow-wrap:anywhere]">
              <span className="font-medium">{name}</span> <span className="text-muted">{note}</span>
            </span>
          ),
        },
        { title: words.credits, cell: ({ price }) => <PriceParts price={price} /> },
      ]}
    />
  );
}

function PriceParts({ price }: { price: Readonly<Record<string, unknown>> }) {
  const parts = priceNumbers(price).flatMap(({ measure, credits, note }) => {
    const say = words.measures[measure];
    return say ? [`${say(formatPrice(credits))}${note}`] : [];
  });
  if (parts.length === 0) return words.free;
  return (
    <ul className="grid gap-0.5">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}
