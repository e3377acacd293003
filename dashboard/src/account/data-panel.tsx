// Everything of the account as a download, and the deletion of the account with its waiting period.
import { Fragment, useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatTime } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import { account } from './strings.ts';

const { data: words } = account;

type Deletion = Reply<'GET /account/deletion'>;

export function DataPanel({ email }: { email: string }) {
  return (
    <Panel title={words.title} lead={words.lead} className="lg:col-span-2">
      <div className="grid gap-4">
        <p>
          <a href="/v1/account/export" download className="underline">
            {words.download}
          </a>
        </p>
        <Loaded query={useCall('GET /account/retention')}>{({ kinds }) => <Kept kinds={kinds} />}</Loaded>
        <Loaded query={useCall('GET /account/deletion')}>
          {(deletion) =>
            deletion.status === 'none' ? <Delete email={email} deletion={deletion} /> : <Keep deletion={deletion} />
          }
        </Loaded>
      </div>
    </Panel>
  );
}

function Kept({ kinds }: { kinds: Reply<'GET /account/retention'>['kinds'] }) {
  return (
    <details>
      <summary className="cursor-pointer">{words.keptTitle}</summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {kinds.map(({ kind, days }) => (
          <Fragment key={kind}>
            <dt>{words.kinds[kind]}</dt>
            <dd>{days === null ? words.forever : words.days(days)}</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}

function Keep({ deletion }: { deletion: Deletion }) {
  const keep = async () => {
    try {
      await client().call('DELETE /account/deletion');
      tell(words.kept);
    } catch (error) {
      tell(wordsOf(error), 'problem');
    }
    await renew('GET /account/deletion');
  };
  return (
    <div role="status" className="grid gap-3 rounded-lg border border-line bg-danger-soft px-4 py-3 text-sm">
      <p>{words.waits(formatTime(deletion.due_at ?? ''))}</p>
      {deletion.status === 'waiting' && !deletion.requested_by_operator && (
        <Button className="w-fit" onClick={keep}>
          {words.keep}
        </Button>
      )}
    </div>
  );
}

function Delete({ email, deletion }: { email: string; deletion: Deletion }) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm(async ({ address = '' }) => {
    const team = deletion.other_members > 0 ? { team: 'dissolve' as const } : {};
    await client().call('POST /account/deletion', { body: { email: address, ...team } });
    setOpen(false);
    tell(words.asked);
    await renew('GET /account/deletion');
  });
  return (
    <>
      <Button look="danger" className="w-fit" onClick={() => setOpen(true)}>
        {words.delete}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.deleteTitle(email)}
        description={words.deleteLead(deletion.waiting_days)}
      >
        <form onSubmit={form.onSubmit} className="grid gap-4">
          {deletion.other_members > 0 && <p className="text-sm text-danger">{words.team(deletion.other_members)}</p>}
          <Field label={words.repeat}>
            <Input name="address" type="email" required autoComplete="off" />
          </Field>
          <ErrorNote error={form.problem} />
          <DialogActions>
            <Button look="quiet" onClick={() => setOpen(false)}>
              {shared.cancel}
            </Button>
            <Button type="submit" look="danger" isBusy={form.isBusy}>
              {words.delete}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
