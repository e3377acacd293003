// The plans: the current one, and how to change or end it.
import { useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { join } from '../parts/class-names.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { formatCount, formatCredits, formatDay, formatMoney, formatPrice } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { goToCheckout } from './go-to-checkout.ts';
import { NoSales, useCanBuy } from './no-sales.tsx';
import { priceWords } from './price-strings.ts';
import { billing } from './strings.ts';
import { useSubscription } from './use-subscription.ts';

const { plan: words } = billing;
type Prices = Reply<'GET /payments/prices'>;
type Plan = Prices['plans'][number];
type Subscription = Reply<'GET /payments/subscription'>;

export function PlanTab() {
  const { subscription, problem } = useSubscription();
  const current = useCall('GET /payments/balance').data?.plan;
  const prices = useCall('GET /payments/prices');
  const [wanted, setWanted] = useState<Plan | null>(null);
  const choose = (plan: Plan) => (subscription ? setWanted(plan) : goToCheckout({ plan: plan.id }));
  return (
    <div className="grid gap-5">
      {subscription && <SubscriptionPanel subscription={subscription} prices={prices.data} />}
      <NoSales />
      <ErrorNote error={problem} />
      <Loaded query={prices}>
        {(prices) => (
          <>
            <ul aria-label={words.title} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
              {prices.plans.map((plan) => (
                <PlanCard
                  key={plan.id}
                  plan={plan}
                  currency={prices.currency}
                  allowingMore={cheaperAllowingMore(plan, prices.plans)}
                  isCurrent={plan.id === (subscription?.plan ?? current)}
                  isSubscribed={Boolean(subscription)}
                  onChoose={() => choose(plan)}
                />
              ))}
            </ul>
            {wanted && subscription && (
              <ChangeDialog prices={prices} subscription={subscription} plan={wanted} onClose={() => setWanted(null)} />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

interface PlanCardProps {
  plan: Plan;
  currency: string;
  /** Plans that cost less and allow more calls a day. */
  allowingMore: readonly Plan[];
  isCurrent: boolean;
  isSubscribed: boolean;
  onChoose(): Promise<void> | void;
}

function cheaperAllowingMore(plan: Plan, plans: readonly Plan[]): Plan[] {
  const perDay = ({ requests_per_day: count }: Plan) => count ?? Number.POSITIVE_INFINITY;
  return plans.filter((other) => other.monthly_fee < plan.monthly_fee && perDay(other) > perDay(plan));
}

function PlanCard({ plan, currency, allowingMore, isCurrent, isSubscribed, onChoose }: PlanCardProps) {
  const canBuy = useCanBuy();
  const [problem, setProblem] = useState<unknown>(null);
  const facts = [
    words.perMinute(formatCount(plan.requests_per_minute)),
    plan.requests_per_day === null ? words.noDayLimit : words.perDay(formatCount(plan.requests_per_day)),
    words.jobs(formatCount(plan.concurrent_jobs)),
    ...(plan.included_credits > 0 ? [words.included(formatCount(plan.included_credits))] : []),
    ...limitsOf(plan),
  ];
  return (
    <li
      className={join(
        'flex flex-col rounded-2xl border bg-surface p-5 shadow-soft',
        isCurrent ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-serif text-xl">{plan.name}</h3>
        {isCurrent && <Badge tone="good">{words.current}</Badge>}
      </div>
      <p className="mt-1 text-sm text-muted">
        {plan.monthly_fee > 0 ? words.aMonth(formatMoney(plan.monthly_fee, currency)) : words.noFee}
      </p>
      <ul className="mt-4 mb-5 grid gap-1.5 text-sm">
        {facts.map((fact) => (
          <li key={fact} className="flex items-center gap-2">
            <Check aria-hidden className="size-4 shrink-0 text-accent" />
            {fact}
          </li>
        ))}
      </ul>
      {allowingMore.length > 0 && (
        <p className="mb-4 text-[0.8125rem] text-muted">
          {words.fewerADay(
            allowingMore.map(({ name }) => name).join(', '),
            words.jobs(formatCount(plan.concurrent_jobs)),
            words.included(formatCount(plan.included_credits)),
          )}
        </p>
      )}
      <ErrorNote error={problem} />
      {!isCurrent && plan.begins !== 'checkout' && <Begins plan={plan} isSubscribed={isSubscribed} />}
      {plan.for_sale && plan.monthly_fee > 0 && (
        <p className="mt-auto mb-3 text-[0.8125rem] text-muted">{words.renewsMonthly}</p>
      )}
      {plan.for_sale && !isCurrent && (
        <Button
          disabled={!canBuy}
          aria-label={words.chooseName(plan.name)}
          onClick={() => Promise.resolve(onChoose()).catch(setProblem)}
        >
          {words.choose}
        </Button>
      )}
    </li>
  );
}

/** How a plan without a checkout begins. */
function Begins({ plan: { begins }, isSubscribed }: { plan: Plan; isSubscribed: boolean }) {
  const navigate = useNavigate();
  if (begins === 'first_purchase' && !isSubscribed)
    return (
      <div className="mt-auto grid gap-3">
        <p className="text-[0.8125rem] text-muted">{words.begins.first_purchase}</p>
        <Button onClick={() => navigate({ to: '/billing', search: { tab: 'credits' } })}>{words.buyCredits}</Button>
      </div>
    );
  if (begins === 'checkout') return null;
  return (
    <p className="mt-auto text-[0.8125rem] text-muted">
      {begins === 'first_purchase' ? words.begins.after : words.begins[begins]}
    </p>
  );
}

/** Features that only some plans have. */
function limitsOf(plan: Plan): string[] {
  const { plan: more } = priceWords;
  const { tokens_per_minute: tokens, daily_credit_cap: daily, monthly_credit_cap: monthly, models } = plan;
  const { price_factor_permille: permille = 1000 } = plan;
  return [
    ...(permille === 1000 ? [] : [more.factor(formatPrice(permille / 10))]),
    ...(models ? [more.models(models.join(', '))] : []),
    ...(tokens === undefined ? [] : [more.tokens(formatCount(tokens))]),
    ...(daily === undefined ? [] : [more.dailyCap(formatCredits(daily))]),
    ...(monthly === undefined ? [] : [more.monthlyCap(formatCredits(monthly))]),
  ];
}

function SubscriptionPanel({ subscription, prices }: { subscription: Subscription; prices: Prices | undefined }) {
  const planOf = (id: string) => prices?.plans.find((plan) => plan.id === id);
  const current = planOf(subscription.plan);
  const [isCancelling, setCancelling] = useState(false);
  const end = formatDay(subscription.current_period_end);
  const state = subscription.cancel_at_period_end
    ? words.ends(end)
    : subscription.next_plan
      ? words.next(planOf(subscription.next_plan)?.name ?? subscription.next_plan, end)
      : prices && current
        ? words.renewsFor(end, formatMoney(current.monthly_fee, prices.currency))
        : words.renews(end);
  return (
    <Panel>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <span className="font-medium">{current?.name ?? subscription.plan}</span> · <span>{state}</span>
        </p>
        {!subscription.cancel_at_period_end && (
          <Button look="danger" onClick={() => setCancelling(true)}>
            {words.cancel}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isCancelling}
        isDangerous
        onClose={() => setCancelling(false)}
        title={words.cancelTitle}
        description={words.cancelLead(end)}
        confirmLabel={words.cancel}
        closeLabel={words.keep}
        onConfirm={async () => {
          await client().call('POST /payments/subscription/cancel');
          tell(words.cancelled);
          await renew('GET /payments/subscription', 'GET /payments/balance');
        }}
      />
    </Panel>
  );
}

interface ChangeDialogProps {
  prices: Prices;
  subscription: Subscription;
  plan: Plan;
  onClose(): void;
}

function ChangeDialog({ prices, subscription, plan, onClose }: ChangeDialogProps) {
  const fee = prices.plans.find(({ id }) => id === subscription.plan)?.monthly_fee ?? 0;
  const price = formatMoney(plan.monthly_fee, prices.currency);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={words.changeTitle(plan.name)}
      description={
        plan.monthly_fee > fee
          ? words.upgradeLead(price)
          : words.downgradeLead(price, formatDay(subscription.current_period_end))
      }
      confirmLabel={words.change}
      onConfirm={async () => {
        await client().call('POST /payments/subscription/change', { body: { plan: plan.id } });
        tell(words.changed);
        await renew('GET /payments/subscription', 'GET /payments/balance', 'GET /account', 'GET /payments/receipts');
      }}
    />
  );
}
