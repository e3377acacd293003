// The form for a user who signed in by a link: a first password, and an email address if the account has none that
// receives mail.
import { renew } from '../api/queries.ts';
import { renewSecurity } from '../api/security.ts';
import { setFirstPassword } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { account as words } from './strings.ts';

const { settings } = words;

/** If OWNER_EMAIL is not set, the operator's account has an address that receives no mail. */
const isPlaceholder = (email: string) => email.endsWith('@localhost.localdomain');

export function FirstPasswordForm({ email: own, onDone }: { email: string; onDone?: () => Promise<void> }) {
  const form = useForm(async ({ email = own, password = '' }) => {
    await setFirstPassword(password, email);
    tell(settings.firstDone);
    await Promise.all([renewSecurity(), renew('GET /account')]);
    await onDone?.();
  });
  return (
    <form onSubmit={form.onSubmit} className="grid gap-4">
      {isPlaceholder(own) ? (
        <Field label={words.email} hint={settings.emailHint}>
          <Input name="email" type="email" required autoComplete="username" />
        </Field>
      ) : (
        // For password managers, which store a password together with a name.
        <input type="email" name="email" autoComplete="username" value={own} readOnly hidden />
      )}
      <Field label={words.newPassword} hint={words.passwordHint}>
        <Input name="password" type="password" required minLength={10} maxLength={200} autoComplete="new-password" />
      </Field>
      <ErrorNote error={form.problem} />
      <Button type="submit" look="primary" isBusy={form.isBusy} className="w-fit">
        {settings.first}
      </Button>
    </form>
  );
}
