// Usage: the overview, end customers and runs with their caps and budgets, and alerts.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCall } from '../api/queries.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead } from '../parts/panel.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { AlertsTab } from './alerts-tab.tsx';
import { budgets } from './budget-strings.ts';
import { CustomersTab } from './customers-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RunDetails } from './run-details.tsx';
import { RunsTab } from './runs-tab.tsx';
import { usage as words } from './strings.ts';

export function UsagePage() {
  const account = useCall('GET /account');
  const { run } = useSearch({ strict: false }) as { run?: string };
  const navigate = useNavigate();
  const open = (id?: string) => navigate({ to: '/usage', search: { tab: 'runs', ...(id ? { run: id } : {}) } });
  return (
    <Loaded query={account}>
      {({ member }) => {
        const role = member?.role ?? 'owner';
        const mayChange = role !== 'billing' && role !== 'viewer';
        if (run) return <RunDetails key={run} id={run} mayChange={mayChange} onLeave={() => open()} />;
        return (
          <>
            <PageHead title={words.title} lead={words.lead} />
            <Parts mayChange={mayChange} isAdmin={role === 'owner' || role === 'admin'} onRun={open} />
          </>
        );
      }}
    </Loaded>
  );
}

/** Each role gets the tabs that it may read. */
function Parts({ mayChange, isAdmin, onRun }: { mayChange: boolean; isAdmin: boolean; onRun(id: string): void }) {
  const { tab = 'overview' } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const { tabs } = budgets;
  return (
    <Tabs
      label={tabs.label}
      value={tab}
      onChange={(id) => navigate({ to: '/usage', search: { tab: id } })}
      tabs={[
        { id: 'overview', label: tabs.overview, content: <OverviewTab /> },
        { id: 'customers', label: tabs.customers, content: <CustomersTab mayChange={mayChange} /> },
        { id: 'runs', label: tabs.runs, content: <RunsTab onOpen={onRun} /> },
        ...(isAdmin ? [{ id: 'alerts', label: tabs.alerts, content: <AlertsTab /> }] : []),
      ]}
    />
  );
}
