// Turns the second factor on and off, and makes new recovery codes.
import { useState } from 'react';
import {
  beginSecondFactor,
  endSecondFactor,
  makeRecoveryCodes,
  renewSecurity,
  type Security,
} from '../api/security.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';
import { account } from './strings.ts';

const { secondFactor: words } = account;

type Step =
  | { at: 'nothing' }
  | { at: 'turn-on' | 'turn-off' | 'new-codes' }
  | { at: 'set-up'; address: string; codes: string[] }
  | { at: 'codes'; codes: string[] };

export function SecondFactorPanel({ security }: { security: Security }) {
  const [step, setStep] = useState<Step>({ at: 'nothing' });
  const close = () => {
    setStep({ at: 'nothing' });
    void renewSecurity();
  };
  const ask = { hasPassword: security.has_password, onClose: close };
  return (
    <Panel title={words.title} lead={words.lead}>
      <p className="mb-4 flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={security.second_factor ? 'good' : 'plain'}>{security.second_factor ? words.on : words.off}</Badge>
        {security.second_factor && words.left(security.recovery_codes_left)}
      </p>
      <div className="flex flex-wrap gap-2">
        {security.second_factor ? (
          <>
            <Button onClick={() => setStep({ at: 'new-codes' })}>{words.newCodes}</Button>
            <Button look="danger" onClick={() => setStep({ at: 'turn-off' })}>
              {words.turnOff}
            </Button>
          </>
        ) : (
          <Button onClick={() => setStep({ at: 'turn-on' })}>{words.turnOn}</Button>
        )}
      </div>
      {step.at === 'turn-on' && (
        <PasswordDialog
          {...ask}
          title={words.turnOn}
          lead={words.lead}
          act={async (password) => {
            const { totpURI, backupCodes } = await beginSecondFactor(password);
            setStep({ at: 'set-up', address: totpURI, codes: backupCodes });
          }}
        />
      )}
      {step.at === 'turn-off' && (
        <PasswordDialog
          {...ask}
          title={words.turnOff}
          lead={words.turnOffLead}
          act={async (password) => {
            await endSecondFactor(password);
            tell(words.isOff);
            close();
          }}
        />
      )}
      {step.at === 'new-codes' && (
        <PasswordDialog
          {...ask}
          title={words.newCodes}
          lead={words.newCodesLead}
          act={async (password) => setStep({ at: 'codes', codes: await makeRecoveryCodes(password) })}
        />
      )}
      {step.at === 'set-up' && (
        <SetUpDialog
          address={step.address}
          onClose={close}
          onConfirmed={() => setStep({ at: 'codes', codes: step.codes })}
        />
      )}
      {step.at === 'codes' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
    </Panel>
  );
}

interface PasswordDialogProps {
  title: string;
  lead: string;
  hasPassword: boolean;
  onClose(): void;
  act(password: string): Promise<void>;
}

function PasswordDialog({ title, lead, hasPassword, onClose, act }: PasswordDialogProps) {
  const form = useForm(({ password = '' }) => act(password));
  return (
    <Dialog isOpen onClose={onClose} title={title} description={lead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        {hasPassword ? (
          <Field label={words.password}>
            <Input name="password" type="password" autoComplete="current-password" required />
          </Field>
        ) : (
          <p className="text-sm">{words.noPassword}</p>
        )}
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {words.continue}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
