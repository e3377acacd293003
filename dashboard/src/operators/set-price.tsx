// Sets the operator's own price of a model, as an entry of the live price list.
import { liveClient } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Field, Input } from '../parts/field.tsx';
import { ActDialog } from './act-dialog.tsx';
import { type PricedModel, renewLive } from './live.ts';
import { modelPrices as words } from './price-strings.ts';

const TOKENS = ['input_per_million_tokens', 'output_per_million_tokens', 'cached_input_per_million_tokens'];
/** The price components of the module. */
const MEASURES: Readonly<Record<string, readonly string[]>> = {
  chat: TOKENS,
  embeddings: ['input_per_million_tokens'],
  image: ['per_image'],
  speech: ['per_million_characters'],
};

export function SetPrice({ priced, factor, onClose }: { priced: PricedModel; factor: number; onClose(): void }) {
  const { model, module, price, cost } = priced;
  const measures = MEASURES[module] ?? ['per_second', 'per_request'];
  const suggested = (measure: string) => {
    const sold = price?.[measure];
    const costs = cost?.[measure];
    if (typeof sold === 'number') return String(sold);
    return typeof costs === 'number' ? String(Number((costs * factor).toFixed(6))) : '';
  };
  return (
    <ActDialog
      title={words.setOf(model)}
      lead={words.setLead}
      confirmLabel={words.save}
      onClose={onClose}
      onConfirm={async ({ reason = '', allow_loss: allowed, ...values }) => {
        const numbers = measures.flatMap((measure) => (values[measure] ? [[measure, Number(values[measure])]] : []));
        const entry = { ...Object.fromEntries(numbers), ...(allowed ? { allow_loss: true } : {}) };
        // Read again, because somebody else may have changed the list since the page was loaded.
        const { prices } = await liveClient().call('GET /operator/settings');
        const models = { ...(prices.live.models as object | undefined), [model]: entry };
        const body = { value: { ...prices.live, models }, reason: reason.trim() };
        await liveClient().call('PUT /operator/settings/{id}', { params: { id: 'prices' }, body });
        await Promise.all([renewLive(), renew('GET /payments/prices')]);
      }}
    >
      {measures.map((measure, index) => (
        <Field key={measure} label={words.measures[measure] ?? measure}>
          <Input
            name={measure}
            type="number"
            min={0}
            step="any"
            required={index === 0}
            defaultValue={suggested(measure)}
          />
        </Field>
      ))}
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" name="allow_loss" value="yes" defaultChecked={priced.allow_loss} />
        {words.allowLoss}
      </label>
    </ActDialog>
  );
}
