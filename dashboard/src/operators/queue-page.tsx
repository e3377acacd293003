// The queue: how many jobs wait, of which accounts, and the jobs themselves.
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Reply } from '../api/client.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { formatAgo, formatCount } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { AccountLink } from './accounts-page.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { useOperatorQuery } from './operator-queries.ts';
import { operators, queue as words } from './strings.ts';

type Queue = Reply<'GET /operator/queue'>;
type Counts = Pick<Queue['kinds'][number], 'waiting' | 'running' | 'oldest_seconds'>;

const REFRESH_MS = 5_000;

export function QueuePage() {
  const query = useOperatorQuery('GET /operator/queue', {}, REFRESH_MS);
  return (
    <>
      <PageHead title={operators.pages.queue} lead={words.lead} />
      <div className="grid gap-6">
        <Loaded query={query}>{(queue) => <Overview queue={queue} />}</Loaded>
        <JobsPanel />
      </div>
    </>
  );
}

function Overview({ queue }: { queue: Queue }) {
  const slots = queue.workers.reduce((sum, worker) => sum + worker.slots, 0);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Figure label={words.waiting} value={formatCount(queue.waiting)} />
        <Figure label={words.running} value={formatCount(queue.running)} />
        <Figure label={words.workers} value={formatCount(queue.workers.length)}>
          {queue.workers.length === 0 ? words.noWorkers : words.slots(formatCount(slots))}
        </Figure>
      </div>
      {queue.kinds.length === 0 ? (
        <Panel>
          <EmptyState icon={CircleCheck} title={words.empty} />
        </Panel>
      ) : (
        <div className="grid gap-6 lg:grid-cols-2">
          <Panel title={words.kinds}>
            <Table<Queue['kinds'][number]>
              label={words.kinds}
              rows={queue.kinds}
              keyOf={({ kind }) => kind}
              columns={[
                { title: words.columns.kind, cell: ({ kind }) => words.kindNames[kind] ?? kind },
                ...COUNT_COLUMNS,
              ]}
            />
          </Panel>
          <Panel title={words.byAccount}>
            <Table<Queue['accounts'][number]>
              label={words.byAccount}
              rows={queue.accounts}
              keyOf={({ account_id: id, environment }) => `${id} ${environment}`}
              columns={[
                {
                  title: words.columns.account,
                  cell: (line) => (
                    <>
                      <AccountLink id={line.account_id} email={line.email} />
                      <span className="block text-xs text-muted">{operators.environments[line.environment]}</span>
                    </>
                  ),
                },
                ...COUNT_COLUMNS,
              ]}
            />
          </Panel>
        </div>
      )}
    </>
  );
}

const COUNT_COLUMNS: Column<Counts>[] = [
  { title: words.columns.waiting, isNumber: true, cell: ({ waiting }) => formatCount(waiting) },
  { title: words.columns.running, isNumber: true, cell: ({ running }) => formatCount(running) },
  {
    title: words.columns.oldest,
    cell: ({ oldest_seconds: seconds }) => formatAgo(new Date(Date.now() - seconds * 1_000).toISOString()),
  },
];

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <Panel>
      <p className="text-sm text-muted">{label}</p>
      <p className="font-serif text-3xl tabular-nums">{value}</p>
      {children && <p className="mt-1 text-sm text-muted">{children}</p>}
    </Panel>
  );
}
