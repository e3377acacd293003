// A user's passkeys: add with a name, rename, and remove.
import { useState } from 'react';
import { addPasskey, hasPasskeys, removePasskey, renamePasskey } from '../api/passkeys.ts';
import { type Passkey, renewSecurity } from '../api/security.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatAgo } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { account } from './strings.ts';

const { passkeys: words } = account;

export function PasskeysPanel({ passkeys }: { passkeys: Passkey[] }) {
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const remove = async (id: string) => {
    setProblem(null);
    await removePasskey(id).then(() => tell(words.removed), setProblem);
    await renewSecurity();
  };
  return (
    <Panel title={words.title} lead={words.lead}>
      {passkeys.length === 0 && <p className="mb-4 text-sm text-muted">{words.none}</p>}
      <ul className="mb-4 grid gap-2 text-sm">
        {passkeys.map((one) => {
          const name = one.name || words.unnamed;
          const used = one.last_used_at && formatAgo(one.last_used_at);
          return (
            <li key={one.id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 break-words">
                {name} <span className="text-muted">({words.since(formatAgo(one.created_at), used)})</span>
              </span>
              <span className="flex gap-1">
                <Button size="small" look="quiet" aria-label={words.renameOf(name)} onClick={() => setRenamed(one)}>
                  {words.rename}
                </Button>
                <Button size="small" look="quiet" aria-label={words.removeOf(name)} onClick={() => remove(one.id)}>
                  {words.remove}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      <ErrorNote error={problem} />
      {hasPasskeys ? <AddForm /> : <p className="text-sm text-muted">{words.unavailable}</p>}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} />}
    </Panel>
  );
}

function AddForm() {
  const form = useForm(async ({ name = '' }) => {
    await addPasskey(name).catch((error: unknown) => {
      // Browsers' own messages are written for programmers.
      throw error instanceof DOMException ? new Error(words.cancelled) : error;
    });
    tell(words.added);
    await renewSecurity();
  });
  return (
    <form onSubmit={form.onSubmit} className="grid gap-4">
      <Field label={words.name} hint={words.nameHint}>
        <Input name="name" maxLength={100} required />
      </Field>
      <ErrorNote error={form.problem} />
      <Button type="submit" isBusy={form.isBusy} className="w-fit">
        {words.add}
      </Button>
    </form>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const form = useForm(async ({ name = '' }) => {
    await renamePasskey(passkey.id, name);
    tell(words.renamed);
    await renewSecurity();
    onClose();
  });
  return (
    <Dialog isOpen onClose={onClose} title={words.renameOf(passkey.name || words.unnamed)}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={words.newName}>
          <Input name="name" maxLength={100} defaultValue={passkey.name} required />
        </Field>
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
