// Billing details, saved cards, and the link to Stripe's portal.
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Panel } from '../parts/panel.tsx';
import { Table } from '../parts/table.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { buyer as words } from './buyer-strings.ts';

export function DetailsTab() {
  const isStripe = useCall('GET /payments/prices').data?.checkout === 'stripe';
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Panel title={words.title} lead={words.lead}>
        <Loaded query={useCall('GET /payments/details')}>{(details) => <DetailsForm details={details} />}</Loaded>
      </Panel>
      {isStripe && <CardsPanel />}
    </div>
  );
}

function DetailsForm({ details }: { details: Reply<'GET /payments/details'> }) {
  const { address } = details;
  const [taxType, setTaxType] = useState(details.tax_id?.type ?? 'eu_vat');
  const form = useForm(async ({ name = '', email = '', country = '', taxId = '', ...rest }) => {
    await client().call('PATCH /payments/details', {
      body: {
        name: name.trim(),
        email: email.trim() || null,
        address: { ...rest, country: country.trim().toUpperCase() || null },
        tax_id: taxId.trim() ? { type: taxType, value: taxId.trim() } : null,
      },
    });
    tell(words.saved);
    await renew('GET /payments/details');
  });
  const box = (name: string, label: string, value: string) => (
    <Field label={label}>
      <Input name={name} defaultValue={value} maxLength={200} />
    </Field>
  );
  return (
    <form onSubmit={form.onSubmit} className="grid gap-3">
      {box('name', words.name, details.name)}
      <Field label={words.email} hint={words.emailHint}>
        <Input name="email" type="email" defaultValue={details.email ?? ''} maxLength={254} />
      </Field>
      {box('line1', words.line1, address.line1)}
      {box('line2', words.line2, address.line2)}
      <div className="grid gap-3 sm:grid-cols-2">
        {box('postal_code', words.postalCode, address.postal_code)}
        {box('city', words.city, address.city)}
        {box('state', words.state, address.state)}
        <Field label={words.country} hint={words.countryHint}>
          <Input name="country" defaultValue={address.country ?? ''} pattern="[A-Za-z]{2}" maxLength={2} />
        </Field>
        <Field label={words.taxIdType}>
          <Select options={words.taxTypes} value={taxType} onChange={setTaxType} />
        </Field>
        {box('taxId', words.taxId, details.tax_id?.value ?? '')}
      </div>
      <ErrorNote error={form.problem} />
      <Button type="submit" look="primary" isBusy={form.isBusy} className="w-fit">
        {words.save}
      </Button>
    </form>
  );
}

function CardsPanel() {
  const toPortal = useForm(async () => {
    location.assign((await client().call('POST /payments/portal', { body: {} })).url);
  });
  const toCard = useForm(async () => {
    location.assign((await client().call('POST /payments/cards', { body: {} })).url);
  });
  const remove = useForm(async ({ card = '' }) => {
    await client().call('DELETE /payments/cards/{id}', { params: { id: card } });
    tell(words.removed);
    await renew('GET /payments/cards');
  });
  return (
    <Panel title={words.cards} lead={words.cardsLead}>
      <Loaded query={useCall('GET /payments/cards')}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState icon={CreditCard} title={words.noCards}>
              {words.noCardsHint}
            </EmptyState>
          ) : (
            <Table
              label={words.cards}
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { title: words.card, cell: ({ brand, last4 }) => `${brand} …${last4}` },
                {
                  title: words.until,
                  cell: (card) => `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
                },
                {
                  title: words.remove,
                  isTitleHidden: true,
                  cell: ({ id, last4 }) => (
                    <form onSubmit={remove.onSubmit}>
                      <input type="hidden" name="card" value={id} />
                      <Button type="submit" size="small" look="quiet" aria-label={words.removeOf(last4)}>
                        {words.remove}
                      </Button>
                    </form>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <div className="mt-4 flex flex-wrap gap-3">
        <form onSubmit={toCard.onSubmit}>
          <Button type="submit" isBusy={toCard.isBusy}>
            {words.addCard}
          </Button>
        </form>
        <form onSubmit={toPortal.onSubmit}>
          <Button type="submit" look="quiet" isBusy={toPortal.isBusy}>
            {words.portal}
          </Button>
        </form>
      </div>
      <ErrorNote error={toPortal.problem ?? toCard.problem ?? remove.problem} />
    </Panel>
  );
}
