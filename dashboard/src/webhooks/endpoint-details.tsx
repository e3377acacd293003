// One endpoint: change it, enable or disable it, its secret, tests and deliveries.
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Badge } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { useTitle } from '../parts/use-title.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { type Endpoint, EndpointForm } from './endpoint-form.tsx';
import { SecretPanel } from './secret-panel.tsx';
import { webhooks } from './strings.ts';
import { TestPanel } from './test-panel.tsx';

export function EndpointDetails({ endpoint, onLeave }: { endpoint: Endpoint; onLeave(): void }) {
  useTitle(endpoint.url);
  return (
    <>
      <header className="mb-6">
        <Button size="small" look="quiet" onClick={onLeave} className="-ml-2.5">
          <ArrowLeft aria-hidden className="size-4" />
          {webhooks.back}
        </Button>
        <div className="mt-2 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h1 className="font-serif text-2xl tracking-tight break-all">{endpoint.url}</h1>
            <div className="mt-2 flex flex-wrap items-center gap-1.5 text-sm text-muted">
              <Badge tone={endpoint.enabled ? 'good' : 'warn'}>
                {endpoint.enabled ? webhooks.enabled : webhooks.disabled}
              </Badge>
              {endpoint.events.includes('*') ? (
                <Badge>{webhooks.allEvents}</Badge>
              ) : (
                endpoint.events.map((kind) => <Badge key={kind}>{kind}</Badge>)
              )}
              {endpoint.description}
              {endpoint.disabled_reason && <span className="text-warn">{endpoint.disabled_reason}</span>}
            </div>
          </div>
          <Acts endpoint={endpoint} onLeave={onLeave} />
        </div>
      </header>
      <div className="grid gap-5">
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <SecretPanel endpoint={endpoint} />
          <TestPanel endpoint={endpoint} />
        </div>
        <DeliveryLog endpointId={endpoint.id} />
      </div>
    </>
  );
}

function Acts({ endpoint, onLeave }: { endpoint: Endpoint; onLeave(): void }) {
  const [act, setAct] = useState<'change' | 'remove' | null>(null);
  const params = { id: endpoint.id };
  const turn = async () => {
    try {
      await client().call('PATCH /webhooks/{id}', { params, body: { enabled: !endpoint.enabled } });
      await renew('GET /webhooks');
    } catch (error) {
      tell(wordsOf(error), 'problem');
    }
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setAct('change')}>{webhooks.change}</Button>
      <Button onClick={turn}>{endpoint.enabled ? webhooks.turnOff : webhooks.turnOn}</Button>
      <Button look="danger" onClick={() => setAct('remove')}>
        {webhooks.remove}
      </Button>
      {act === 'change' && (
        <EndpointForm current={endpoint} onClose={() => setAct(null)} onSaved={() => setAct(null)} />
      )}
      <ConfirmDialog
        isOpen={act === 'remove'}
        isDangerous
        onClose={() => setAct(null)}
        title={webhooks.removeTitle}
        description={webhooks.removeLead}
        confirmLabel={webhooks.remove}
        onConfirm={async () => {
          await client().call('DELETE /webhooks/{id}', { params });
          tell(webhooks.removed);
          onLeave();
          await renew('GET /webhooks');
        }}
      />
    </div>
  );
}
