// The keys of the chosen environment, the first call, and the models that are ready for it.
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { formatAgo, formatCount, formatCredits, formatDay } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { FirstCall } from './first-call.tsx';
import { type Key, KeyForm } from './key-form.tsx';
import { ModelsPanel } from './models-panel.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { keys } from './strings.ts';

type Act = { kind: 'make' } | { kind: 'secret'; secret: string } | { kind: 'change' | 'rotate' | 'revoke'; key: Key };

export function KeysPage() {
  const query = useCall('GET /account/keys');
  const [act, setAct] = useState<Act | null>(null);
  const generate = (
    <Button look="primary" onClick={() => setAct({ kind: 'make' })}>
      <Plus aria-hidden className="size-4" />
      {keys.generate}
    </Button>
  );
  return (
    <>
      <PageHead title={keys.title} lead={keys.lead} actions={query.data?.data.length ? generate : undefined} />
      <Panel>
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon={KeyRound} title={keys.none} action={generate}>
                {keys.noneHint}
              </EmptyState>
            ) : (
              <Table label={keys.table} columns={columns(setAct)} rows={data} keyOf={(key) => key.id} />
            )
          }
        </Loaded>
      </Panel>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <FirstCall />
        <ModelsPanel />
      </div>
      {act && <Dialogs act={act} setAct={setAct} />}
    </>
  );
}

function Dialogs({ act, setAct }: { act: Act; setAct(act: Act | null): void }) {
  const onClose = () => setAct(null);
  const onMade = (secret: string) => setAct({ kind: 'secret', secret });
  switch (act.kind) {
    case 'make':
      return <KeyForm current={null} onClose={onClose} onMade={onMade} />;
    case 'change':
      return <KeyForm current={act.key} onClose={onClose} onMade={onMade} />;
    case 'secret':
      return <SecretDialog secret={act.secret} onClose={onClose} />;
    case 'rotate':
      return <RotateDialog target={act.key} onClose={onClose} onMade={onMade} />;
    case 'revoke':
      return (
        <ConfirmDialog
          isOpen
          isDangerous
          onClose={onClose}
          title={keys.revokeDialog.title(act.key.name)}
          description={keys.revokeDialog.lead}
          confirmLabel={keys.revokeDialog.confirm}
          onConfirm={async () => {
            await client().call('DELETE /account/keys/{id}', { params: { id: act.key.id } });
            tell(keys.revokeDialog.done(act.key.name));
            await renew('GET /account/keys');
          }}
        />
      );
  }
}

function columns(setAct: (act: Act) => void): Column<Key>[] {
  const words = keys.columns;
  return [
    { title: words.name, cell: (key) => <LongName name={key.name} /> },
    { title: words.hint, cell: (key) => <code className="font-mono text-[0.8125rem] text-muted">{key.hint}</code> },
    { title: words.scopes, cell: (key) => <Scopes scopes={key.scopes} /> },
    { title: words.limits, cell: (key) => <span className="text-muted">{limitsOf(key)}</span> },
    { title: words.maker, cell: (key) => <span className="text-muted">{key.created_by ?? keys.noMaker}</span> },
    { title: words.lastUsed, cell: (key) => (key.last_used_at ? formatAgo(key.last_used_at) : keys.never) },
    { title: words.expires, cell: (key) => (key.expires_at ? formatDay(key.expires_at) : keys.never) },
    {
      title: words.acts,
      isTitleHidden: true,
      cell: (key) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no fieldset.
        <div role="group" aria-label={keys.actsOf(key.name)} className="flex justify-end gap-1">
          {(['change', 'rotate', 'revoke'] as const).map((kind) => (
            <Button key={kind} size="small" look="quiet" onClick={() => setAct({ kind, key })}>
              {keys[kind]}
            </Button>
          ))}
        </div>
      ),
    },
  ];
}

function LongName({ name }: { name: string }) {
  return (
    <span title={name} className="line-clamp-2 max-w-xs font-medium whitespace-normal [overflow-wrap:anywhere]">
      {name}
    </span>
  );
}

const MAX_SHOWN = 3;

function Scopes({ scopes }: { scopes: readonly string[] }) {
  if (scopes.includes('*')) return <Badge>{keys.everything}</Badge>;
  const rest = scopes.length - MAX_SHOWN;
  return (
    <span className="flex gap-1" title={scopes.join(', ')}>
      {scopes.slice(0, MAX_SHOWN).map((scope) => (
        <Badge key={scope}>{scope}</Badge>
      ))}
      {rest > 0 && <Badge>+{rest}</Badge>}
    </span>
  );
}

function limitsOf(key: Key): string {
  const limits = [
    key.requests_per_minute === null ? null : keys.perMinute(formatCount(key.requests_per_minute)),
    key.tokens_per_minute === null ? null : keys.tokens(formatCount(key.tokens_per_minute)),
    key.daily_credit_cap === null ? null : keys.dailyCap(formatCredits(key.daily_credit_cap)),
    key.monthly_credit_cap === null ? null : keys.cap(formatCredits(key.monthly_credit_cap)),
    key.models ? keys.models(key.models.length) : null,
    key.zero_retention ? keys.zeroRetention : null,
    key.answer_cache_seconds ? keys.answerCache(key.answer_cache_seconds) : null,
    key.guards ? keys.guarded : null,
    key.ip_allow_list ? keys.addresses(key.ip_allow_list.length) : null,
  ].filter(Boolean);
  return limits.length > 0 ? limits.join(' · ') : keys.noLimits;
}
