// Signs in, then returns to the requested page.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { signIn, signInWith } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { CodeStep } from './code-step.tsx';
import { ENTRY_LINK, EntryFrame } from './entry-frame.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { account, reasonOf } from './strings.ts';

export function SignInPage() {
  const { to = '/', error, step } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(step === 'code');
  const form = useForm(async ({ email = '', password = '' }) => {
    const answer = await signIn(email, password);
    if (answer.needsCode) setNeedsCode(true);
    else await navigate({ to });
  });
  if (needsCode) return <CodeStep onDone={() => navigate({ to })} onBack={() => setNeedsCode(false)} />;
  return (
    <EntryFrame
      title={account.signIn}
      lead={account.signInLead}
      foot={
        <>
          {account.noAccount}{' '}
          <Link to="/sign-up" search={to === '/' ? {} : { to }} className={ENTRY_LINK}>
            {account.signUp}
          </Link>
        </>
      }
    >
      <form onSubmit={form.onSubmit} className="grid gap-4">
        {error && <ErrorNote error={new Error(reasonOf(error))} />}
        <Field label={account.email}>
          <Input name="email" type="email" autoComplete="username" required />
        </Field>
        <Field label={account.password}>
          <Input name="password" type="password" autoComplete="current-password" required />
        </Field>
        <ErrorNote error={form.problem} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {account.signIn}
        </Button>
        <Link to="/reset" className={`${ENTRY_LINK} justify-self-center text-sm`}>
          {account.forgot}
        </Link>
        <Link to="/sign-in-link" className={`${ENTRY_LINK} justify-self-center text-sm`}>
          {account.signInLink.ask}
        </Link>
      </form>
      <PasskeyButton onDone={() => navigate({ to })} />
      <ProviderButtons start={(provider) => signInWith({ provider, to })} />
    </EntryFrame>
  );
}
