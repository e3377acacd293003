// Shows the key for an authenticator app, and asks for the first code as proof that the app works.
import { confirmSecondFactor } from '../api/security.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { useForm } from '../parts/use-form.ts';
import { QrCode } from './qr-code.tsx';
import { account } from './strings.ts';

const { secondFactor: words } = account;

export function SetUpDialog(props: { address: string; onClose(): void; onConfirmed(): void }) {
  const { address, onClose, onConfirmed } = props;
  const form = useForm(async ({ code = '' }) => {
    await confirmSecondFactor(code);
    onConfirmed();
  });
  return (
    <Dialog isOpen onClose={onClose} title={words.setUp} description={words.scan}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <div className="flex justify-center">
          <QrCode text={address} label={words.image} />
        </div>
        <CodeBlock label={words.key} text={new URL(address).searchParams.get('secret') ?? ''} />
        <Field label={words.code}>
          <Input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={10} required />
        </Field>
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {words.confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
