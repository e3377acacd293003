// An endpoint's URL and its event types; for a new and for an existing one.
import { useState } from 'react';
import { client, type Reply } from '../api/client.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input } from '../parts/field.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import { shared } from '../strings.ts';
import { EVENT_KINDS, type EventKind } from './event-kinds.ts';
import { webhooks } from './strings.ts';

export type Endpoint = Reply<'GET /webhooks'>['data'][number];
const { form: words } = webhooks;

export interface EndpointFormProps {
  /** null: creates a new one. */
  current: Endpoint | null;
  onClose(): void;
  onSaved(endpoint: Endpoint): void;
}

export function EndpointForm({ current, onClose, onSaved }: EndpointFormProps) {
  const isOwner = useCall('GET /account').data?.is_owner ?? false;
  const [events, setEvents] = useState<string[]>(current?.events ?? ['*']);
  const form = useForm(async ({ url = '', description = '', service }) => {
    if (events.length === 0) throw new Error(words.chooseEvents);
    const body = { url, description, events: events as (EventKind | '*')[] };
    const saved = current
      ? await client().call('PATCH /webhooks/{id}', { params: { id: current.id }, body })
      : await client().call('POST /webhooks', { body: { ...body, ...(service ? { scope: 'service' as const } : {}) } });
    await renew('GET /webhooks', 'GET /webhooks/{id}');
    if (current) tell(webhooks.saved);
    onSaved(saved);
  });
  return (
    <Dialog isOpen onClose={onClose} title={current ? words.changeTitle : words.newTitle} description={words.lead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={words.url} hint={words.urlHint}>
          <Input
            name="url"
            type="url"
            required
            maxLength={2000}
            defaultValue={current?.url}
            placeholder="https://example.com/hooks"
          />
        </Field>
        <Field label={words.description}>
          <Input name="description" maxLength={500} defaultValue={current?.description} />
        </Field>
        <EventChoice events={events} onChange={setEvents} />
        {isOwner && !current && (
          <label className="flex items-center gap-2 text-sm">
            <input type="checkbox" name="service" className="accent-accent" />
            {words.service}
          </label>
        )}
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

function EventChoice({ events, onChange }: { events: readonly string[]; onChange(events: string[]): void }) {
  const isAll = events.includes('*');
  const toggle = (kind: string) =>
    onChange(events.includes(kind) ? events.filter((one) => one !== kind) : [...events, kind]);
  return (
    <fieldset className="grid gap-2 text-sm">
      <legend className="mb-1.5 font-medium">{words.events}</legend>
      <label className="flex items-center gap-2">
        <input type="radio" name="which" checked={isAll} onChange={() => onChange(['*'])} className="accent-accent" />
        {words.all}
      </label>
      <label className="flex items-center gap-2">
        <input
          type="radio"
          name="which"
          checked={!isAll}
          onChange={() => isAll && onChange([])}
          className="accent-accent"
        />
        {words.some}
      </label>
      {!isAll && (
        <div className="grid gap-1 rounded-lg border border-line p-3 sm:grid-cols-2">
          {EVENT_KINDS.map((kind) => (
            <label key={kind} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={events.includes(kind)}
                onChange={() => toggle(kind)}
                className="accent-accent"
              />
              {kind}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}
