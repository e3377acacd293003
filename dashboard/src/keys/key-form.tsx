// The terms of a key: its name, scopes and limits; for a new key and for a changed one.
import { useState } from 'react';
import { type Body, client, type Reply } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input, TextArea } from '../parts/field.tsx';
import { GuardFields, type GuardTerms, storedTerms } from '../parts/guard-fields.tsx';
import { guards as guardWords } from '../parts/guard-strings.ts';
import { SwitchRow } from '../parts/switch-row.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared, shell } from '../strings.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { keys } from './strings.ts';

export type Key = Reply<'GET /account/keys'>['data'][number];
const { form: words } = keys;

export interface KeyFormProps {
  /** null: creates a new one. */
  current: Key | null;
  onClose(): void;
  onMade(secret: string): void;
}

export function KeyForm({ current, onClose, onMade }: KeyFormProps) {
  const environment = useEnvironment() === 'live' ? shell.live : shell.sandbox;
  const [scopes, setScopes] = useState<string[]>(current?.scopes ?? ['*']);
  const [keepsNothing, setKeepsNothing] = useState(current?.zero_retention ?? false);
  const [guards, setGuards] = useState<GuardTerms>(current?.guards ?? {});
  const form = useForm(async (values) => {
    if (scopes.length === 0) throw new Error(words.chooseScopes);
    const zero = keepsNothing === (current?.zero_retention ?? false) ? {} : { zero_retention: keepsNothing };
    const wanted = storedTerms(guards);
    const guarded = JSON.stringify(wanted) === JSON.stringify(current?.guards ?? null) ? {} : { guards: wanted };
    const body = { ...termsOf(values), ...zero, ...guarded, scopes };
    if (current) {
      await client().call('PATCH /account/keys/{id}', { params: { id: current.id }, body });
      tell(keys.saved);
      onClose();
    } else onMade((await client().call('POST /account/keys', { body })).key ?? '');
    await renew('GET /account/keys');
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={current ? words.changeTitle(current.name) : words.newTitle}
      description={words.newLead(environment.toLowerCase())}
    >
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={words.name} hint={words.nameHint}>
          <Input name="name" required maxLength={100} defaultValue={current?.name} autoComplete="off" />
        </Field>
        <ScopeChoice scopes={scopes} onChange={setScopes} />
        {/* Open where limits are set: what applies must be seen. */}
        <details open={current !== null && hasLimits(current)} className="rounded-lg border border-line p-4">
          <summary className="text-sm font-medium">{words.limits}</summary>
          <p className="mt-1 text-[0.8125rem] text-muted">{words.limitsHint}</p>
          <div className="mt-4 grid gap-4">
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={words.expires} hint={words.expiresHint}>
                <Input
                  name="expires"
                  type="date"
                  defaultValue={current?.expires_at ? localDay(current.expires_at) : ''}
                />
              </Field>
              <Field label={words.perMinute} hint={words.perMinuteHint}>
                <Input name="perMinute" type="number" min={1} defaultValue={current?.requests_per_minute ?? ''} />
              </Field>
              <Field label={words.tokens} hint={words.perMinuteHint}>
                <Input name="tokens" type="number" min={1} defaultValue={current?.tokens_per_minute ?? ''} />
              </Field>
              <Field label={words.dailyCap} hint={words.capHint}>
                <Input
                  name="dailyCap"
                  type="number"
                  min={0}
                  step="any"
                  defaultValue={current?.daily_credit_cap ?? ''}
                />
              </Field>
              <Field label={words.cap} hint={words.capHint}>
                <Input name="cap" type="number" min={0} step="any" defaultValue={current?.monthly_credit_cap ?? ''} />
              </Field>
              <Field label={words.customerCap} hint={words.customerCapHint}>
                <Input
                  name="customerCap"
                  type="number"
                  min={0}
                  step="any"
                  defaultValue={current?.customer_monthly_credit_cap ?? ''}
                />
              </Field>
              <Field label={words.answerCache} hint={words.answerCacheHint}>
                <Input
                  name="answerCache"
                  type="number"
                  min={0}
                  max={604_800}
                  defaultValue={current?.answer_cache_seconds ?? ''}
                />
              </Field>
            </div>
            <Field label={words.models} hint={words.modelsHint}>
              <TextArea name="models" rows={2} className="min-h-16" defaultValue={current?.models?.join('\n')} />
            </Field>
            <Field label={words.addresses} hint={words.addressesHint}>
              <TextArea
                name="addresses"
                rows={2}
                className="min-h-16"
                defaultValue={current?.ip_allow_list?.join('\n')}
              />
            </Field>
            <SwitchRow
              label={words.zeroRetention}
              hint={words.zeroRetentionHint}
              isOn={keepsNothing}
              onChange={setKeepsNothing}
            />
          </div>
        </details>
        <details open={current?.guards ? true : undefined} className="rounded-lg border border-line p-4">
          <summary className="text-sm font-medium">{guardWords.title}</summary>
          <p className="mt-1 mb-3 text-[0.8125rem] text-muted">{guardWords.keyHint}</p>
          <GuardFields terms={guards} onChange={setGuards} />
        </details>
        <ErrorNote error={form.problem} />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            {shared.cancel}
          </Button>
          <Button type="submit" look="primary" isBusy={form.isBusy}>
            {current ? words.save : words.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function hasLimits(key: Key): boolean {
  const { expires_at, requests_per_minute, tokens_per_minute, daily_credit_cap, monthly_credit_cap } = key;
  const numbers = [requests_per_minute, tokens_per_minute, daily_credit_cap, monthly_credit_cap];
  const others = [expires_at, key.customer_monthly_credit_cap, key.answer_cache_seconds, key.models, key.ip_allow_list];
  return key.zero_retention || [...numbers, ...others].some((one) => one !== null);
}

/** Formatted for the date field, in the user's time zone. */
function localDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-CA');
}

function termsOf(values: Record<string, string>): Body<'POST /account/keys'> {
  const listed = (text = '') => text.split(/[\s,]+/).filter(Boolean);
  const [addresses, models] = [listed(values.addresses), listed(values.models)];
  return {
    name: values.name ?? '',
    // The end of the chosen day.
    expires_at: values.expires ? new Date(`${values.expires}T23:59:59`).toISOString() : null,
    requests_per_minute: values.perMinute ? Number(values.perMinute) : null,
    tokens_per_minute: values.tokens ? Number(values.tokens) : null,
    daily_credit_cap: values.dailyCap ? Number(values.dailyCap) : null,
    monthly_credit_cap: values.cap ? Number(values.cap) : null,
    customer_monthly_credit_cap: values.customerCap ? Number(values.customerCap) : null,
    answer_cache_seconds: values.answerCache ? Number(values.answerCache) : null,
    models: models.length > 0 ? models : null,
    ip_allow_list: addresses.length > 0 ? addresses : null,
  };
}
