// An endpoint's deliveries and responses, refreshed while a delivery is pending.
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { renew, useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Select } from '../parts/field.tsx';
import { formatAgo } from '../parts/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { tell } from '../parts/toast.tsx';
import { type Delivery, DeliveryDetails } from './delivery-details.tsx';
import { webhooks } from './strings.ts';

type State = 'pending' | 'delivered' | 'failed';

const { log: words } = webhooks;
const LOOK_EVERY_MS = 2_000;
const PAGE = 20;
const MOST = 100;
const FILTERS = [
  { value: '', label: words.all },
  ...Object.entries(words.states).map(([value, label]) => ({ value, label })),
];

export function DeliveryLog({ endpointId }: { endpointId: string }) {
  const [state, setState] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const query = useCall(
    'GET /webhooks/{id}/deliveries',
    { params: { id: endpointId }, query: { limit, ...(state ? { status: state as State } : {}) } },
    { refetchMs: LOOK_EVERY_MS },
  );
  return (
    <Panel
      title={words.title}
      lead={words.lead}
      actions={
        <Select aria-label={words.filter} options={FILTERS} value={state} onChange={setState} className="w-40" />
      }
    >
      <Loaded query={query}>
        {({ data, has_more }) =>
          data.length === 0 ? (
            <EmptyState icon={ScrollText} title={words.none}>
              {words.noneHint}
            </EmptyState>
          ) : (
            <>
              <ul aria-label={words.title} className="divide-y divide-line">
                {data.map((delivery) => (
                  <DeliveryRow key={delivery.id} endpointId={endpointId} delivery={delivery} />
                ))}
              </ul>
              {has_more && limit < MOST && (
                <Button look="quiet" className="mt-3" onClick={() => setLimit(MOST)}>
                  {words.more}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const TONES: Record<string, 'good' | 'warn' | 'bad'> = { delivered: 'good', pending: 'warn', failed: 'bad' };

function DeliveryRow({ endpointId, delivery }: { endpointId: string; delivery: Delivery }) {
  const replay = async () => {
    try {
      await client().call('POST /webhooks/{id}/deliveries/{delivery_id}/replay', {
        params: { id: endpointId, delivery_id: delivery.id },
      });
      tell(words.replayed);
      await renew('GET /webhooks/{id}/deliveries');
    } catch (error) {
      tell(wordsOf(error), 'problem');
    }
  };
  return (
    <li className="flex items-start gap-3 py-1">
      <details className="min-w-0 grow">
        <summary className="rounded-lg py-2 text-sm">
          <span className="ml-1 inline-flex flex-wrap items-center gap-2">
            <span className="font-medium">{delivery.event_type}</span>
            <Badge tone={TONES[delivery.status] ?? 'plain'}>{words.states[delivery.status] ?? delivery.status}</Badge>
            {delivery.response_status !== null && <Badge>{delivery.response_status}</Badge>}
            {delivery.replay_of && <Badge>{words.isReplay}</Badge>}
            <span className="text-muted">
              {formatAgo(delivery.created_at)} · {words.attempts(delivery.attempts)}
            </span>
          </span>
        </summary>
        <DeliveryDetails delivery={delivery} />
      </details>
      <Button
        size="small"
        look="quiet"
        className="mt-1"
        onClick={replay}
        aria-label={words.replayOf(delivery.event_type)}
      >
        {words.replay}
      </Button>
    </li>
  );
}
