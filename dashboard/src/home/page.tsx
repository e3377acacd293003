// Home: the balance, today's usage, running jobs, models, recent items, and first steps.
import { useMemo } from 'react';
import { useCall } from '../api/queries.ts';
import { formatCount, formatCredits, formatMoney } from '../parts/format.ts';
import { PageHead } from '../parts/panel.tsx';
import { FirstCall } from './first-call.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LowBalance } from './low-balance.tsx';
import { Makers } from './makers.tsx';
import { ModelsPanel } from './models-panel.tsx';
import { RecentWork } from './recent-work.tsx';
import { RunningJobs } from './running-jobs.tsx';
import { Stat } from './stat.tsx';
import { home } from './strings.ts';

const REFRESH_MS = 30_000;

export function HomePage() {
  const account = useCall('GET /account').data;
  // Members see what their role may use.
  const role = account?.member?.role ?? 'owner';
  const mayMake = role !== 'viewer' && role !== 'billing';
  return (
    <>
      <PageHead title={home.hello(firstNameOf(account?.name ?? ''))} lead={home.lead} />
      <div className="grid gap-5">
        <LowBalance mayBuy={role !== 'viewer' && role !== 'developer'} />
        <div className="grid gap-5 md:grid-cols-3">
          <BalanceStat />
          <TodayStat />
          <PlanStat />
        </div>
        {mayMake && <Makers />}
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] [&>*:only-child]:col-span-full">
          {role !== 'billing' && <RunningJobs />}
          {mayMake && <FirstSteps />}
        </div>
        {role !== 'billing' && <RecentWork />}
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] [&>*:only-child]:col-span-full">
          {mayMake && <FirstCall />}
          {role !== 'billing' && <ModelsPanel />}
        </div>
      </div>
    </>
  );
}

function BalanceStat() {
  const balance = useCall('GET /payments/balance', {}, { refetchMs: REFRESH_MS }).data;
  const note =
    balance &&
    (balance.held > 0
      ? home.held(formatCredits(balance.held))
      : home.worth(formatMoney(balance.available, balance.currency)));
  return (
    <Stat
      label={home.balance}
      value={balance && formatCredits(balance.available)}
      unit={home.credits}
      note={note}
      link={{ to: '/billing', label: home.addCredits }}
    />
  );
}

function TodayStat() {
  const from = useMemo(() => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`, []);
  const usage = useCall('GET /usage', { query: { from } }, { refetchMs: REFRESH_MS }).data;
  return (
    <Stat
      label={home.today}
      value={usage && formatCredits(usage.total.credits)}
      unit={home.credits}
      note={usage && home.requests(formatCount(usage.total.requests))}
      link={{ to: '/usage', label: home.seeUsage }}
    />
  );
}

function PlanStat() {
  const account = useCall('GET /account').data;
  const limits = account?.limits;
  return (
    <Stat
      label={home.plan}
      value={account && capital(account.plan)}
      unit=""
      note={limits && home.perMinute(formatCount(limits.requests_per_minute))}
      link={{ to: '/billing', search: { tab: 'plan' }, label: home.changePlan }}
    />
  );
}

function firstNameOf(name: string): string {
  return name.includes('@') ? '' : (name.split(' ')[0] ?? '');
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
