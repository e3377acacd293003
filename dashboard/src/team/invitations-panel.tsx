// The open invitations, each of which can be revoked.
import { client, type Reply } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { formatDay } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { team as words } from './strings.ts';

type Invitation = Reply<'GET /account/invitations'>['data'][number];

export function InvitationsPanel() {
  return (
    <Panel title={words.invitations}>
      <Loaded query={useCall('GET /account/invitations')}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-sm text-muted">{words.noInvitations}</p>
          ) : (
            <Table label={words.invitations} columns={COLUMNS} rows={data} keyOf={(one) => one.id} />
          )
        }
      </Loaded>
    </Panel>
  );
}

const COLUMNS: Column<Invitation>[] = [
  { title: words.columns.member, cell: (one) => one.email ?? words.anyone },
  { title: words.columns.role, cell: (one) => <Badge>{words.roles[one.role]}</Badge> },
  { title: words.invitedBy, cell: (one) => one.invited_by },
  { title: words.expires, cell: (one) => formatDay(one.expires_at) },
  {
    title: words.columns.acts,
    isTitleHidden: true,
    cell: (one) => (
      <Button size="small" look="quiet" onClick={() => revoke(one.id)}>
        {words.revoke}
      </Button>
    ),
  },
];

async function revoke(id: string): Promise<void> {
  try {
    await client().call('DELETE /account/invitations/{id}', { params: { id } });
    tell(words.revoked);
  } catch (error) {
    tell(wordsOf(error), 'problem');
  }
  await renew('GET /account/invitations', 'GET /account/log');
}
