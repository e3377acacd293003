// Dialogs that add an upstream with its most used fields, and change one with all its settings.
import { useState } from 'react';
import { liveClient } from '../api/client.ts';
import { Field, Input, Select, TextArea } from '../parts/field.tsx';
import { ActDialog } from './act-dialog.tsx';
import { putUpstream, renewLive, type Upstream } from './live.ts';
import { isProbedByCall, MAKES, type Makes, needsWorkflow, PLACE_FIELDS, settingsOf, WORK } from './upstream-form.ts';
import { upstreams as words } from './upstream-strings.ts';

export function AddUpstream({ onClose }: { onClose(): void }) {
  const [makes, setMakes] = useState<Makes>('text');
  const [kind, setKind] = useState('openai');
  const { kinds, hasModels } = WORK[makes];
  return (
    <ActDialog
      title={words.add}
      lead={words.addLead}
      confirmLabel={words.addConfirm}
      onClose={onClose}
      onConfirm={async (values) => {
        const { name = '', key = '', reason = '' } = values;
        const settings = settingsOf(makes, kind, values);
        const body = { name: name.trim(), makes, settings, ...(key ? { api_key: key } : {}), reason: reason.trim() };
        await liveClient().call('POST /operator/upstreams', { body });
        await renewLive();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words.name}>
          <Input name="name" required pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,62}" />
        </Field>
        <Field label={words.makes}>
          <Select
            value={makes}
            onChange={(value) => {
              const next = value as Makes;
              setMakes(next);
              setKind(WORK[next].kinds[0] ?? '');
            }}
            options={MAKES.map((value) => ({ value, label: words.makesOf[value] ?? value }))}
          />
        </Field>
        <Field label={words.kind}>
          <Select value={kind} onChange={setKind} options={kinds.map((value) => ({ value, label: value }))} />
        </Field>
        <Field label={words.address}>
          <Input
            name="address"
            type="url"
            required={makes === 'music' || kind === 'azure'}
            placeholder="https://models.example.com/v1"
          />
        </Field>
        {(PLACE_FIELDS[kind] ?? []).map(({ name, isRequired }) => (
          <Field key={name} label={words.placeOf[name] ?? name}>
            <Input name={name} required={isRequired} />
          </Field>
        ))}
        <Field label={kind === 'vertex' ? words.serviceAccount : words.key}>
          <Input name="key" type="password" autoComplete="off" />
        </Field>
        {hasModels && (
          <Field label={words.model}>
            <Input name="model" required />
          </Field>
        )}
        <Field label={words.upstreamModel}>
          <Input name="upstreamModel" required={makes === 'music' && kind === 'replicate'} />
        </Field>
        <PriceFields makes={makes} />
        <WatchFields isProbedByCall={isProbedByCall(makes, kind)} />
      </div>
      {needsWorkflow(makes, kind) && (
        <Field label={words.workflow}>
          <TextArea name="workflow" required rows={6} className="font-mono text-xs" />
        </Field>
      )}
    </ActDialog>
  );
}

function PriceFields({ makes }: { makes: Makes }) {
  const { unit } = WORK[makes];
  const fields = unit
    ? {
        priceUnit: words.pricePer[unit],
        priceCall: words.pricePerCall,
        costUnit: words.costPer[unit],
        costCall: words.costPerCall,
      }
    : {
        priceInput: words.priceInput,
        priceOutput: words.priceOutput,
        costInput: words.costInput,
        costOutput: words.costOutput,
      };
  return Object.entries(fields).map(([name, label]) => (
    <Field key={name} label={label}>
      <Input name={name} type="number" min={0} step="any" />
    </Field>
  ));
}

function WatchFields({ isProbedByCall }: { isProbedByCall: boolean }) {
  return (
    <>
      <Field label={isProbedByCall ? words.probeByCall : words.probeSeconds}>
        <Input name="probeSeconds" type="number" min={10} max={86_400} step={1} />
      </Field>
      <Field label={words.budgetDay}>
        <Input name="budgetDay" type="number" min={0} step="any" />
      </Field>
      <Field label={words.budgetMonth}>
        <Input name="budgetMonth" type="number" min={0} step="any" />
      </Field>
    </>
  );
}

export function ChangeUpstream({ upstream, onClose }: { upstream: Upstream; onClose(): void }) {
  return (
    <ActDialog
      title={words.changeTitle(upstream.id)}
      lead={words.changeLead}
      confirmLabel={words.change}
      onClose={onClose}
      onConfirm={async ({ settings = '{}', key = '', reason = '' }) => {
        const body = { settings: JSON.parse(settings), ...(key ? { api_key: key } : {}), reason: reason.trim() };
        await putUpstream(upstream.id, body);
        await renewLive();
      }}
    >
      <Field label={words.settings}>
        <TextArea
          name="settings"
          required
          rows={14}
          className="font-mono text-xs"
          defaultValue={JSON.stringify(upstream.settings, null, 2)}
        />
      </Field>
      <Field label={words.newKey}>
        <Input name="key" type="password" autoComplete="off" />
      </Field>
    </ActDialog>
  );
}
