// All jobs, with or without a request log: state, cost, time, and errors.
import { Link } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { useState } from 'react';
import type { JobState, Reply } from '../api/client.ts';
import { useCall, usePages } from '../api/queries.ts';
import { Button, buttonClass } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Select } from '../parts/field.tsx';
import { formatCredits, formatMoment } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { Badge } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { REFRESH_MS } from './refresh.ts';
import { activity as words } from './strings.ts';

type Job = Reply<'GET /jobs'>['data'][number];
const TONES = { processing: 'warn', completed: 'good', failed: 'bad', cancelled: 'plain' } as const;
const SERVICES = ['music', 'video', 'image', 'builder', 'batch'];
const PLAY = { music: '/play/music', video: '/play/video', image: '/play/image', build: '/play/builder' } as const;
const kindOf = ({ object }: Pick<Job, 'object'>) => object.split('.')[0] ?? '';
const nameOf = (job: Pick<Job, 'object'>) => words.kinds[kindOf(job)] ?? job.object;

export function JobsTab() {
  const [filter, setFilter] = useState({ status: '', service: '' });
  const [opened, setOpened] = useState<string | null>(null);
  const query = {
    ...(filter.status ? { status: filter.status } : {}),
    ...(filter.service ? { service: filter.service } : {}),
  };
  const pages = usePages('GET /jobs', query, { refetchMs: REFRESH_MS });
  const states = Object.entries(words.filters.jobStates).map(([value, label]) => ({ value, label }));
  const services = [
    { value: '', label: words.filters.allModules },
    ...SERVICES.map((value) => ({ value, label: value })),
  ];
  return (
    <div className="grid min-w-0 gap-5">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        <Field label={words.filters.state}>
          <Select options={states} value={filter.status} onChange={(status) => setFilter({ ...filter, status })} />
        </Field>
        <Field label={words.filters.module}>
          <Select options={services} value={filter.service} onChange={(service) => setFilter({ ...filter, service })} />
        </Field>
      </div>
      <PagedTable
        label={words.tabs.jobs}
        pages={pages}
        columns={columnsOf(setOpened)}
        onOpen={({ id }) => setOpened(id)}
        empty={{ icon: Activity, title: words.noJobs, hint: words.noJobsHint }}
      />
      {opened && <JobDialog id={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

function columnsOf(open: (id: string) => void): Column<Job>[] {
  const { columns } = words;
  return [
    { title: columns.when, cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time> },
    { title: columns.job, cell: nameOf },
    {
      title: columns.outcome,
      cell: ({ status, error }) => (
        <span className="grid max-w-72 gap-0.5">
          <span>
            <Badge tone={TONES[status]}>{words.states[status]}</Badge>
          </span>
          {status === 'failed' && error && <span className="truncate text-xs text-muted">{error.message}</span>}
        </span>
      ),
    },
    { title: columns.credits, isNumber: true, cell: ({ usage }) => (usage ? formatCredits(usage.credits) : '') },
    { title: columns.time, isNumber: true, cell: timeOf },
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

function timeOf({ started_at, completed_at }: Job): string {
  return started_at && completed_at ? words.milliseconds(Date.parse(completed_at) - Date.parse(started_at)) : '';
}

function JobDialog({ id, onClose }: { id: string; onClose(): void }) {
  const query = useCall('GET /jobs/{id}', { params: { id } });
  return (
    <Dialog isOpen onClose={onClose} title={query.data ? nameOf(query.data) : words.details}>
      <Loaded query={query}>{(job) => <JobDetails job={job as JobState} />}</Loaded>
    </Dialog>
  );
}

function JobDetails({ job }: { job: JobState }) {
  const kind = kindOf(job) as keyof typeof PLAY;
  return (
    <div className="grid min-w-0 gap-4">
      {job.status === 'failed' && job.error && (
        <p className="rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">{job.error.message}</p>
      )}
      <CodeBlock label={words.result} text={JSON.stringify(job, null, 2)} />
      {PLAY[kind] && (
        <Link to={PLAY[kind]} className={buttonClass()}>
          {words.makeAnother}
        </Link>
      )}
    </div>
  );
}
