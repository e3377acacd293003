// An invitation as the invited user sees it: the inviter, the account, the role, and the button to accept.

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { client } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { team } from './strings.ts';

const { join: words } = team;

export function JoinPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const navigate = useNavigate();
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => client().call('POST /account/invitations/preview', { body: { token } }, { signal }),
    retry: false,
  });
  const form = useForm(async () => {
    const joined = await client().call('POST /account/invitations/accept', { body: { token } });
    // Everything shown belongs to the other account.
    queryClient.clear();
    tell(words.done(joined.account_name));
    await navigate({ to: '/' });
  });
  return (
    <>
      <PageHead title={words.title} />
      <Panel className="max-w-xl">
        <Loaded query={query}>
          {(invitation) => (
            <form onSubmit={form.onSubmit} className="grid gap-4">
              <p>
                {words.lead(invitation.account_name, invitation.invited_by)}{' '}
                {words.role((team.roles[invitation.role] ?? invitation.role).toLowerCase())}
              </p>
              <p className="text-sm text-muted">{team.rolesHint[invitation.role]}</p>
              <ErrorNote error={form.problem} />
              <Button type="submit" look="primary" isBusy={form.isBusy} className="w-fit">
                {words.accept}
              </Button>
            </form>
          )}
        </Loaded>
      </Panel>
    </>
  );
}
