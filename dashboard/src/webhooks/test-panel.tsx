// Sends a test event of any type.
import { Send } from 'lucide-react';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Select } from '../parts/field.tsx';
import { Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useForm } from '../parts/use-form.ts';
import type { Endpoint } from './endpoint-form.tsx';
import { EVENT_KINDS, type EventKind } from './event-kinds.ts';
import { webhooks } from './strings.ts';

const { test: words } = webhooks;
const OPTIONS = EVENT_KINDS.map((kind) => ({ value: kind, label: kind }));

export function TestPanel({ endpoint }: { endpoint: Endpoint }) {
  const [kind, setKind] = useState<string>('generation.completed');
  const form = useForm(async () => {
    await client().call('POST /webhooks/{id}/test', { params: { id: endpoint.id }, body: { type: kind as EventKind } });
    tell(words.sent(kind));
    await renew('GET /webhooks/{id}/deliveries');
  });
  return (
    <Panel title={words.title} lead={words.lead}>
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label={words.kind}>
          <Select options={OPTIONS} value={kind} onChange={setKind} />
        </Field>
        <ErrorNote error={form.problem} />
        <Button type="submit" look="primary" isBusy={form.isBusy} disabled={!endpoint.enabled} className="w-fit">
          <Send aria-hidden className="size-4" />
          {words.send}
        </Button>
      </form>
    </Panel>
  );
}
