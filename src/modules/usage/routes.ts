// The route of the usage statistics.
import { json, type Route, route } from '../../http/route.ts';
import { UsageQuery, UsageReply } from './schema.ts';
import type { UsageService } from './service.ts';

export function usageRoutes(service: UsageService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/usage',
      summary: 'Get usage statistics, grouped',
      tag: 'usage',
      scope: 'usage:read',
      query: UsageQuery,
      reply: UsageReply,
      run: async ({ caller, query }) => json(await service.read(caller, query)),
    }),
  ];
}
