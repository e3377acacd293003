// The runs of agents, newest first: budget, spending, and whether each still accepts calls.
import { Route } from 'lucide-react';
import type { Reply } from '../api/client.ts';
import { client } from '../api/client.ts';
import { usePages } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatAgo, formatAmount, formatCount } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { useForm } from '../parts/use-form.ts';
import { budgets } from './budget-strings.ts';
import { LongName } from './long-name.tsx';
import { SpentOf } from './spent-of.tsx';

const { runs: words } = budgets;
const TONES = { open: 'good', spent: 'bad', ended: 'plain' } as const;

export type Run = Reply<'GET /runs'>['data'][number];

export function RunsTab({ onOpen }: { onOpen(id: string): void }) {
  const pages = usePages('GET /runs');
  const find = useForm(async ({ id = '' }) => {
    const { id: found } = await client().call('GET /runs/{id}', { params: { id: id.trim() }, query: { limit: 1 } });
    onOpen(found);
  });
  return (
    <Panel title={words.title} lead={words.lead}>
      <search>
        <form onSubmit={find.onSubmit} className="mb-4 flex flex-wrap items-end gap-3">
          <Field label={words.find} className="min-w-52 grow sm:max-w-sm">
            <Input name="id" type="search" required maxLength={128} autoComplete="off" />
          </Field>
          <Button type="submit" isBusy={find.isBusy}>
            {words.open}
          </Button>
        </form>
        <ErrorNote error={find.problem} />
      </search>
      <PagedTable
        label={words.title}
        pages={pages}
        columns={columnsOf(onOpen)}
        empty={{ icon: Route, title: words.none, hint: <NoneHint /> }}
      />
    </Panel>
  );
}

/** The next step: how a call opens a run. */
function NoneHint() {
  return (
    <>
      {words.noneHint} <code className="font-mono text-[0.8125rem]">X-Run: ticket-4711; budget=50</code>{' '}
      <a href="/docs/guides/budgets#runs" className="text-accent underline underline-offset-2">
        {budgets.customers.guide}
      </a>
    </>
  );
}

export function RunState({ status }: { status: Run['status'] }) {
  return <Badge tone={TONES[status]}>{words.states[status]}</Badge>;
}

function columnsOf(open: (id: string) => void): Column<Run>[] {
  const { columns } = words;
  return [
    { title: columns.run, cell: ({ id }) => <LongName name={id} /> },
    { title: columns.state, cell: ({ status }) => <RunState status={status} /> },
    {
      title: columns.spent,
      isNumber: true,
      cell: ({ spent, budget }) => <SpentOf spent={spent} cap={budget} usedUp={words.usedUp} />,
    },
    { title: columns.remaining, isNumber: true, cell: ({ remaining }) => formatAmount(remaining) },
    { title: columns.calls, isNumber: true, cell: ({ call_count: count }) => formatCount(count) },
    {
      title: columns.last,
      cell: ({ last_used_at }) => (
        <time dateTime={last_used_at} className="text-muted">
          {formatAgo(last_used_at)}
        </time>
      ),
    },
    {
      title: columns.acts,
      isTitleHidden: true,
      cell: ({ id }) => (
        <Button size="small" look="quiet" aria-label={words.detailsOf(id)} onClick={() => open(id)}>
          {words.details}
        </Button>
      ),
    },
  ];
}
