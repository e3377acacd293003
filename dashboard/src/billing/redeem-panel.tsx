// Redeems a code, and shows what it gave or why it failed.
import { useRef } from 'react';
import { client } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { formatCredits, formatDay } from '../parts/format.ts';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { billing } from './strings.ts';

const { redeem: words } = billing;

export function RedeemPanel() {
  const box = useRef<HTMLInputElement>(null);
  const form = useForm(async ({ code = '' }) => {
    const { credits, plan, plan_ends_at: end } = await client().call('POST /payments/redeem', { body: { code } });
    if (credits > 0) tell(words.gotCredits(formatCredits(credits)));
    if (plan && end) tell(words.gotPlan(plan, formatDay(end)));
    if (box.current) box.current.value = '';
    await renew('GET /payments/balance', 'GET /payments/subscription', 'GET /payments/transactions');
  });
  return (
    <Panel title={words.title} lead={words.lead}>
      <form onSubmit={form.onSubmit} className="grid gap-3">
        <Field label={words.code}>
          <Input
            ref={box}
            name="code"
            required
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
        </Field>
        <ErrorNote error={form.problem} />
        <Button type="submit" isBusy={form.isBusy} className="w-fit">
          {words.submit}
        </Button>
      </form>
    </Panel>
  );
}
