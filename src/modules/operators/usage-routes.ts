// The operator's route for usage, cost and margin.
import { bytes, json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { inProduction, READ } from './kinds-of-routes.ts';
import { MarginQuery, MarginReply } from './usage-schema.ts';
import type { OperatorUsage } from './usage-service.ts';

export function usageRoutes({ usage }: { usage: OperatorUsage }): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/usage',
      summary: 'Get usage, cost and margin of all accounts, grouped',
      description:
        'Sums up live calls by day, account, key, model, module, upstream or plan: tokens, what customers were charged, what the upstreams bill, also for work that no customer paid, and the margin, which is the difference. Cost and margin are null where the cost of a call is unknown. The plan is that of the account when the call was made. Whole hours in UTC; at most 400 days and 5,000 groups. `format=csv` answers with a table.',
      example: { query: { group_by: 'model' } },
      query: MarginQuery,
      reply: MarginReply,
      textTypes: ['text/csv'],
      run: async (call) => {
        const { query } = inProduction(call);
        if (query.format !== 'csv') return json(await usage.json(query));
        const table = Buffer.from(await usage.csv(query));
        const disposition = `attachment; filename="usage-by-${query.group_by ?? 'day'}.csv"`;
        const headers = { 'content-disposition': disposition };
        return bytes(table, { contentType: 'text/csv; charset=utf-8', headers });
      },
    }),
  ];
}
