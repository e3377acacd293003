// Shown until the user has verified their email address: sends the verification mail again.
import { askForVerification } from '../api/session.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { account } from './strings.ts';

const { verification: words } = account;

export function VerificationPanel({ email }: { email: string }) {
  const form = useForm(async () => {
    await askForVerification(email);
    tell(words.sent);
  });
  return (
    <Panel title={words.title} lead={words.lead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <ErrorNote error={form.problem} />
        <Button type="submit" isBusy={form.isBusy} className="w-fit">
          {words.again}
        </Button>
      </form>
    </Panel>
  );
}
