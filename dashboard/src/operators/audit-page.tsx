// The audit log: every act of an operator, with what it changed and why.
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { CallInput } from '../api/call.ts';
import { Field, Select } from '../parts/field.tsx';
import { formatTime } from '../parts/format.ts';
import { PageHead, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { AccountLink } from './accounts-page.tsx';
import { type Row, useDeskPages } from './desk.ts';
import { PagedTable } from './paged-table.tsx';
import { operators, audit as words } from './strings.ts';

type Filter = NonNullable<CallInput<'GET /operator/audit'>['query']>;
type Entry = Row<'GET /operator/audit'>;

export function AuditPage() {
  const [action, setAction] = useState('');
  return (
    <>
      <PageHead title={operators.pages.audit} lead={words.lead} />
      <Panel>
        <div className="mb-4 max-w-56">
          <Field label={words.action}>
            <Select
              value={action}
              onChange={setAction}
              options={[
                { value: '', label: operators.any },
                ...Object.entries(words.actions).map(([value, label]) => ({ value, label })),
              ]}
            />
          </Field>
        </div>
        <AuditTable filter={action ? { action: action as NonNullable<Filter['action']> } : {}} empty={words.none} />
      </Panel>
    </>
  );
}

export function AuditTable({ filter, empty }: { filter: Filter; empty: string }) {
  const pages = useDeskPages('GET /operator/audit', filter);
  return (
    <PagedTable
      label={words.table}
      pages={pages}
      columns={filter.account_id ? COLUMNS.filter(({ title }) => title !== words.columns.target) : COLUMNS}
      empty={{ icon: ScrollText, title: empty, hint: words.noneHint }}
    />
  );
}

const COLUMNS: Column<Entry>[] = [
  {
    title: words.columns.when,
    cell: (entry) => <time dateTime={entry.created_at}>{formatTime(entry.created_at)}</time>,
  },
  { title: words.columns.action, cell: (entry) => words.actions[entry.action] ?? entry.action },
  { title: words.columns.target, cell: (entry) => <Target entry={entry} /> },
  { title: words.columns.change, cell: changeOf },
  {
    title: words.columns.reason,
    cell: (entry) => <p className="max-w-72 min-w-40 whitespace-normal">{entry.reason || operators.none}</p>,
  },
  {
    title: words.columns.actor,
    cell: (entry) => (
      <>
        {entry.actor.email}
        {entry.actor.key_id && <span className="block text-xs text-muted">{words.byKey(entry.actor.key_id)}</span>}
      </>
    ),
  },
  {
    title: words.columns.request,
    cell: (entry) => <code className="font-mono text-xs text-muted">{entry.request_id}</code>,
  },
];

function Target({ entry }: { entry: Entry }) {
  if (entry.account_id === entry.target) return <AccountLink id={entry.target} email={entry.target} />;
  return <code className="font-mono text-xs">{entry.target}</code>;
}

/** The entry of the ledger is found in the transactions of the account; here its name only takes room. */
const LEFT_OUT = 'transaction_id';

/** `plan: free → pro`, for each fact that is other than before. */
function changeOf({ before, after }: Entry): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...names].flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    if (was === is || name === LEFT_OUT) return [];
    return [was === undefined ? `${name}: ${String(is)}` : `${name}: ${String(was)} → ${String(is ?? operators.none)}`];
  });
  return changes.join(', ') || operators.none;
}
