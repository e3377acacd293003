// The route of the usage statistics.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { UsageQuery, UsageReply } from './schema.ts';
import type { UsageService } from './service.ts';

export function usageRoutes(service: UsageService): Route[] {
  return [
    route({
      method: 'GET',
      path: '/usage',
      summary: 'Get usage statistics, grouped',
      description:
        'Sums up calls, tokens and credits by day, hour, module, model, key or end customer. Usage is kept by the hour, so `from` is rounded down and `to` up to a whole hour in UTC; the answer says which hours it covers. The usage of customers is kept by the UTC day, counts charged calls that named one, and lists the 5,000 who spent most. At most 400 days.',
      example: { query: { from: '2026-01-01', to: '2026-02-01', group_by: 'module' } },
      tag: 'usage',
      scope: 'usage:read',
      query: UsageQuery,
      reply: UsageReply,
      run: async ({ caller, query }) => json(await service.read(caller, query)),
    }),
  ];
}
