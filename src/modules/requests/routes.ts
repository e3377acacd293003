// Routes of the request log.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { RequestList, RequestParams, RequestQuery, RequestReply, SettingsPatch, SettingsReply } from './schema.ts';
import type { RequestService } from './service.ts';

export function requestRoutes(service: RequestService): Route[] {
  const tag = 'requests';
  return [
    route({
      method: 'GET',
      path: '/requests',
      summary: 'List logged requests, newest first',
      description:
        'Lists the requests of this account and environment while the request log was on: sizes, timings, model, tokens, cost and errors, without bodies. A request appears within about a second after its end. The calls of batches and the reading of users in the dashboard are not logged.',
      example: { query: { limit: 10, status: 402 } },
      tag,
      scope: 'requests:read',
      query: RequestQuery,
      reply: RequestList,
      run: async ({ caller, query }) => json(await service.list(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/requests/settings',
      summary: 'Read how requests are logged',
      description:
        "Shows the account's level, the service's default, the rules that mask bodies, and how long requests are kept.",
      tag,
      scope: 'requests:read',
      reply: SettingsReply,
      run: async ({ caller }) => json(await service.settings(caller)),
    }),
    route({
      method: 'PATCH',
      path: '/requests/settings',
      summary: 'Change how requests are logged',
      description:
        'Takes effect within a second, for requests that come after it. A key may have a level of its own (`request_log` of the key). Only for owners and admins; kept in the log of the account.',
      example: { body: { level: 'metadata' } },
      tag,
      scope: 'requests:write',
      body: SettingsPatch,
      reply: SettingsReply,
      run: async ({ caller, requestId, body }) => json(await service.change({ ...caller, requestId }, body)),
    }),
    route({
      method: 'GET',
      path: '/requests/:id',
      summary: 'Get a logged request, with its bodies where they are kept',
      description:
        'Owners and admins read all bodies, developers those of their own keys and sessions, others none. Bodies of a key are gone when it is revoked.',
      tag,
      scope: 'requests:read',
      params: RequestParams,
      reply: RequestReply,
      run: async ({ caller, params }) => json(await service.find(caller, params.id)),
    }),
  ];
}
