// The audit log: every operator action, with what it changed and why.
import { ScrollText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { CallInput } from '../api/client.ts';
import { Field, Select } from '../parts/field.tsx';
import { formatTime } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { AccountLink } from './accounts-page.tsx';
import { type Row, useOperatorPages } from './operator-queries.ts';
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
  const pages = useOperatorPages('GET /operator/audit', filter);
  return (
    <PagedTable
      label={words.table}
      pages={pages}
      columns={COLUMNS}
      empty={{ icon: ScrollText, title: empty, hint: words.noneHint }}
    />
  );
}

const COLUMNS: Column<Entry>[] = [
  {
    title: words.columns.when,
    cell: (entry) => (
      <>
        <time dateTime={entry.created_at}>{formatTime(entry.created_at)}</time>
        <Below>{words.by(entry.actor.email)}</Below>
        {entry.actor.key_id && <Below>{words.byKey(entry.actor.key_id)}</Below>}
      </>
    ),
  },
  {
    title: words.columns.action,
    cell: (entry) => (
      <>
        {words.actions[entry.action] ?? entry.action}
        <Target entry={entry} />
      </>
    ),
  },
  { title: words.columns.change, cell: changeOf },
  {
    title: words.columns.reason,
    cell: (entry) => (
      <div className="max-w-72 min-w-40 whitespace-normal">
        {entry.reason || operators.none}
        <Below>
          <code className="font-mono break-all">{entry.request_id}</code>
        </Below>
      </div>
    ),
  },
];

function Below({ children }: { children: ReactNode }) {
  return <span className="block text-xs text-muted">{children}</span>;
}

function Target({ entry: { target, account_id: id, account_email: email } }: { entry: Entry }) {
  return (
    <>
      {target !== id && (
        <Below>
          <code className="font-mono break-all">{target}</code>
        </Below>
      )}
      {id && (
        <span className="block">
          <AccountLink id={id} email={email ?? id} />
        </span>
      )}
    </>
  );
}

/** The ledger entry is visible in the account's transactions; here its id would only take space. */
const LEFT_OUT = 'transaction_id';

/** `plan: free → pro`, for each changed field. */
function changeOf({ before, after }: Entry): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changes = [...names].flatMap((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    if (was === is || name === LEFT_OUT) return [];
    return [was === undefined ? `${name}: ${String(is)}` : `${name}: ${String(was)} → ${String(is ?? operators.none)}`];
  });
  return changes.join(', ') || operators.none;
}
