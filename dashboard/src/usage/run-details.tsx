// One run: its budget, which can be changed, its charged calls with their cost, and a button to close it.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatAmount, formatCount, formatPrice, formatTime } from '../parts/format.ts';
import { PageHead, Panel } from '../parts/panel.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import { budgets } from './budget-strings.ts';
import { type Run, RunState } from './runs-tab.tsx';

const { runs: words } = budgets;
type Call = Reply<'GET /runs/{id}'>['calls']['data'][number] & { place: number };

export function RunDetails({ id, mayChange, onLeave }: { id: string; mayChange: boolean; onLeave(): void }) {
  const [isClosing, setClosing] = useState(false);
  const pages = useRun(id);
  const [run] = pages.data?.pages ?? [];
  const calls = pages.data?.pages.flatMap((page) => page.calls.data) ?? [];
  const renewRun = () => renew('GET /runs', 'GET /runs/{id}');
  return (
    <>
      <Button look="quiet" size="small" className="mb-3 -ml-2.5" onClick={onLeave}>
        ← {words.back}
      </Button>
      {!run && pages.error && <ErrorNote error={pages.error} onRetry={() => pages.refetch()} />}
      {!run && !pages.error && <ProgressBar value={null} label={shared.loading} />}
      {run && (
        <>
          <PageHead
            title={run.id}
            lead={<RunState status={run.status} />}
            actions={
              mayChange &&
              run.status !== 'ended' && (
                <Button look="danger" onClick={() => setClosing(true)}>
                  {words.close}
                </Button>
              )
            }
          />
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <Panel title={words.budgetTitle}>
                <Figures run={run} />
              </Panel>
              {mayChange && run.status !== 'ended' && <BudgetPanel run={run} onDone={renewRun} />}
            </div>
            <Panel title={words.callsTitle} lead={words.callsLead}>
              {calls.length === 0 ? (
                <EmptyState icon={ListTree} title={words.noCalls} />
              ) : (
                <Table
                  label={words.callsTitle}
                  rows={calls.map((call, place) => ({ ...call, place }))}
                  keyOf={({ place }) => String(place)}
                  columns={CALLS}
                />
              )}
              {pages.hasNextPage && (
                <Button className="mt-4" isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
                  {shared.more}
                </Button>
              )}
            </Panel>
          </div>
          <ConfirmDialog
            isOpen={isClosing}
            isDangerous
            onClose={() => setClosing(false)}
            title={words.closeTitle(run.id)}
            description={words.closeLead}
            confirmLabel={words.close}
            onConfirm={async () => {
              await client().call('POST /runs/{id}/close', { params: { id } });
              tell(words.closed(id));
              await renewRun();
            }}
          />
        </>
      )}
    </>
  );
}

/** Each page contains the run and some of its calls. */
function useRun(id: string) {
  const environment = useEnvironment();
  return useInfiniteQuery({
    queryKey: ['GET /runs/{id}', environment, id],
    queryFn: ({ pageParam, signal }) =>
      client().call('GET /runs/{id}', { params: { id }, query: pageParam ? { cursor: pageParam } : {} }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ calls }) => calls.next_cursor ?? undefined,
  });
}

function Figures({ run }: { run: Run }) {
  const figures = [
    [words.columns.budget, formatPrice(run.budget)],
    [words.columns.spent, formatPrice(run.spent)],
    [words.columns.held, formatPrice(run.held)],
    [words.columns.remaining, formatPrice(run.remaining)],
    [words.columns.calls, formatCount(run.call_count)],
    [words.opened, formatTime(run.created_at)],
    [run.status === 'ended' ? words.endedAt : words.endsAt, formatTime(run.expires_at)],
  ] as const;
  return (
    <dl className="grid gap-1.5 text-sm">
      {figures.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function BudgetPanel({ run, onDone }: { run: Run; onDone(): Promise<void> }) {
  const form = useForm(async ({ budget }) => {
    await client().call('PATCH /runs/{id}', { params: { id: run.id }, body: { budget: Number(budget) } });
    tell(words.budgetDone);
    await onDone();
  });
  return (
    <Panel title={words.change} lead={words.changeLead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={words.newBudget}>
          <Input
            name="budget"
            type="number"
            min={0.000001}
            max={1_000_000_000}
            step="any"
            required
            defaultValue={run.budget}
          />
        </Field>
        <ErrorNote error={form.problem} />
        <Button type="submit" isBusy={form.isBusy} className="w-fit">
          {words.save}
        </Button>
      </form>
    </Panel>
  );
}

const CALLS: Column<Call>[] = [
  {
    title: words.callColumns.when,
    cell: (call) => <time dateTime={call.created_at}>{formatTime(call.created_at)}</time>,
  },
  {
    title: words.callColumns.what,
    cell: ({ module, model }) => (
      <>
        {module} <span className="text-muted">{model}</span>
      </>
    ),
  },
  {
    title: words.callColumns.customer,
    cell: ({ customer }) => <span className="block max-w-56 truncate">{customer ?? '—'}</span>,
  },
  { title: words.callColumns.tokensIn, isNumber: true, cell: (call) => formatCount(call.prompt_tokens) },
  { title: words.callColumns.tokensOut, isNumber: true, cell: (call) => formatCount(call.completion_tokens) },
  { title: words.callColumns.credits, isNumber: true, cell: ({ credits }) => formatAmount(credits) },
  {
    title: words.callColumns.request,
    cell: ({ request_id: request, job_id: job }) => (
      <code className="font-mono text-xs text-muted">{request ?? job ?? '—'}</code>
    ),
  },
];
