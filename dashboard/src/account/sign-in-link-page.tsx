// Sign-in links: requests one by email; opened from the mail, it signs in when the button is pressed.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { askForSignInLink, signInWithLink } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { ENTRY_LINK, EntryFrame } from './entry-frame.tsx';
import { MailNote } from './mail-note.tsx';
import { account } from './strings.ts';

const { signInLink: words } = account;

export function SignInLinkPage() {
  // Read once, because the token is removed from the URL when it is used. After the # it reaches no server log.
  const [{ token, invite }] = useState(() => {
    const given = new URLSearchParams(window.location.hash.slice(1));
    return { token: given.get('token') ?? '', invite: given.get('invite') ?? '' };
  });
  return (
    <EntryFrame
      title={token ? words.openTitle : words.ask}
      lead={token ? words.openLead : words.lead}
      foot={
        <Link to="/sign-in" className={ENTRY_LINK}>
          {account.backToSignIn}
        </Link>
      }
    >
      {token ? <OpenForm token={token} invite={invite} /> : <AskForm />}
    </EntryFrame>
  );
}

/** Nothing happens before the button is pressed, because programs that check mails open links too. */
function OpenForm({ token, invite }: { token: string; invite: string }) {
  const navigate = useNavigate();
  const form = useForm(async () => {
    const { needsCode } = await signInWithLink(token, invite);
    if (needsCode) await navigate({ to: '/sign-in', search: { step: 'code' } });
    else await navigate({ to: '/' });
  });
  return (
    <form onSubmit={form.onSubmit} className="grid gap-4">
      <ErrorNote error={form.problem} />
      <Button type="submit" look="primary" isBusy={form.isBusy}>
        {account.signIn}
      </Button>
    </form>
  );
}

function AskForm() {
  const { invite } = useSearch({ from: '/sign-in-link' });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm(async ({ email = '' }) => {
    await askForSignInLink(email, invite);
    setSentTo(email);
  });
  if (sentTo) return <MailNote words={words.sent(sentTo)} />;
  return (
    <form onSubmit={form.onSubmit} className="grid gap-4">
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
