// Logged requests: filters, the list, and the details of one.
import { Activity } from 'lucide-react';
import { useState } from 'react';
import type { Reply } from '../api/client.ts';
import { useCall, usePages } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { formatCredits, formatMoment } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Badge } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { REFRESH_MS } from './refresh.ts';
import { RequestDialog } from './request-dialog.tsx';
import { activity as words } from './strings.ts';

type Logged = Reply<'GET /requests'>['data'][number];
const MODULES = [
  'chat',
  'code',
  'image',
  'music',
  'video',
  'audio',
  'builder',
  'batches',
  'files',
  'jobs',
  'models',
  'account',
];
const TONES = { ok: 'good', error: 'bad', stopped: 'plain' } as const;
const optionsOf = (labels: Record<string, string>, first?: string) =>
  Object.entries(labels)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => Number(b.value === first) - Number(a.value === first));

export function RequestsTab() {
  const [filter, setFilter] = useState({ key: '', module: '', model: '', status: '', seconds: '' });
  const [opened, setOpened] = useState<string | null>(null);
  const level = useCall('GET /requests/settings').data?.effective_level;
  const pages = usePages('GET /requests', queryOf(useSettled(filter)), { refetchMs: REFRESH_MS });
  const isOff = level === 'off';
  const hasRows = pages.data?.pages.some(({ data }) => data.length > 0) ?? false;
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const empty = isOff ? { title: words.noneOff, hint: words.noneOffHint } : { title: words.none, hint: words.noneHint };
  return (
    <div className="grid min-w-0 gap-5">
      {/* Filters over nothing help nobody. */}
      {(!isOff || hasRows || isFiltered) && (
        <Filters filter={filter} onChange={(change) => setFilter({ ...filter, ...change })} />
      )}
      <PagedTable
        label={words.tabs.requests}
        pages={pages}
        columns={columnsOf(setOpened)}
        onOpen={({ id }) => setOpened(id)}
        empty={{ icon: Activity, ...empty }}
      />
      {opened && <RequestDialog id={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

type Filter = Record<'key' | 'module' | 'model' | 'status' | 'seconds', string>;

const MINUTE_MS = 60_000;

function queryOf({ key, module, model, status, seconds }: Filter): Record<string, unknown> {
  // Rounded to the minute: a time that changes on each render would fetch another list each time.
  const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
  return {
    ...(key ? { key_id: key } : {}),
    ...(module ? { module } : {}),
    ...(model ? { model } : {}),
    ...(status === 'failed' ? { failed: true } : {}),
    ...(status && status !== 'failed' ? { status: Number(status) } : {}),
    ...(seconds ? { from: new Date(now - Number(seconds) * 1000).toISOString() } : {}),
  };
}

function Filters({ filter, onChange }: { filter: Filter; onChange(change: Partial<Filter>): void }) {
  const keys = useCall('GET /account/keys').data?.data ?? [];
  const texts = words.filters;
  const choices = [
    {
      name: 'key' as const,
      label: texts.key,
      options: [{ value: '', label: texts.allKeys }, ...keys.map(({ id, name }) => ({ value: id, label: name }))],
    },
    {
      name: 'module' as const,
      label: texts.module,
      options: [{ value: '', label: texts.allModules }, ...MODULES.map((value) => ({ value, label: value }))],
    },
    { name: 'status' as const, label: texts.status, options: optionsOf(texts.statuses, '') },
    { name: 'seconds' as const, label: texts.time, options: optionsOf(texts.times, '') },
  ];
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
      {choices.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          <Select options={options} value={filter[name]} onChange={(value) => onChange({ [name]: value })} />
        </Field>
      ))}
      <Field label={texts.model}>
        <Input
          value={filter.model}
          placeholder={texts.anyModel}
          maxLength={200}
          onChange={(event) => onChange({ model: event.target.value.trim() })}
        />
      </Field>
    </div>
  );
}

function columnsOf(open: (id: string) => void): Column<Logged>[] {
  const { columns } = words;
  return [
    {
      title: columns.when,
      cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
    },
    {
      title: columns.request,
      cell: ({ method, route }) => (
        <span className="font-mono text-[0.8125rem]">
          {method} {route}
        </span>
      ),
    },
    { title: columns.model, cell: ({ model }) => <span className="block max-w-48 truncate">{model ?? ''}</span> },
    { title: columns.outcome, cell: (request) => <Outcome request={request} /> },
    { title: columns.credits, isNumber: true, cell: ({ credits }) => (credits === null ? '' : formatCredits(credits)) },
    { title: columns.time, isNumber: true, cell: ({ duration_ms }) => words.milliseconds(duration_ms) },
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

/** The error message of the response. */
function Outcome({ request }: { request: Logged }) {
  const { outcome, status, error_message: problem } = request;
  return (
    <span className="grid max-w-72 gap-0.5">
      <span>
        <Badge tone={TONES[outcome]}>
          {words.outcomes[outcome]} {outcome === 'stopped' ? '' : status}
        </Badge>
      </span>
      {problem && <span className="truncate text-xs text-muted">{problem}</span>}
    </span>
  );
}
