// The operator's route for the request log of all accounts, without error messages and bodies: those are customers' data.
import { ServiceError } from '../../core/errors.ts';
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { OperatorRequestList, OperatorRequestQuery } from './operator-schema.ts';
import type { OperatorRequests } from './operator-service.ts';

export function operatorRequestRoutes(requests: OperatorRequests): Route[] {
  return [
    route({
      method: 'GET',
      path: '/operator/requests',
      summary: 'List logged requests of all accounts, newest first',
      description:
        'Shows the requests of accounts that keep a request log. Without `account_id` or `request_id`, those that failed. Error messages and bodies are never shown: they are data of the customers.',
      example: { query: { limit: 10, status: 502 } },
      tag: 'operator',
      scope: 'operator:read',
      ownerOnly: true,
      query: OperatorRequestQuery,
      reply: OperatorRequestList,
      run: async ({ caller, query }) => {
        if (caller.environment !== 'live')
          throw new ServiceError('wrong_environment', "The operator's routes exist at /v1 only, with a live key.");
        return json(await requests.list(query));
      },
    }),
  ];
}
