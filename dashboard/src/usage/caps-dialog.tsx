// Sets an end customer's caps, even before any call has named the customer.
import { client, type Reply } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import { budgets } from './budget-strings.ts';

const { caps: words } = budgets;

export type Customer = Reply<'GET /customers'>['data'][number];

export function CapsDialog({ customer, onClose }: { customer: Customer | null; onClose(): void }) {
  const form = useForm(async ({ id = '', daily = '', monthly = '' }) => {
    const name = customer?.id ?? id.trim();
    const capOf = (text: string) => (text === '' ? null : Number(text));
    await client().call('PUT /customers/{id}', {
      params: { id: name },
      body: { daily_credit_cap: capOf(daily), monthly_credit_cap: capOf(monthly) },
    });
    tell(words.done(name));
    onClose();
    await renew('GET /customers');
  });
  const cap = (name: string, label: string, value: number | null | undefined) => (
    <Field label={label} hint={words.capHint}>
      <Input name={name} type="number" min={0} max={1_000_000_000} step="any" defaultValue={value ?? ''} />
    </Field>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={customer ? words.titleOf(customer.id) : words.title}
      description={words.lead}
    >
      <form onSubmit={form.onSubmit} className="grid gap-4">
        {!customer && (
          <Field label={words.customer} hint={words.customerHint}>
            <Input name="id" required maxLength={512} autoComplete="off" />
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {cap('daily', words.daily, customer?.daily_credit_cap)}
          {cap('monthly', words.monthly, customer?.monthly_credit_cap)}
        </div>
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {words.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
