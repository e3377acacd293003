// The jobs of all accounts, by state and kind, each of which can be cancelled.
import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import type { CallInput } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Field, Select } from '../parts/field.tsx';
import { formatAgo, formatCredits } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { AccountLink } from './accounts-page.tsx';
import { ActDialog } from './act-dialog.tsx';
import { acts } from './act-strings.ts';
import { act, type Row, useOperatorPages } from './operator-queries.ts';
import { operators, queue as words } from './strings.ts';

type Job = Row<'GET /operator/jobs'>;
type State = NonNullable<NonNullable<CallInput<'GET /operator/jobs'>['query']>['state']>;

const REFRESH_MS = 5_000;
const TONES: Record<string, 'plain' | 'good' | 'warn' | 'bad'> = { running: 'warn', completed: 'good', failed: 'bad' };

export function JobsPanel() {
  const [state, setState] = useState('open');
  const [kind, setKind] = useState('');
  const [asked, setAsked] = useState<Job | null>(null);
  const pages = useOperatorPages(
    'GET /operator/jobs',
    { ...(state ? { state: state as State } : {}), ...(kind ? { kind } : {}) },
    REFRESH_MS,
  );
  return (
    <Panel title={words.jobs}>
      <div className="mb-4 grid max-w-md gap-4 sm:grid-cols-2">
        <Field label={words.state}>
          <Select
            value={state}
            onChange={setState}
            options={[
              { value: '', label: operators.any },
              ...Object.entries(words.states).map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
        <Field label={words.kind}>
          <Select
            value={kind}
            onChange={setKind}
            options={[
              { value: '', label: operators.any },
              ...Object.entries(words.kindNames).map(([value, label]) => ({ value, label })),
            ]}
          />
        </Field>
      </div>
      <PagedTable
        label={words.jobs}
        pages={pages}
        columns={columns(setAsked)}
        empty={{ icon: ListTodo, title: words.noJobs, hint: words.noJobsHint }}
      />
      {asked && <CancelDialog job={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function columns(onAsk: (job: Job) => void): Column<Job>[] {
  const { jobColumns: titles } = words;
  return [
    {
      title: titles.job,
      cell: ({ kind, id }) => (
        <>
          {words.kindNames[kind] ?? kind}
          <code className="block font-mono text-xs break-all text-muted">{id}</code>
        </>
      ),
    },
    {
      title: titles.account,
      cell: (job) => (
        <>
          <AccountLink id={job.account_id} email={job.email} />
          <span className="block text-xs text-muted">{operators.environments[job.environment]}</span>
        </>
      ),
    },
    {
      title: titles.state,
      cell: ({ state }) => <Badge tone={TONES[state] ?? 'plain'}>{words.states[state] ?? state}</Badge>,
    },
    {
      title: titles.stage,
      cell: ({ state, stage, progress, error }) => {
        if (error) return <p className="max-w-64 min-w-40 whitespace-normal">{error.message}</p>;
        return state === 'running' ? `${stage}, ${Math.round(progress * 100)} %` : stage;
      },
    },
    { title: titles.age, cell: ({ created_at: at }) => formatAgo(at) },
    {
      title: titles.credits,
      isNumber: true,
      cell: ({ cost_credits: cost, held_credits: held }) => formatCredits(cost ?? held),
    },
    {
      title: operators.acts,
      isTitleHidden: true,
      cell: (job) =>
        job.completed_at ? null : (
          <Button size="small" look="danger" aria-label={acts.cancelJob.buttonOf(job.id)} onClick={() => onAsk(job)}>
            {acts.cancelJob.button}
          </Button>
        ),
    },
  ];
}

function CancelDialog({ job, onClose }: { job: Job; onClose(): void }) {
  const { title, lead, confirm, done } = acts.cancelJob;
  return (
    <ActDialog
      title={title}
      lead={lead(job.email)}
      confirmLabel={confirm}
      isDangerous
      onClose={onClose}
      onConfirm={async ({ reason = '' }, onceKey) => {
        await act('POST /operator/jobs/{id}/cancel', job.id, { reason }, onceKey);
        tell(done);
        await renew('GET /operator/jobs', 'GET /operator/queue', 'GET /operator/audit');
      }}
    />
  );
}
