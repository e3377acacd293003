// Opens an account, or says why that is not possible here.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { signInWith, signUp } from '../api/session.ts';
import { captcha, signUps } from '../page-facts.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { Captcha } from './captcha.tsx';
import { ENTRY_LINK, EntryFrame } from './entry-frame.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { account } from './strings.ts';

export function SignUpPage() {
  const { invite: given, to = '' } = useSearch({ from: '/sign-up' });
  // An invitation to a team opens the sign-up for the address that it was sent to.
  const invite = given ?? /^\/join\/(\w+)$/.exec(to)?.[1];
  if (signUps === 'closed') return <Refused title={account.closedTitle} reason={account.closed} />;
  if (signUps === 'invite' && !invite) return <Refused title={account.inviteTitle} reason={account.inviteOnly} />;
  return <SignUpForm {...(invite ? { invite } : {})} />;
}

function Refused({ title, reason }: { title: string; reason: string }) {
  return (
    <EntryFrame title={title} lead={reason} foot={null}>
      <Link to="/sign-in" className={ENTRY_LINK}>
        {account.backToSignIn}
      </Link>
    </EntryFrame>
  );
}

function SignUpForm({ invite }: { invite?: string }) {
  const navigate = useNavigate();
  // For example an invitation to a team: the account is opened on the way.
  const { to = '/' } = useSearch({ from: '/sign-up' });
  // A captcha's answer works once.
  const [captchaTry, setCaptchaTry] = useState({ count: 0, answer: '' });
  const form = useForm(async ({ name = '', email = '', password = '' }) => {
    if (captcha && !captchaTry.answer) throw new Error(account.solveCaptcha);
    try {
      await signUp({ name, email, password, ...(invite ? { invite } : {}) }, captchaTry.answer);
    } catch (error) {
      setCaptchaTry(({ count }) => ({ count: count + 1, answer: '' }));
      throw error;
    }
    await navigate({ to });
  });
  return (
    <EntryFrame
      title={account.signUp}
      lead={account.signUpLead}
      foot={
        <>
          {account.haveAccount}{' '}
          <Link to="/sign-in" className={ENTRY_LINK}>
            {account.signIn}
          </Link>
        </>
      }
    >
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={account.name}>
          <Input name="name" autoComplete="name" maxLength={200} required />
        </Field>
        <Field label={account.email}>
          <Input name="email" type="email" autoComplete="username" required />
        </Field>
        <Field label={account.password} hint={account.passwordHint}>
          <Input name="password" type="password" autoComplete="new-password" minLength={10} maxLength={200} required />
        </Field>
        {captcha && (
          <Captcha
            key={captchaTry.count}
            {...captcha}
            onAnswer={(answer) => setCaptchaTry(({ count }) => ({ count, answer }))}
          />
        )}
        <ErrorNote error={form.problem} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {account.signUp}
        </Button>
      </form>
      <ProviderButtons
        start={async (provider) => {
          if (captcha && !captchaTry.answer) throw new Error(account.solveCaptcha);
          await signInWith({ provider, to: '/', mayOpenAccount: true, invite }, captchaTry.answer);
        }}
      />
    </EntryFrame>
  );
}
