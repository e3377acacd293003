// Signs in with a passkey, in browsers that support them.
import { hasPasskeys, signInWithPasskey } from '../api/passkeys.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useForm } from '../parts/use-form.ts';
import { account } from './strings.ts';

export function PasskeyButton({ onDone }: { onDone(): Promise<void> }) {
  const form = useForm(async () => {
    await signInWithPasskey().catch((error: unknown) => {
      throw error instanceof DOMException ? new Error(account.passkeys.cancelled) : error;
    });
    await onDone();
  });
  if (!hasPasskeys) return null;
  return (
    <form onSubmit={form.onSubmit} className="mt-5 grid gap-3 border-t border-line pt-5">
      <Button type="submit" isBusy={form.isBusy}>
        {account.passkeys.signIn}
      </Button>
      <ErrorNote error={form.problem} />
    </form>
  );
}
