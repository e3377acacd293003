// Webhooks: the endpoints, and one of them with its secret, tests and deliveries.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ChevronRight, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, PageHead, Panel } from '../parts/panel.tsx';
import { EndpointDetails } from './endpoint-details.tsx';
import { type Endpoint, EndpointForm } from './endpoint-form.tsx';
import { webhooks } from './strings.ts';

export function WebhooksPage() {
  const { endpoint: openId } = useSearch({ strict: false }) as { endpoint?: string };
  const navigate = useNavigate();
  const query = useCall('GET /webhooks');
  const [isAdding, setAdding] = useState(false);
  const open = (id?: string) => navigate({ to: '/webhooks', search: id ? { endpoint: id } : {} });
  const chosen = query.data?.data.find(({ id }) => id === openId);
  if (chosen) return <EndpointDetails endpoint={chosen} onLeave={() => open()} />;
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {webhooks.add}
    </Button>
  );
  return (
    <>
      <PageHead title={webhooks.title} lead={webhooks.lead} actions={query.data?.data.length ? add : undefined} />
      <Panel>
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState icon={Webhook} title={webhooks.none} action={add}>
                {webhooks.noneHint}
              </EmptyState>
            ) : (
              <ul aria-label={webhooks.endpoints} className="-my-2 divide-y divide-line">
                {data.map((endpoint) => (
                  <EndpointRow key={endpoint.id} endpoint={endpoint} onOpen={() => open(endpoint.id)} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Panel>
      {isAdding && (
        <EndpointForm
          current={null}
          onClose={() => setAdding(false)}
          onSaved={({ id }) => {
            setAdding(false);
            open(id);
          }}
        />
      )}
    </>
  );
}

function EndpointRow({ endpoint, onOpen }: { endpoint: Endpoint; onOpen(): void }) {
  const { url, events, description, enabled, scope } = endpoint;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="-mx-2 flex w-[calc(100%+1rem)] items-center gap-4 rounded-lg px-2 py-3 text-left hover:bg-sunken"
      >
        <span className="min-w-0 grow">
          <span className="block truncate font-medium">{url}</span>
          <span className="block truncate text-sm text-muted">
            {[description, events.includes('*') ? webhooks.allEvents : webhooks.someEvents(events.length)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        {scope === 'service' && <Badge>{webhooks.wholeService}</Badge>}
        <Badge tone={enabled ? 'good' : 'warn'}>{enabled ? webhooks.enabled : webhooks.disabled}</Badge>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
    </li>
  );
}
