// Deliveries: failing endpoints, failed deliveries, and sending an event again.
import { CircleCheck, Inbox } from 'lucide-react';
import { useState } from 'react';
import type { CallInput } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Field, Select } from '../parts/field.tsx';
import { formatAgo, formatCount } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { AccountLink } from './accounts-page.tsx';
import { ActDialog, optionalReason } from './act-dialog.tsx';
import { acts } from './act-strings.ts';
import { act, type Row, useOperatorPages } from './operator-queries.ts';
import { operators, deliveries as words } from './strings.ts';

type Delivery = Row<'GET /operator/deliveries'>;
type State = NonNullable<NonNullable<CallInput<'GET /operator/deliveries'>['query']>['state']>;

const REFRESH_MS = 5_000;
const TONES: Record<string, 'plain' | 'good' | 'warn' | 'bad'> = { delivered: 'good', failed: 'bad', retrying: 'warn' };

export function DeliveriesPage() {
  const [state, setState] = useState<string>('failed');
  const [asked, setAsked] = useState<Delivery | null>(null);
  const failing = useOperatorPages('GET /operator/endpoints', {}, REFRESH_MS);
  const pages = useOperatorPages('GET /operator/deliveries', state ? { state: state as State } : {}, REFRESH_MS);
  return (
    <>
      <PageHead title={operators.pages.deliveries} lead={words.lead} />
      <div className="grid gap-6">
        <Panel title={words.failing} lead={words.failingLead}>
          <PagedTable
            label={words.failing}
            pages={failing}
            columns={FAILING_COLUMNS}
            empty={{ icon: CircleCheck, title: words.noFailing }}
          />
        </Panel>
        <Panel title={words.log}>
          <div className="mb-4 max-w-56">
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
          </div>
          <PagedTable
            label={words.log}
            pages={pages}
            columns={columns(setAsked)}
            empty={{ icon: Inbox, title: words.noneSuch, hint: words.noneSuchHint }}
          />
        </Panel>
      </div>
      {asked && <ReplayDialog delivery={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const FAILING_COLUMNS: Column<Row<'GET /operator/endpoints'>>[] = [
  {
    title: words.failingColumns.url,
    cell: (endpoint) => (
      <>
        <Address url={endpoint.url} />
        {endpoint.disabled_at && <Badge tone="bad">{endpoint.disabled_reason ?? words.disabled}</Badge>}
      </>
    ),
  },
  { title: words.failingColumns.account, cell: (line) => <AccountLink id={line.account_id} email={line.email} /> },
  { title: words.failingColumns.failed, isNumber: true, cell: (line) => formatCount(line.failed_deliveries) },
  { title: words.failingColumns.last, cell: answerOf },
  {
    title: words.failingColumns.when,
    cell: ({ last_failed_at: at }) => (at ? formatAgo(at) : operators.none),
  },
];

function columns(onAsk: (delivery: Delivery) => void): Column<Delivery>[] {
  const { columns: titles } = words;
  return [
    {
      title: titles.event,
      cell: ({ event_type: type, url }) => (
        <>
          {type}
          <Address url={url} />
        </>
      ),
    },
    { title: titles.account, cell: (line) => <AccountLink id={line.account_id} email={line.email} /> },
    {
      title: titles.state,
      cell: ({ state }) => <Badge tone={TONES[state] ?? 'plain'}>{words.states[state] ?? state}</Badge>,
    },
    { title: titles.attempts, isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
    { title: titles.last, cell: answerOf },
    { title: titles.made, cell: ({ created_at: at }) => formatAgo(at) },
    {
      title: operators.acts,
      isTitleHidden: true,
      cell: (delivery) => (
        <Button size="small" aria-label={acts.replay.buttonOf(delivery.id)} onClick={() => onAsk(delivery)}>
          {acts.replay.button}
        </Button>
      ),
    },
  ];
}

function Address({ url }: { url: string }) {
  return (
    <span className="block max-w-64 truncate text-muted" title={url}>
      {url}
    </span>
  );
}

function answerOf({
  last_status: status,
  last_problem: problem,
}: Pick<Delivery, 'last_status' | 'last_problem'>): string {
  return status === null ? (problem ?? operators.none) : words.status(String(status));
}

function ReplayDialog({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const { title, lead, confirm, done } = acts.replay;
  return (
    <ActDialog
      title={title}
      lead={lead(delivery.url)}
      confirmLabel={confirm}
      isReasonOptional
      onClose={onClose}
      onConfirm={async (values, onceKey) => {
        await act('POST /operator/deliveries/{id}/replay', delivery.id, optionalReason(values), onceKey);
        tell(done);
        await renew('GET /operator/deliveries', 'GET /operator/endpoints', 'GET /operator/audit');
      }}
    />
  );
}
