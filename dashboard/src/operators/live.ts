// Shared by the panels of live settings: the type of an upstream, its change, and refetching what a change affects.
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

/** The key is sent with the request only: no query caches it. */
export function putUpstream(id: string, body: object) {
  return liveClient().call('PUT /operator/upstreams/{id}', { params: { id }, body: body as never });
}
