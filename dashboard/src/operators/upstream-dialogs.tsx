// The dialogs that add an upstream by its most used fields, and change one by all of its settings.
import { useState } from 'react';
import { liveClient } from '../api/client.ts';
import { Field, Input, Select, TextArea } from '../parts/field.tsx';
import { ActDialog } from './act-dialog.tsx';
import { putUpstream, renewLive, type Upstream } from './live.ts';
import { upstreams as words } from './strings.ts';

const KINDS = ['openai', 'anthropic', 'google', 'mistral', 'bedrock'];

export function AddUpstream({ onClose }: { onClose(): void }) {
  const [kind, setKind] = useState('openai');
  return (
    <ActDialog
      title={words.add}
      lead={words.addLead}
      confirmLabel={words.addConfirm}
      onClose={onClose}
      onConfirm={async (values) => {
        const { name = '', address = '', key = '', reason = '' } = values;
        const settings = {
          ...(kind === 'openai' ? { list_models: false } : { kind }),
          ...(address.trim() ? { base_url: address.trim() } : {}),
          models: [modelOf(values)],
        };
        const body = { name: name.trim(), settings, ...(key ? { api_key: key } : {}), reason: reason.trim() };
        await liveClient().call('POST /operator/upstreams', { body });
        await renewLive();
      }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={words.name}>
          <Input name="name" required pattern="[A-Za-z0-9][A-Za-z0-9._\-]{0,62}" />
        </Field>
        <Field label={words.kind}>
          <Select value={kind} onChange={setKind} options={KINDS.map((value) => ({ value, label: value }))} />
        </Field>
        <Field label={words.address}>
          <Input name="address" type="url" placeholder="https://models.example.com/v1" />
        </Field>
        <Field label={words.key}>
          <Input name="key" type="password" autoComplete="off" />
        </Field>
        <Field label={words.model}>
          <Input name="model" required />
        </Field>
        <Field label={words.upstreamModel}>
          <Input name="upstreamModel" />
        </Field>
        <Field label={words.priceInput}>
          <Input name="priceInput" type="number" min={0} step="any" />
        </Field>
        <Field label={words.priceOutput}>
          <Input name="priceOutput" type="number" min={0} step="any" />
        </Field>
        <Field label={words.costInput}>
          <Input name="costInput" type="number" min={0} step="any" />
        </Field>
        <Field label={words.costOutput}>
          <Input name="costOutput" type="number" min={0} step="any" />
        </Field>
      </div>
    </ActDialog>
  );
}

function modelOf(values: Record<string, string>): object {
  const { model = '', upstreamModel = '', priceInput = '', priceOutput = '', costInput = '', costOutput = '' } = values;
  const pair = (input: string, output: string) => ({ input: Number(input), output: Number(output) });
  return {
    id: model.trim(),
    ...(upstreamModel.trim() ? { upstream_id: upstreamModel.trim() } : {}),
    ...(priceInput || priceOutput ? { price: pair(priceInput, priceOutput) } : {}),
    ...(costInput || costOutput ? { cost: pair(costInput, costOutput) } : {}),
  };
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
