// The guards of the account, for its owners and admins.
import { useState } from 'react';
import { client } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { GuardFields, type GuardTerms, storedTerms } from '../parts/guard-fields.tsx';
import { guards as words } from '../parts/guard-strings.ts';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';

export function GuardsPanel({ current }: { current: GuardTerms | null }) {
  const [terms, setTerms] = useState<GuardTerms>(current ?? {});
  const form = useForm(async () => {
    await client().call('PATCH /account', { body: { guards: storedTerms(terms) } });
    tell(words.saved);
    await renew('GET /account');
  });
  return (
    <Panel title={words.title} lead={words.lead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <GuardFields terms={terms} onChange={setTerms} />
        <ErrorNote error={form.problem} />
        <Button type="submit" isBusy={form.isBusy} className="w-fit">
          {words.save}
        </Button>
      </form>
    </Panel>
  );
}
