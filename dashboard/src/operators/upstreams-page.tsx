// Upstreams while the service runs: add, change, try and remove; every change can be reverted.
import { Server } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { ActDialog } from './act-dialog.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { renewLive, type Upstream } from './live.ts';
import { act, useOperatorQuery } from './operator-queries.ts';
import { PricesPanel } from './prices-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { operators } from './strings.ts';
import { AddUpstream, ChangeUpstream } from './upstream-dialogs.tsx';
import { upstreams as words } from './upstream-strings.ts';
import { TryUpstream } from './upstream-try.tsx';

type Opened = { what: 'add' } | { what: 'change' | 'try' | 'remove'; upstream: Upstream };

export function UpstreamsPage() {
  const [opened, setOpened] = useState<Opened>();
  const query = useOperatorQuery('GET /operator/upstreams');
  const close = () => setOpened(undefined);
  return (
    <>
      <PageHead
        title={operators.pages.upstreams}
        lead={words.lead}
        actions={
          <Button look="primary" onClick={() => setOpened({ what: 'add' })}>
            {words.add}
          </Button>
        }
      />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
        <Panel>
          <Loaded query={query}>
            {({ data }) =>
              data.length === 0 ? (
                <EmptyState icon={Server} title={words.none}>
                  {words.noneHint}
                </EmptyState>
              ) : (
                <Table
                  label={words.table}
                  columns={[...COLUMNS, actsColumn(setOpened)]}
                  rows={data}
                  keyOf={(line) => `${line.makes} ${line.source} ${line.id}`}
                />
              )
            }
          </Loaded>
        </Panel>
        <PricesPanel />
        <SettingsPanel />
        <ChangesPanel />
      </div>
      {opened?.what === 'add' && <AddUpstream onClose={close} />}
      {opened?.what === 'change' && <ChangeUpstream upstream={opened.upstream} onClose={close} />}
      {opened?.what === 'try' && <TryUpstream upstream={opened.upstream} onClose={close} />}
      {opened?.what === 'remove' && <RemoveUpstream upstream={opened.upstream} onClose={close} />}
    </>
  );
}

function RemoveUpstream({ upstream, onClose }: { upstream: Upstream; onClose(): void }) {
  return (
    <ActDialog
      title={words.removeTitle(upstream.id)}
      lead={words.removeLead}
      confirmLabel={words.remove}
      isDangerous
      onClose={onClose}
      onConfirm={async ({ reason = '' }, onceKey) => {
        await act('POST /operator/upstreams/{id}/remove', upstream.id, { reason: reason.trim() }, onceKey);
        await renewLive();
      }}
    />
  );
}

const COLUMNS: Column<Upstream>[] = [
  { title: words.columns.name, cell: ({ id }) => <code className="font-mono">{id}</code> },
  { title: words.columns.makes, cell: ({ makes }) => words.makesOf[makes] ?? makes },
  {
    title: words.columns.source,
    cell: ({ source }) => <Badge tone={source === 'live' ? 'good' : 'plain'}>{words.sources[source]}</Badge>,
  },
  { title: words.columns.address, cell: ({ settings }) => String(settings.base_url ?? settings.kind ?? '') },
  { title: words.columns.key, cell: ({ has_key: hasKey }) => (hasKey ? words.keySet : operators.none) },
  { title: words.columns.models, cell: ({ models, problem }) => problem ?? (models.join(', ') || operators.none) },
];

function actsColumn(open: (opened: Opened) => void): Column<Upstream> {
  return {
    title: operators.acts,
    cell: (upstream) => (
      <div className="flex flex-wrap gap-2">
        <Button size="small" look="quiet" onClick={() => open({ what: 'try', upstream })}>
          {words.try}
        </Button>
        {upstream.source === 'live' && (
          <>
            <Button size="small" look="quiet" onClick={() => open({ what: 'change', upstream })}>
              {words.change}
            </Button>
            <Button size="small" look="quiet" onClick={() => open({ what: 'remove', upstream })}>
              {words.remove}
            </Button>
          </>
        )}
      </div>
    ),
  };
}
