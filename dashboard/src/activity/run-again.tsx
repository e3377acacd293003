// Repeats a logged request as the signed-in user, if all of it was kept.
import { useState } from 'react';
import { basePath } from '../api/chosen-environment.ts';
import type { Reply } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { wordsOf } from '../api/problem.ts';
import { renew } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { tell } from '../parts/toast.tsx';
import { activity as words } from './strings.ts';

const MASK = /"\[(?:masked|not kept)\]"|\[(?:email|key|card|phone|ip|masked)\]/;

type Details = Reply<'GET /requests/{id}'>;

export function RunAgain({ request }: { request: Details }) {
  const environment = useEnvironment();
  const [isBusy, setBusy] = useState(false);
  const obstacle = obstacleOf(request);
  const run = async () => {
    setBusy(true);
    try {
      const answer = await fetch(`${basePath(environment)}${request.route}`, {
        method: request.method,
        credentials: 'same-origin',
        ...(request.request_body
          ? { headers: { 'content-type': 'application/json' }, body: request.request_body }
          : {}),
      });
      await answer.arrayBuffer();
      tell(words.ran(answer.status, answer.headers.get('x-request-id') ?? ''), answer.ok ? 'good' : 'problem');
      await renew('GET /requests', 'GET /jobs', 'GET /payments/balance');
    } catch (error) {
      tell(wordsOf(error), 'problem');
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-2">
      <Button look="primary" className="justify-self-start" isBusy={isBusy} disabled={obstacle !== null} onClick={run}>
        {words.again}
      </Button>
      <p className="text-sm text-muted">{obstacle ?? words.againHint}</p>
    </div>
  );
}

/** Why it cannot be repeated; null if it can. */
function obstacleOf({ method, route, request_body, bodies_cut }: Details): string | null {
  if (route.includes(':')) return words.againParams;
  if (method === 'GET') return null;
  if (request_body === null) return words.againNoBody;
  return bodies_cut || MASK.test(request_body) ? words.againCut : null;
}
