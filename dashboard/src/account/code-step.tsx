// The second step of signing in: the code of an authenticator app, or a recovery code.
import { useState } from 'react';
import { signInWithCode, signInWithRecoveryCode } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { ENTRY_LINK, EntryFrame } from './entry-frame.tsx';
import { account } from './strings.ts';

const { codeStep: words } = account;

export function CodeStep({ onDone, onBack }: { onDone(): Promise<void>; onBack(): void }) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useForm(async ({ code = '' }) => {
    await (isRecovery ? signInWithRecoveryCode(code) : signInWithCode(code));
    await onDone();
  });
  return (
    <EntryFrame
      title={isRecovery ? words.recoveryTitle : words.title}
      lead={isRecovery ? words.recoveryLead : words.lead}
      foot={
        <button type="button" onClick={onBack} className={ENTRY_LINK}>
          {account.backToSignIn}
        </button>
      }
    >
      <form key={String(isRecovery)} onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={isRecovery ? words.recoveryCode : words.code}>
          <Input
            name="code"
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            maxLength={40}
            autoFocus
            required
          />
        </Field>
        <ErrorNote error={form.problem} />
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {words.go}
        </Button>
        <button
          type="button"
          onClick={() => setRecovery(!isRecovery)}
          className={`${ENTRY_LINK} justify-self-center text-sm`}
        >
          {isRecovery ? words.useApp : words.useRecovery}
        </button>
      </form>
    </EntryFrame>
  );
}
