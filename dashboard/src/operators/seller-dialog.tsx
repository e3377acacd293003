// The form for the seller on invoices: what the law asks for, and how tax is charged.
import { liveClient } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Field, Input, Select } from '../parts/field.tsx';
import { ActDialog } from './act-dialog.tsx';
import { renewLive } from './live.ts';
import { seller as words } from './seller-strings.ts';

const TEXTS = [
  ...(['name', 'line1', 'line2', 'postal_code', 'city', 'state', 'country', 'vat_id', 'tax_id', 'register'] as const),
  ...(['directors', 'email', 'bank', 'footer'] as const),
] as const;
const LAST = ['small_business_note', 'time_zone', 'invoice_series', 'credit_note_series'] as const;
const REQUIRED: ReadonlySet<string> = new Set(['name', 'country']);

type Seller = Record<string, unknown>;

export function SellerDialog({ live, onClose }: { live: Seller; onClose(): void }) {
  const text = (name: (typeof TEXTS)[number] | (typeof LAST)[number]) => (
    <Field key={name} label={words.fields[name]} hint={words.hints[name]}>
      <Input name={name} required={REQUIRED.has(name)} maxLength={300} defaultValue={String(live[name] ?? '')} />
    </Field>
  );
  return (
    <ActDialog
      title={words.title}
      lead={words.lead}
      confirmLabel={words.save}
      onClose={onClose}
      onConfirm={async ({ reason = '', ...values }) => {
        const body = { value: readSeller(live, values), reason: reason.trim() };
        await liveClient().call('PUT /operator/settings/{id}', { params: { id: 'seller' }, body });
        await Promise.all([renewLive(), renew('GET /payments/prices')]);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {TEXTS.map(text)}
        <Field label={words.fields.tax_rate}>
          <Input
            name="tax_rate"
            type="number"
            min={0}
            max={100}
            step="any"
            defaultValue={String(live.tax_rate ?? '')}
          />
        </Field>
        <Field label={words.fields.tax_rates} hint={words.hints.tax_rates}>
          <Input
            name="tax_rates"
            pattern="\s*([A-Z]{2}\s*=\s*\d+([.]\d+)?\s*(,\s*|$))*"
            defaultValue={showRates(live.tax_rates)}
          />
        </Field>
        <Field label={words.fields.outside_eu} hint={words.hints.outside_eu}>
          <Select
            name="outside_eu"
            defaultValue={String(live.outside_eu ?? '')}
            options={(['', 'not_taxed', 'home_rate'] as const).map((value) => ({ value, label: words.outside[value] }))}
            onChange={() => undefined}
          />
        </Field>
        {LAST.map(text)}
      </div>
    </ActDialog>
  );
}

/** Settings without a field in this form stay as they are. */
function readSeller(live: Seller, { tax_rate: rate = '', tax_rates: rates = '', ...texts }: Record<string, string>) {
  const { tax_rate: _rate, tax_rates: _rates, ...before } = live;
  const merged = { ...before, ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])) };
  const given = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
  const pairs = rates.split(',').filter((pair) => pair.trim() !== '');
  return {
    ...given,
    ...(rate.trim() === '' ? {} : { tax_rate: Number(rate) }),
    ...(pairs.length === 0 ? {} : { tax_rates: Object.fromEntries(pairs.map(readRate)) }),
  };
}

function readRate(pair: string): [string, number] {
  const [country = '', percent = ''] = pair.split('=').map((part) => part.trim());
  return [country, Number(percent)];
}

function showRates(rates: unknown): string {
  if (typeof rates !== 'object' || rates === null) return '';
  return Object.entries(rates)
    .map(([country, percent]) => `${country}=${percent}`)
    .join(', ');
}
