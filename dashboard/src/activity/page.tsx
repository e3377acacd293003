// Activity: requests if the request log keeps them, and jobs and charges, which always exist.
import { Activity } from 'lucide-react';
import type { Reply } from '../api/client.ts';
import { useCall, usePages } from '../api/queries.ts';
import { formatCredits, formatMoment } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { LogSettings } from './log-settings.tsx';
import { REFRESH_MS } from './refresh.ts';
import { RequestsTab } from './requests-tab.tsx';
import { activity as words } from './strings.ts';

export function ActivityPage() {
  const account = useCall('GET /account');
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Loaded query={account}>{({ member }) => <Parts role={member?.role ?? 'owner'} />}</Loaded>
    </>
  );
}

/** Each role gets the lists that it may read. */
function Parts({ role }: { role: string }) {
  const readsWork = role !== 'billing';
  const readsMoney = role !== 'developer' && role !== 'viewer';
  const { tabs } = words;
  return (
    <div className="grid gap-5">
      {readsWork && <LogSettings />}
      <Panel>
        <Tabs
          label={tabs.label}
          tabs={[
            ...(readsWork ? [{ id: 'requests', label: tabs.requests, content: <RequestsTab /> }] : []),
            ...(readsWork ? [{ id: 'jobs', label: tabs.jobs, content: <JobsTab /> }] : []),
            ...(readsMoney ? [{ id: 'charges', label: tabs.charges, content: <ChargesTab /> }] : []),
          ]}
        />
      </Panel>
    </div>
  );
}

function ChargesTab() {
  const pages = usePages('GET /payments/transactions', { type: 'usage' }, { refetchMs: REFRESH_MS });
  return (
    <PagedTable
      label={words.tabs.charges}
      pages={pages}
      columns={CHARGES}
      empty={{ icon: Activity, title: words.noCharges }}
    />
  );
}

const CHARGES: Column<Reply<'GET /payments/transactions'>['data'][number]>[] = [
  {
    title: words.columns.when,
    cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
  },
  { title: words.columns.what, cell: ({ description, module }) => description || (module ?? '') },
  { title: words.columns.model, cell: ({ model }) => model ?? '' },
  { title: words.columns.credits, isNumber: true, cell: ({ credits }) => formatCredits(-credits) },
];
