// The weights on this machine: pull with progress, choose, verify, remove.
import { useState } from 'react';
import type { Reply } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { locale } from '../words.ts';
import { ActDialog, optionalReason } from './act-dialog.tsx';
import { acts } from './act-strings.ts';
import { engines as words } from './engine-strings.ts';
import { act, useOperatorQuery } from './operator-queries.ts';
import { operators } from './strings.ts';

type Weights = Reply<'GET /operator/models'>['data'][number];
type Kind = 'pull' | 'use' | 'unuse' | 'verify' | 'remove';
type Asked = { kind: Kind; weights: Weights };

const REFRESH_MS = 1_000;

export function WeightsPanel() {
  const query = useOperatorQuery('GET /operator/models', {}, REFRESH_MS);
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Panel title={words.weights} lead={words.weightsLead}>
      <Loaded query={query}>
        {({ data }) => (
          <Table label={words.weightsTable} columns={columns(setAsked)} rows={data} keyOf={(weights) => weights.id} />
        )}
      </Loaded>
      {asked && <WeightsDialog {...asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function columns(onAsk: (asked: Asked) => void): Column<Weights>[] {
  const { weightsColumns: titles } = words;
  return [
    {
      title: titles.model,
      cell: ({ title, id }) => (
        <>
          {title}
          <code className="block font-mono text-xs break-all text-muted">{id}</code>
        </>
      ),
    },
    { title: titles.kind, cell: ({ kind }) => kind },
    { title: titles.size, isNumber: true, cell: ({ bytes }) => formatSize(bytes) },
    { title: titles.licence, cell: ({ licence }) => licence },
    { title: titles.state, cell: (weights) => <WeightsState weights={weights} /> },
    {
      title: operators.acts,
      isTitleHidden: true,
      cell: (weights) => {
        if (weights.pulling) return null;
        return (
          <div className="flex flex-wrap gap-1">
            {actsOf(weights).map((kind) => (
              <Button
                key={kind}
                size="small"
                look={kind === 'remove' ? 'danger' : 'plain'}
                aria-label={acts[kind].buttonOf(weights.id)}
                onClick={() => onAsk({ kind, weights })}
              >
                {acts[kind].button}
              </Button>
            ))}
          </div>
        );
      },
    },
  ];
}

function actsOf({ ready, use, chosen }: Weights): Kind[] {
  if (!ready) return ['pull'];
  const choice: Kind[] = use === null ? [] : [chosen ? 'unuse' : 'use'];
  return [...choice, 'verify', 'remove'];
}

function WeightsState({ weights }: { weights: Weights }) {
  if (weights.pulling) {
    return (
      <div className="grid min-w-32 gap-1">
        <span className="text-xs text-muted tabular-nums">
          {words.pulling(`${Math.round(weights.progress * 100)} %`)}
        </span>
        <ProgressBar value={weights.progress} label={words.progressOf(weights.id)} />
      </div>
    );
  }
  if (weights.ready) {
    return (
      <div className="flex flex-wrap gap-1">
        <Badge tone="good">{words.there}</Badge>
        {weights.chosen && <Badge tone="good">{words.chosen}</Badge>}
        {weights.check && <Badge>{words.checks[weights.check]}</Badge>}
      </div>
    );
  }
  return (
    <>
      <Badge>{words.absent}</Badge>
      {weights.error && <p className="mt-1 max-w-72 min-w-48 text-xs whitespace-normal text-danger">{weights.error}</p>}
    </>
  );
}

function WeightsDialog({ kind, weights, onClose }: Asked & { onClose(): void }) {
  const size = formatSize(weights.bytes);
  const afterwards = async () => {
    tell(acts[kind].done);
    await renew(
      'GET /operator/models',
      'GET /operator/models/recommendation',
      'GET /operator/engines',
      'GET /operator/audit',
    );
  };
  if (kind === 'pull') {
    return (
      <ActDialog
        title={acts.pull.title(weights.title)}
        lead={acts.pull.lead(size, weights.licence)}
        confirmLabel={acts.pull.confirm}
        isReasonOptional
        onClose={onClose}
        onConfirm={async (values, onceKey) => {
          const accepted = weights.accepted ? {} : { accept_licence: true };
          const body = { ...optionalReason(values), ...accepted };
          await act('POST /operator/models/{id}/pull', weights.id, body, onceKey);
          await afterwards();
        }}
      >
        {!weights.accepted && <LicenceConsent url={weights.licence_url} />}
      </ActDialog>
    );
  }
  if (kind !== 'remove') {
    return (
      <ActDialog
        title={acts[kind].title(weights.title)}
        lead={acts[kind].lead}
        confirmLabel={acts[kind].confirm}
        isReasonOptional
        onClose={onClose}
        onConfirm={async (values, onceKey) => {
          const reason = optionalReason(values);
          if (kind === 'verify') await act('POST /operator/models/{id}/verify', weights.id, reason, onceKey);
          else await act('POST /operator/models/{id}/use', weights.id, { ...reason, chosen: kind === 'use' }, onceKey);
          await afterwards();
        }}
      />
    );
  }
  return (
    <ActDialog
      title={acts.remove.title(weights.title)}
      lead={acts.remove.lead(size)}
      confirmLabel={acts.remove.confirm}
      isDangerous
      onClose={onClose}
      onConfirm={async ({ reason = '' }, onceKey) => {
        await act('POST /operator/models/{id}/remove', weights.id, { reason }, onceKey);
        await afterwards();
      }}
    />
  );
}

function LicenceConsent({ url }: { url: string | null }) {
  return (
    <div className="grid gap-2 text-sm">
      {url && (
        <a className="underline" href={url} target="_blank" rel="noreferrer">
          {acts.pull.readLicence}
        </a>
      )}
      <label className="flex items-center gap-2">
        <input type="checkbox" required className="accent-accent" />
        {acts.pull.accept}
      </label>
    </div>
  );
}

function formatSize(bytes: number): string {
  const unit = bytes >= 1e9 ? 'gigabyte' : 'megabyte';
  const size = bytes / (unit === 'gigabyte' ? 1e9 : 1e6);
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, maximumFractionDigits: size < 10 ? 1 : 0 }).format(
    size,
  );
}
