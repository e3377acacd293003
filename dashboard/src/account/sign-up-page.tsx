// Opening an account.
import { Link, useNavigate } from '@tanstack/react-router';
import { signUp } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { ENTRY_LINK, EntryFrame } from './entry-frame.tsx';
import { account } from './strings.ts';

export function SignUpPage() {
  const navigate = useNavigate();
  const form = useForm(async ({ name = '', email = '', password = '' }) => {
    await signUp(name, email, password);
    await navigate({ to: '/' });
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
        <ErrorNote error={form.problem} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {account.signUp}
        </Button>
      </form>
    </EntryFrame>
  );
}
