// The operator's routes. Only the operator may call them, with a scope that `*` does not include.
import type { Static, TObject, TSchema } from 'typebox';
import { ServiceError } from '../../core/errors.ts';
import { type Call, json, type Route, route } from '../../http/route.ts';
import type { AccountActs } from './account-acts.ts';
import type { OperatorAccounts } from './account-service.ts';
import type { AuditTrail, Operator } from './audit-trail.ts';
import type { OperatorDeliveries } from './delivery-service.ts';
import type { OperatorEngines } from './engine-service.ts';
import { type Invites, makeLoggedInvite } from './invites.ts';
import type { OperatorQueue } from './queue-service.ts';
import {
  AccountList,
  AccountReply,
  AdjustmentReply,
  AuditList,
  DeliveryList,
  DeliveryReply,
  EngineList,
  FailingEndpointList,
  InviteReply,
  JobList,
  JobReply,
  QueueReply,
  WeightsList,
  WeightsReply,
} from './reply.ts';
import {
  AccountQuery,
  AuditQuery,
  CreditsAct,
  DeliveryQuery,
  EndpointQuery,
  IdParams,
  JobQuery,
  PlanAct,
  ReasonedAct,
  SimpleAct,
} from './schema.ts';
import type { OperatorWeights } from './weights-service.ts';

export interface OperatorServices {
  accounts: OperatorAccounts;
  acts: AccountActs;
  invites: Invites;
  engines: OperatorEngines;
  weights: OperatorWeights;
  queue: OperatorQueue;
  deliveries: OperatorDeliveries;
  trail: AuditTrail;
}

export function operatorRoutes(services: OperatorServices): Route[] {
  return [
    ...accountRoutes(services),
    inviteRoute(services),
    ...engineRoutes(services),
    ...queueRoutes(services),
    ...deliveryRoutes(services),
    list('/operator/audit', 'List operator actions, newest first', AuditQuery, AuditList, (query) =>
      services.trail.list(query),
    ),
  ];
}

function accountRoutes({ accounts, acts }: OperatorServices): Route[] {
  const path = '/operator/accounts';
  return [
    list(path, 'List accounts, newest first', AccountQuery, AccountList, (query) => accounts.list(query)),
    route({
      ...READ,
      path: `${path}/:id`,
      summary: 'Get an account: balances, usage, keys, jobs',
      params: IdParams,
      reply: AccountReply,
      run: async (call) => json(await accounts.read(inProduction(call).params.id)),
    }),
    act(`${path}/:id/plan`, 'Put an account on another plan', PlanAct, AccountReply, async (operator, id, body) => {
      await acts.changePlan(operator, id, body);
      return accounts.read(id);
    }),
    act(`${path}/:id/credits`, 'Give or take credits', CreditsAct, AdjustmentReply, (operator, id, body) =>
      acts.adjustCredits(operator, id, body),
    ),
    act(
      `${path}/:id/suspend`,
      'Suspend an account: its keys and sessions get 403, its jobs are cancelled',
      ReasonedAct,
      AccountReply,
      async (operator, id, { reason }) => {
        await acts.suspend(operator, id, reason);
        return accounts.read(id);
      },
    ),
    act(
      `${path}/:id/unsuspend`,
      'Reactivate a suspended account',
      ReasonedAct,
      AccountReply,
      async (operator, id, { reason }) => {
        await acts.unsuspend(operator, id, reason);
        return accounts.read(id);
      },
    ),
  ];
}

/** The link lets one person sign up, also with SIGN_UPS=invite. Only this response contains it. */
function inviteRoute({ invites, trail }: OperatorServices): Route {
  return route({
    ...WRITE,
    path: '/operator/invites',
    summary: 'Create an invite link that lets one person sign up within seven days',
    body: SimpleAct,
    reply: InviteReply,
    // A stored response would store the link.
    idempotent: false,
    run: async (call) => {
      const { caller, requestId } = inProduction(call);
      const operator = { caller, requestId, idempotencyKey: null };
      return json(await makeLoggedInvite({ invites, trail }, operator, call.body.reason ?? ''), { status: 201 });
    },
  });
}

function engineRoutes({ engines, weights }: OperatorServices): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/engines',
      summary: 'List engines with their models, prices and health as seen by this node',
      reply: EngineList,
      run: async (call) => json(inProduction(call) && engines.list()),
    }),
    route({
      ...READ,
      path: '/operator/models',
      summary: 'List the catalogue of weights: which are present, which are being pulled',
      reply: WeightsList,
      run: async (call) => json(inProduction(call) && weights.list()),
    }),
    act(
      '/operator/models/:id/pull',
      'Pull the weights of a model in the background',
      SimpleAct,
      WeightsReply,
      (operator, id, { reason }) => weights.pull(operator, id, reason ?? ''),
    ),
    act(
      '/operator/models/:id/remove',
      'Remove the weights of a model from this machine',
      ReasonedAct,
      WeightsReply,
      (operator, id, { reason }) => weights.remove(operator, id, reason),
    ),
  ];
}

function queueRoutes({ queue }: OperatorServices): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/queue',
      summary: 'Get the queue: waiting and running jobs by kind and account, and the workers',
      reply: QueueReply,
      run: async (call) => json(inProduction(call) && (await queue.read())),
    }),
    list('/operator/jobs', 'List jobs of all accounts, newest first', JobQuery, JobList, (query) => queue.list(query)),
    act('/operator/jobs/:id/cancel', 'Cancel a job of any account', ReasonedAct, JobReply, (operator, id, { reason }) =>
      queue.cancel(operator, id, reason),
    ),
  ];
}

function deliveryRoutes({ deliveries }: OperatorServices): Route[] {
  return [
    list('/operator/endpoints', 'List failing webhook endpoints', EndpointQuery, FailingEndpointList, (query) =>
      deliveries.listFailing(query),
    ),
    list(
      '/operator/deliveries',
      'List deliveries of all accounts, newest first',
      DeliveryQuery,
      DeliveryList,
      (query) => deliveries.list(query),
    ),
    act(
      '/operator/deliveries/:id/replay',
      'Send the event of a delivery again',
      SimpleAct,
      DeliveryReply,
      (operator, id, { reason }) => deliveries.replay(operator, id, reason ?? ''),
    ),
  ];
}

const READ = { method: 'GET', tag: 'operator', scope: 'operator:read', ownerOnly: true } as const;
const WRITE = { method: 'POST', tag: 'operator', scope: 'operator:write', ownerOnly: true } as const;

function list<Q extends TObject>(
  path: string,
  summary: string,
  query: Q,
  reply: TSchema,
  read: (query: Static<Q>) => Promise<object>,
): Route {
  return route({
    ...READ,
    path,
    summary,
    query,
    reply,
    run: async (call) => json(await read(inProduction(call).query as Static<Q>)),
  });
}

function act<B extends TObject>(
  path: string,
  summary: string,
  body: B,
  reply: TSchema,
  perform: (operator: Operator, id: string, body: Static<B>) => Promise<object>,
): Route {
  return route({
    ...WRITE,
    path,
    summary,
    params: IdParams,
    body,
    reply,
    run: async (call) => {
      const { caller, requestId, params, headers } = inProduction(call);
      const key = headers['idempotency-key'];
      const operator = { caller, requestId, idempotencyKey: key === undefined ? null : String(key) };
      return json(await perform(operator, params.id, call.body as Static<B>));
    },
  });
}

/** Sandbox keys are often handled less carefully, so they must not reach live data. */
function inProduction<C extends Pick<Call, 'caller'>>(call: C): C {
  if (call.caller.environment !== 'live')
    throw new ServiceError('wrong_environment', "The operator's routes exist at /v1 only, with a live key.");
  return call;
}
