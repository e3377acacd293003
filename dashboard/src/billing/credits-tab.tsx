// The balance and how to increase it: packages, any amount, and what happens when it runs low.
import { useState } from 'react';
import type { Reply } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatCount, formatCredits, formatDay, formatMoney } from '../parts/format.ts';
import { grants as terms } from '../parts/grant-strings.ts';
import { GrantsTable } from '../parts/grants-table.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { useForm } from '../parts/use-form.ts';
import { goToCheckout } from './go-to-checkout.ts';
import { NoSales, useCanBuy } from './no-sales.tsx';
import { nameOfPackage } from './package-name.ts';
import { RedeemPanel } from './redeem-panel.tsx';
import { ReferralPanel } from './referral-panel.tsx';
import { billing } from './strings.ts';
import { TopUpPanel } from './top-up-panel.tsx';

export function CreditsTab() {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid gap-5">
        <BalancePanel />
        <TopUpPanel />
        <RedeemPanel />
      </div>
      <div className="grid min-w-0 gap-5">
        <Panel title={billing.buy.title} lead={billing.buy.lead}>
          <Loaded query={useCall('GET /payments/prices')}>{(prices) => <Purchases prices={prices} />}</Loaded>
        </Panel>
        <GrantsPanel />
        <ReferralPanel />
      </div>
    </div>
  );
}

function BalancePanel() {
  const words = billing.balance;
  return (
    <Panel title={words.title}>
      <Loaded query={useCall('GET /payments/balance')}>
        {({ available, held, currency, next_grant_at, grants }) => (
          <>
            <p className="flex items-baseline gap-2">
              <span className="font-serif text-4xl tracking-tight tabular-nums">{formatCredits(available)}</span>
              <span className="text-sm text-muted">{words.credits}</span>
            </p>
            <p className="mt-1 text-sm text-muted">{words.worth(formatMoney(available, currency))}</p>
            {held > 0 && <p className="mt-1 text-sm text-muted">{words.held(formatCredits(held))}</p>}
            <p className="mt-1 text-sm text-muted">{termsOf(grants)}</p>
            {next_grant_at && <p className="mt-1 text-sm text-muted">{words.nextGrant(formatDay(next_grant_at))}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

/** The credits that expire first. */
function termsOf(grants: Reply<'GET /payments/balance'>['grants']): string {
  const ends = grants.flatMap(({ expires_at: end }) => (end ? [end] : [])).toSorted();
  const [soonest] = ends;
  if (soonest === undefined) return terms.noTerms;
  const sum = grants.reduce((all, { expires_at: end, remaining }) => all + (end === soonest ? remaining : 0), 0);
  return terms.soon(formatCredits(sum), formatDay(soonest));
}

function GrantsPanel() {
  const { data } = useCall('GET /payments/balance');
  if (!data || data.grants.length === 0) return null;
  return (
    <Panel title={terms.title} lead={terms.lead}>
      <GrantsTable grants={data.grants} balance={data.credits} />
    </Panel>
  );
}

/** The first purchase changes the plan, which must not surprise anybody. */
function PlanChange({ prices: { plans } }: { prices: Reply<'GET /payments/prices'> }) {
  const isLive = useEnvironment() === 'live';
  const current = useCall('GET /payments/balance').data?.plan;
  const from = plans.find(({ id, begins }) => id === current && begins === 'sign_up');
  const to = plans.find(({ begins }) => begins === 'first_purchase');
  if (!isLive || !from || !to) return null;
  const { plan: words } = billing;
  const aDay = to.requests_per_day === null ? words.noDayLimit : words.perDay(formatCount(to.requests_per_day));
  return (
    <p role="note" className="rounded-lg bg-accent-soft px-4 py-3 text-sm">
      {billing.buy.changesPlan(from.name, to.name, aDay)}
    </p>
  );
}

function Purchases({ prices }: { prices: Reply<'GET /payments/prices'> }) {
  const words = billing.buy;
  const canBuy = useCanBuy();
  const isOperator = useCall('GET /account').data?.is_owner === true;
  const [coupon, setCoupon] = useState('');
  const form = useForm(async ({ package: name, credits }) =>
    goToCheckout({
      ...(name ? { package: name } : { credits: Number(credits) }),
      ...(coupon.trim() ? { coupon: coupon.trim() } : {}),
    }),
  );
  return (
    <div className="grid gap-5">
      <NoSales />
      <PlanChange prices={prices} />
      {prices.checkout === 'builtin' && (
        <p role="note" className="text-sm text-muted">
          {words.paidAtBuiltin} {isOperator && words.builtinForOperator}
        </p>
      )}
      <form onSubmit={form.onSubmit} className="grid gap-3 sm:grid-cols-3">
        {prices.packages.map((one) => {
          const price = formatMoney(one.amount, prices.currency);
          return (
            <button
              key={one.id}
              type="submit"
              name="package"
              value={one.id}
              disabled={form.isBusy || !canBuy}
              className="grid gap-1 rounded-xl border border-line p-4 text-left transition-colors not-disabled:hover:border-accent not-disabled:hover:bg-accent-soft disabled:opacity-60"
            >
              <span className="font-medium">{nameOfPackage(one)}</span>
              <span className="text-sm text-muted">{words.forPrice(price)}</span>
            </button>
          );
        })}
      </form>
      <form onSubmit={form.onSubmit} className="flex flex-wrap items-start gap-3">
        <Field label={words.own} hint={words.ownHint} className="min-w-44 grow">
          <Input name="credits" type="number" min={50} max={1_000_000} step={1} required defaultValue={1000} />
        </Field>
        <Button type="submit" look="primary" isBusy={form.isBusy} disabled={!canBuy} className="mt-[1.875rem]">
          {words.checkout}
        </Button>
      </form>
      <Field label={words.coupon} className="max-w-64">
        <Input value={coupon} onChange={(event) => setCoupon(event.target.value)} maxLength={60} autoComplete="off" />
      </Field>
      <ErrorNote error={form.problem} />
    </div>
  );
}
