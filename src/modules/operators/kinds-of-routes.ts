// The three kinds of operator routes: a read, a list with a query, and an action with its reason. All require the operator's live key.
import type { Static, TObject, TSchema } from 'typebox';
import { type ErrorCode, ServiceError } from '../../core/errors.ts';
import { json } from '../../http/outcome.ts';
import { type Call, type Example, type Route, route } from '../../http/route.ts';
import type { Operator } from './audit-trail.ts';
import { IdParams } from './schema.ts';

export const READ = { method: 'GET', tag: 'operator', scope: 'operator:read', ownerOnly: true } as const;
export const WRITE = { method: 'POST', tag: 'operator', scope: 'operator:write', ownerOnly: true } as const;

interface Words {
  /** POST if absent. */
  method?: 'PUT';
  path: string;
  summary: string;
  description: string;
  reply: TSchema;
  errors?: readonly ErrorCode[];
  /** As in a route. */
  hasSecrets?: boolean;
}

export function list<Q extends TObject>(
  facts: Words & { query: Q; example: { query: Static<Q> } },
  read: (query: Static<Q>) => Promise<object>,
): Route {
  return route({
    ...READ,
    ...facts,
    example: facts.example as Example<never, never>,
    run: async (call) => json(await read(inProduction(call).query as Static<Q>)),
  });
}

export function act<B extends TObject>(
  facts: Words & { body: B; example: { body: Static<B> } },
  perform: (operator: Operator, id: string, body: Static<B>, signal: AbortSignal) => Promise<object>,
): Route {
  return route({
    ...WRITE,
    ...facts,
    example: facts.example as Example<never, never>,
    params: IdParams,
    run: async (call) => {
      const operator = operatorOf(inProduction(call));
      return json(await perform(operator, call.params.id, call.body as Static<B>, call.signal));
    },
  });
}

export function operatorOf({ caller, requestId, headers }: Pick<Call, 'caller' | 'requestId' | 'headers'>): Operator {
  const key = headers['idempotency-key'];
  return { caller, requestId, idempotencyKey: key === undefined ? null : String(key) };
}

/** Sandbox keys are often handled less carefully, so they must not reach live data. */
export function inProduction<C extends Pick<Call, 'caller'>>(call: C): C {
  if (call.caller.environment !== 'live')
    throw new ServiceError('wrong_environment', "The operator's routes exist at /v1 only, with a live key.");
  return call;
}
