// Resets a lost password: requests the link, then sets a new password with the link's token.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { askForReset, setNewPassword } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { ENTRY_LINK, EntryFrame } from './entry-frame.tsx';
import { MailNote } from './mail-note.tsx';
import { account } from './strings.ts';

export function ResetPage() {
  const { token, error } = useSearch({ from: '/reset' });
  return (
    <EntryFrame
      title={token ? account.chooseNew : account.reset}
      lead={token ? account.passwordHint : account.resetLead}
      foot={
        <Link to="/sign-in" className={ENTRY_LINK}>
          {account.backToSignIn}
        </Link>
      }
    >
      {token ? <NewPasswordForm token={token} /> : <AskForm isLinkSpent={Boolean(error)} />}
    </EntryFrame>
  );
}

function AskForm({ isLinkSpent }: { isLinkSpent: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm(async ({ email = '' }) => {
    await askForReset(email);
    setSentTo(email);
  });
  if (sentTo) return <MailNote words={account.linkSent(sentTo)} />;
  return (
    <form onSubmit={form.onSubmit} className="grid gap-4">
      {isLinkSpent && <ErrorNote error={new Error(account.linkSpent)} />}
      <Field label={account.email}>
        <Input name="email" type="email" autoComplete="username" required />
      </Field>
      <ErrorNote error={form.problem} />
      <Button type="submit" look="primary" isBusy={form.isBusy}>
        {account.sendLink}
      </Button>
    </form>
  );
}

function NewPasswordForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useForm(async ({ password = '' }) => {
    await setNewPassword(token, password);
    tell(account.saved);
    await navigate({ to: '/sign-in' });
  });
  return (
    <form onSubmit={form.onSubmit} className="grid gap-4">
      <Field label={account.newPassword}>
        <Input name="password" type="password" autoComplete="new-password" minLength={10} maxLength={200} required />
      </Field>
      <ErrorNote error={form.problem} />
      <Button type="submit" look="primary" isBusy={form.isBusy}>
        {account.saveNew}
      </Button>
    </form>
  );
}
