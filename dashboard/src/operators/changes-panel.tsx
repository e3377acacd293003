// Every change of a live setting with before and after, and a button to revert it.
import { History } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { formatDay } from '../parts/format.ts';
import { PagedTable } from '../parts/paged-table.tsx';
import { Panel } from '../parts/panel.tsx';
import type { Column } from '../parts/table.tsx';
import { ActDialog } from './act-dialog.tsx';
import { renewLive } from './live.ts';
import { act, type Row, useOperatorPages } from './operator-queries.ts';
import { operators } from './strings.ts';
import { upstreams as words } from './upstream-strings.ts';

type Change = Row<'GET /operator/settings/changes'>;

export function ChangesPanel() {
  const [reverted, setReverted] = useState<Change>();
  return (
    <Panel title={words.changes} lead={words.changesLead}>
      <PagedTable
        label={words.changes}
        pages={useOperatorPages('GET /operator/settings/changes', {})}
        columns={[...COLUMNS, revertColumn(setReverted)]}
        empty={{ icon: History, title: words.noChanges }}
      />
      {reverted && <RevertDialog change={reverted} onClose={() => setReverted(undefined)} />}
    </Panel>
  );
}

function RevertDialog({ change, onClose }: { change: Change; onClose(): void }) {
  return (
    <ActDialog
      title={words.revertTitle(change.version)}
      lead={words.revertLead}
      confirmLabel={words.revert}
      onClose={onClose}
      onConfirm={async ({ reason = '' }, onceKey) => {
        await act('POST /operator/settings/changes/{id}/revert', change.id, { reason: reason.trim() }, onceKey);
        await renewLive();
      }}
    />
  );
}

const COLUMNS: Column<Change>[] = [
  { title: words.columns.version, isNumber: true, cell: ({ version }) => version },
  { title: words.columns.setting, cell: ({ name }) => <code className="font-mono">{name}</code> },
  {
    title: words.columns.beforeAfter,
    cell: ({ before, after }) => (
      <details className="max-w-md text-xs">
        <summary>{before ? (after ? words.changed : words.removed) : words.added}</summary>
        <pre className="overflow-auto font-mono whitespace-pre-wrap">{`${JSON.stringify(before)}\n→ ${JSON.stringify(after)}`}</pre>
      </details>
    ),
  },
  {
    title: words.columns.why,
    cell: ({ reason, actor_email: email, created_at: at }) => `${reason ?? ''} · ${email ?? ''} · ${formatDay(at)}`,
  },
];

function revertColumn(choose: (change: Change) => void): Column<Change> {
  return {
    title: operators.acts,
    cell: (change) => (
      <Button size="small" look="quiet" onClick={() => choose(change)}>
        {words.revert}
      </Button>
    ),
  };
}
