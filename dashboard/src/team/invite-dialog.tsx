// Invites somebody by email, or creates a link and shows it once.
import { useState } from 'react';
import { client } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import { type Role, TermsFields } from './member-dialog.tsx';
import { team } from './strings.ts';

const { inviteDialog: words } = team;

export function InviteDialog({ ownRole, onClose }: { ownRole: Role; onClose(): void }) {
  const [role, setRole] = useState<Role>('developer');
  const [made, setMade] = useState<{ link: string; email: string } | null>(null);
  const form = useForm(async ({ email = '', cap = '' }) => {
    const body = { role, email: email.trim() || null, monthly_credit_cap: cap ? Number(cap) : null };
    const { url } = await client().call('POST /account/invitations', { body });
    await renew('GET /account/invitations', 'GET /account/log');
    if (url) setMade({ link: url, email: email.trim() });
    else {
      tell(words.sent(email));
      onClose();
    }
  });
  if (made)
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={words.linkTitle}
        description={made.email ? words.unsentLead(made.email) : words.linkLead}
      >
        <CodeBlock label={words.link} text={made.link} />
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {words.done}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title={words.title} description={words.lead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={words.email} hint={words.emailHint}>
          <Input name="email" type="email" maxLength={254} autoComplete="off" />
        </Field>
        <TermsFields ownRole={ownRole} role={role} onRole={setRole} cap={null} />
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {words.send}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
