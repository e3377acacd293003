// The team: members with roles and caps, open invitations, and the account's log.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { queryClient, renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { formatCredits, formatDay } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LogPanel } from './log-panel.tsx';
import { type Member, MemberDialog } from './member-dialog.tsx';
import { team as words } from './strings.ts';

type Account = Reply<'GET /account'>;
type Act = { kind: 'invite' } | { kind: 'leave' } | { kind: 'change' | 'remove'; member: Member };

export function TeamPage() {
  return <Loaded query={useCall('GET /account')}>{(account) => <Team account={account} />}</Loaded>;
}

function Team({ account }: { account: Account }) {
  const members = useCall('GET /account/members');
  const [act, setAct] = useState<Act | null>(null);
  const own = account.member;
  const isManager = own?.role === 'owner' || own?.role === 'admin';
  const isFounder = members.data?.data.find(({ id }) => id === own?.id)?.is_founder ?? true;
  return (
    <>
      <PageHead
        title={words.title}
        lead={words.lead}
        actions={
          <>
            {!isFounder && <Button onClick={() => setAct({ kind: 'leave' })}>{words.leave}</Button>}
            {isManager && (
              <Button look="primary" onClick={() => setAct({ kind: 'invite' })}>
                <Plus aria-hidden className="size-4" />
                {words.invite}
              </Button>
            )}
          </>
        }
      />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <Panel title={words.members}>
          <Loaded query={members}>
            {({ data }) => (
              <Table label={words.members} columns={columns(account, setAct)} rows={data} keyOf={(one) => one.id} />
            )}
          </Loaded>
        </Panel>
        {isManager && <InvitationsPanel />}
        {isManager && <LogPanel />}
      </div>
      {act && <Dialogs act={act} account={account} onClose={() => setAct(null)} />}
    </>
  );
}

function Dialogs({ act, account, onClose }: { act: Act; account: Account; onClose(): void }) {
  const ownRole = account.member?.role ?? 'viewer';
  switch (act.kind) {
    case 'invite':
      return <InviteDialog ownRole={ownRole} onClose={onClose} />;
    case 'change':
      return <MemberDialog member={act.member} ownRole={ownRole} onClose={onClose} />;
    case 'remove':
      return (
        <ConfirmDialog
          isOpen
          isDangerous
          onClose={onClose}
          title={words.removeDialog.title(act.member.email)}
          description={words.removeDialog.lead}
          confirmLabel={words.removeDialog.confirm}
          onConfirm={async () => {
            await client().call('DELETE /account/members/{id}', { params: { id: act.member.id } });
            tell(words.removeDialog.done(act.member.email));
            await renew('GET /account/members', 'GET /account/log', 'GET /account/invitations');
          }}
        />
      );
    case 'leave':
      return (
        <ConfirmDialog
          isOpen
          isDangerous
          onClose={onClose}
          title={words.leaveDialog.title}
          description={words.leaveDialog.lead}
          confirmLabel={words.leaveDialog.confirm}
          onConfirm={async () => {
            await client().call('POST /account/leave', { body: { account_id: account.id } });
            queryClient.clear();
            location.assign('/sign-in');
          }}
        />
      );
  }
}

function columns({ member: own }: Account, setAct: (act: Act) => void): Column<Member>[] {
  const mayTouch = (member: Member) => own?.role === 'owner' || (own?.role === 'admin' && member.role !== 'owner');
  return [
    {
      title: words.columns.member,
      cell: (member) => (
        <>
          <span className="font-medium">{member.email}</span>
          <span className="block text-xs text-muted">
            {[
              member.name !== member.email && member.name,
              member.id === own?.id && words.you,
              member.is_founder && words.founder,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </>
      ),
    },
    { title: words.columns.role, cell: (member) => <Badge>{words.roles[member.role]}</Badge> },
    { title: words.columns.cap, cell: capOf },
    { title: words.columns.joined, cell: (member) => formatDay(member.joined_at) },
    {
      title: words.columns.acts,
      isTitleHidden: true,
      cell: (member) =>
        mayTouch(member) && (
          // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no fieldset.
          <div role="group" aria-label={words.actsOf(member.email)} className="flex justify-end gap-1">
            <Button size="small" look="quiet" onClick={() => setAct({ kind: 'change', member })}>
              {words.change}
            </Button>
            {!member.is_founder && member.id !== own?.id && (
              <Button size="small" look="quiet" onClick={() => setAct({ kind: 'remove', member })}>
                {words.remove}
              </Button>
            )}
          </div>
        ),
    },
  ];
}

function capOf({ monthly_credit_cap: cap, spent_this_month: spent }: Member): string {
  return cap === null ? words.noCap : words.spentOf(formatCredits(spent ?? 0), formatCredits(cap));
}
