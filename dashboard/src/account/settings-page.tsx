// The user's settings: name, email address, and sign-in methods.
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { useSecurity } from '../api/security.ts';
import { askForReset, changeEmail, changePassword } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHead, Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { LanguageChoice } from '../shell/language-choice.tsx';
import { DataPanel } from './data-panel.tsx';
import { FirstPasswordForm } from './first-password.tsx';
import { GuardsPanel } from './guards-panel.tsx';
import { SecurityPanels } from './security-panels.tsx';
import { reasonOf, account as words } from './strings.ts';

const { settings } = words;

export function AccountSettingsPage() {
  const { email, error } = useSearch({ strict: false }) as { email?: string; error?: string };
  const outcome = email && Object.hasOwn(settings.outcomes, email) ? settings.outcomes[email] : undefined;
  return (
    <>
      <PageHead title={settings.title} lead={settings.lead} />
      {outcome && (
        <p role="status" className="mb-5 rounded-lg border border-line bg-surface px-4 py-3 text-sm">
          {outcome}
        </p>
      )}
      {error && (
        <div className="mb-5">
          <ErrorNote error={new Error(reasonOf(error))} />
        </div>
      )}
      <Loaded query={useCall('GET /account')}>
        {(account) => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <You account={account} />
            <PasswordPanel email={account.member?.email ?? account.email} />
            <Panel title={settings.language} lead={settings.languageLead}>
              <LanguageChoice />
            </Panel>
            <SecurityPanels email={account.member?.email ?? account.email} />
            {(account.member?.role === 'owner' || account.member?.role === 'admin') && (
              <GuardsPanel current={account.guards} />
            )}
            {account.member?.role === 'owner' && <DataPanel email={account.email} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

function You({ account }: { account: Reply<'GET /account'> }) {
  const own = account.member?.email ?? account.email;
  const form = useForm(async ({ name = '', email = '' }) => {
    if (name !== account.name) await client().call('PATCH /account', { body: { name } });
    const isMoving = email.toLowerCase() !== own.toLowerCase();
    if (isMoving) await changeEmail(email);
    tell(isMoving ? settings.confirmSent(email) : settings.saved);
    await renew('GET /account');
  });
  return (
    <Panel title={settings.you}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={words.name}>
          <Input name="name" defaultValue={account.name} maxLength={200} autoComplete="name" />
        </Field>
        <Field label={words.email} hint={settings.emailHint}>
          <Input name="email" type="email" required defaultValue={own} autoComplete="email" />
        </Field>
        <ErrorNote error={form.problem} />
        <Button type="submit" isBusy={form.isBusy} className="w-fit">
          {settings.save}
        </Button>
      </form>
    </Panel>
  );
}

function PasswordPanel({ email }: { email: string }) {
  const { data: security } = useSecurity();
  const [isNew, setNew] = useState(false);
  if (security?.has_password !== false) return <Password email={email} isNew={isNew} />;
  return (
    <Panel title={settings.first} lead={settings.firstLead}>
      <FirstPasswordForm email={email} onDone={async () => setNew(true)} />
    </Panel>
  );
}

/** `isNew`: it replaces the form that set the first password, and takes over the focus. */
function Password({ email, isNew }: { email: string; isNew: boolean }) {
  const current = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNew) current.current?.focus();
  }, [isNew]);
  const form = useForm(async ({ current = '', password = '' }) => {
    await changePassword(current, password);
    tell(settings.changed);
  });
  const link = useForm(async () => {
    await askForReset(email);
    tell(words.linkSent(email));
  });
  return (
    <Panel title={settings.password}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={settings.current}>
          <Input ref={current} name="current" type="password" required autoComplete="current-password" />
        </Field>
        <Field label={words.newPassword} hint={words.passwordHint}>
          <Input name="password" type="password" required minLength={10} maxLength={200} autoComplete="new-password" />
        </Field>
        <ErrorNote error={form.problem} />
        <Button type="submit" isBusy={form.isBusy} className="w-fit">
          {settings.change}
        </Button>
      </form>
      <form onSubmit={link.onSubmit} className="mt-6 border-t border-line pt-4 text-sm text-muted">
        {settings.never}
        <Button type="submit" size="small" look="quiet" isBusy={link.isBusy} className="-ml-2.5">
          {settings.sendLink}
        </Button>
        <ErrorNote error={link.problem} />
      </form>
    </Panel>
  );
}
