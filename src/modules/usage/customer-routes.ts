// Routes of end customers and runs.
import { customerName } from '../../core/customer-name.ts';
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import {
  CustomerCapsBody,
  CustomerList,
  CustomerParams,
  CustomerQuery,
  CustomerReply,
  RunList,
  RunParams,
  RunPatch,
  RunQuery,
  RunReply,
  RunSummary,
} from './customer-schema.ts';
import type { CustomerService } from './customer-service.ts';

export function customerRoutes(service: CustomerService): Route[] {
  const tag = 'usage';
  return [
    route({
      method: 'GET',
      path: '/customers',
      summary: 'List end customers',
      description:
        'Lists whom your calls have named, in the order of their ids or by what they have spent, with caps and what they have spent. A call names an end customer by the header `X-Customer`, or in its body by `user` (OpenAI) or `metadata.user_id` (Anthropic). Customers without caps of their own are forgotten 90 days after the last call that named them. At most 100,000 per environment.',
      example: { query: { limit: 10 } },
      tag,
      scope: 'usage:read',
      query: CustomerQuery,
      reply: CustomerList,
      run: async ({ caller, query }) => json(await service.list(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/customers/:id',
      summary: 'Get an end customer',
      description: 'Shows the caps of an end customer and what it has spent today and this month (UTC).',
      tag,
      scope: 'usage:read',
      params: CustomerParams,
      reply: CustomerReply,
      run: async ({ caller, params }) => json(await service.find(caller, customerName(params.id))),
    }),
    route({
      method: 'PUT',
      path: '/customers/:id',
      summary: 'Set the caps of an end customer',
      description:
        'Sets what an end customer may spend, through all keys of the account together; also before the first call that names it. What it has spent before counts. A call beyond a cap gets 402 and names the customer. Takes effect within a second. A cap of null is the default of the key that calls (`customer_daily_credit_cap`, `customer_monthly_credit_cap`).',
      example: { body: { monthly_credit_cap: 500 } },
      tag,
      scope: 'usage:write',
      params: CustomerParams,
      body: CustomerCapsBody,
      reply: CustomerReply,
      run: async ({ caller, requestId, params, body }) =>
        json(await service.setCaps({ ...caller, requestId }, customerName(params.id), body)),
    }),
    ...runRoutes(service),
  ];
}

function runRoutes(service: CustomerService): Route[] {
  const tag = 'usage';
  return [
    route({
      method: 'GET',
      path: '/runs',
      summary: 'List runs, newest first',
      description:
        'Lists the runs of your agents. The first call that sends `X-Run: my-run; budget=50` opens a run; all calls that name it, through any key of the account, any API and any node, together spend no more than its budget. A run takes calls for seven days and is listed for thirty more.',
      example: { query: { limit: 10 } },
      tag,
      scope: 'usage:read',
      query: RunQuery,
      reply: RunList,
      run: async ({ caller, query }) => json(await service.listRuns(caller, query)),
    }),
    route({
      method: 'GET',
      path: '/runs/:id',
      summary: 'Get a run with its calls',
      description: 'Shows what is left of the budget, and the charged calls with their cost, newest first.',
      tag,
      scope: 'usage:read',
      params: RunParams,
      query: RunQuery,
      reply: RunReply,
      run: async ({ caller, params, query }) => json(await service.findRun(caller, params.id, query)),
    }),
    route({
      method: 'PATCH',
      path: '/runs/:id',
      summary: 'Change the budget of a run',
      description:
        'Raises or lowers the budget; the next call feels it. The header can only lower a budget, and only with the key that opened the run. A budget below what is spent refuses further calls.',
      example: { body: { budget: 100 } },
      tag,
      scope: 'usage:write',
      params: RunParams,
      body: RunPatch,
      reply: RunSummary,
      run: async ({ caller, requestId, params, body }) =>
        json(await service.setBudget({ ...caller, requestId }, params.id, body.budget)),
    }),
    route({
      method: 'POST',
      path: '/runs/:id/close',
      summary: 'Close a run',
      description:
        'Ends a run now instead of after its seven days: the next call that names it is refused. Calls that run already are charged when they end. A run that has ended stays as it is. It is listed for thirty more days, and its id can be used again after that.',
      tag,
      scope: 'usage:write',
      params: RunParams,
      reply: RunSummary,
      run: async ({ caller, requestId, params }) => json(await service.close({ ...caller, requestId }, params.id)),
    }),
  ];
}
