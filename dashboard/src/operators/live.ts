// What the panels of live settings share: the type of an upstream, its change, and showing anew what a change touches.
import { liveClient, type Reply } from '../api/client.ts';
import { renew } from '../api/queries.ts';

export type Upstream = Reply<'GET /operator/upstreams'>['data'][number];
export type PricedModel = Reply<'GET /operator/prices'>['data'][number];

export async function renewLive(): Promise<void> {
  await Promise.all([
    renew('GET /operator/upstreams'),
    renew('GET /operator/prices'),
    renew('GET /operator/settings'),
    renew('GET /operator/settings/changes'),
  ]);
}

/** The key goes with the request only: no query keeps it. */
export function putUpstream(id: string, body: object) {
  return liveClient().call('PUT /operator/upstreams/{id}', { params: { id }, body: body as never });
}
