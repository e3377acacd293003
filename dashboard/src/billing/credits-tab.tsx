// The balance and more of it: packages, any amount, and what happens when it runs low.
import { useState } from 'react';
import type { Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatCredits, formatDay, formatMoney } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { useForm } from '../parts/use-form.ts';
import { goToCheckout } from './go-to-checkout.ts';
import { NoSales, useCanBuy } from './no-sales.tsx';
import { RedeemPanel } from './redeem-panel.tsx';
import { ReferralPanel } from './referral-panel.tsx';
import { billing } from './strings.ts';
import { TopUpPanel } from './top-up-panel.tsx';

export function CreditsTab() {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <BalancePanel />
      <Panel title={billing.buy.title} lead={billing.buy.lead} className="lg:row-span-3">
        <Loaded query={useCall('GET /payments/prices')}>{(prices) => <Purchases prices={prices} />}</Loaded>
      </Panel>
      <RedeemPanel />
      <ReferralPanel />
      <TopUpPanel />
    </div>
  );
}

function BalancePanel() {
  const words = billing.balance;
  return (
    <Panel title={words.title}>
      <Loaded query={useCall('GET /payments/balance')}>
        {({ available, held, currency, next_grant_at }) => (
          <>
            <p className="flex items-baseline gap-2">
              <span className="font-serif text-4xl tracking-tight tabular-nums">{formatCredits(available)}</span>
              <span className="text-sm text-muted">{words.credits}</span>
            </p>
            <p className="mt-1 text-sm text-muted">{words.worth(formatMoney(available, currency))}</p>
            {held > 0 && <p className="mt-1 text-sm text-muted">{words.held(formatCredits(held))}</p>}
            {next_grant_at && <p className="mt-1 text-sm text-muted">{words.nextGrant(formatDay(next_grant_at))}</p>}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Purchases({ prices }: { prices: Reply<'GET /payments/prices'> }) {
  const words = billing.buy;
  const canBuy = useCanBuy();
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
      {prices.checkout === 'builtin' && (
        <p role="note" className="text-sm text-muted">
          {words.paidAtBuiltin}
        </p>
      )}
      <form onSubmit={form.onSubmit} className="grid gap-3 sm:grid-cols-3">
        {prices.packages.map(({ id, name, amount }) => {
          const price = formatMoney(amount, prices.currency);
          return (
            <button
              key={id}
              type="submit"
              name="package"
              value={id}
              disabled={form.isBusy || !canBuy}
              className="grid gap-1 rounded-xl border border-line p-4 text-left transition-colors not-disabled:hover:border-accent not-disabled:hover:bg-accent-soft disabled:opacity-60"
            >
              <span className="font-medium">{name}</span>
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
