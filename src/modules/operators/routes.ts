// The operator's routes. Only the operator may call them, with a scope that `*` does not include.
import { json, type Route, route } from '../../http/route.ts';
import type { AccountActs } from './account-acts.ts';
import type { OperatorAccounts } from './account-service.ts';
import type { AuditTrail } from './audit-trail.ts';
import { codeRoutes } from './code-routes.ts';
import type { OperatorCodes } from './code-service.ts';
import { couponRoutes } from './coupon-routes.ts';
import type { OperatorCoupons } from './coupon-service.ts';
import type { OperatorDeliveries } from './delivery-service.ts';
import type { OperatorEngines } from './engine-service.ts';
import { type Invites, makeLoggedInvite } from './invites.ts';
import { act, inProduction, list, READ, WRITE } from './kinds-of-routes.ts';
import { localServerRoutes } from './local-server-routes.ts';
import type { OperatorLocalServers } from './local-server-service.ts';
import type { OperatorQueue } from './queue-service.ts';
import { referralRoutes } from './referral-routes.ts';
import type { OperatorReferrals } from './referral-service.ts';
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
import { type LiveServices, liveRoutes } from './upstream-routes.ts';
import { usageRoutes } from './usage-routes.ts';
import type { OperatorUsage } from './usage-service.ts';
import { weightsRoutes } from './weights-routes.ts';
import type { OperatorWeights } from './weights-service.ts';

export interface OperatorServices extends LiveServices {
  accounts: OperatorAccounts;
  acts: AccountActs;
  invites: Invites;
  codes: OperatorCodes;
  coupons: OperatorCoupons;
  referrals: OperatorReferrals;
  engines: OperatorEngines;
  weights: OperatorWeights;
  localServers: OperatorLocalServers;
  usage: OperatorUsage;
  queue: OperatorQueue;
  deliveries: OperatorDeliveries;
  trail: AuditTrail;
}

export function operatorRoutes(services: OperatorServices): Route[] {
  return [
    ...accountRoutes(services),
    inviteRoute(services),
    ...codeRoutes(services),
    ...couponRoutes(services),
    ...referralRoutes(services),
    ...engineRoutes(services),
    ...localServerRoutes(services),
    ...liveRoutes(services),
    ...usageRoutes(services),
    ...queueRoutes(services),
    ...deliveryRoutes(services),
    list(
      {
        path: '/operator/audit',
        summary: 'List operator actions, newest first',
        description: 'Shows who changed what and why, with the state before and after. Entries are never removed.',
        example: { query: { limit: 10 } },
        query: AuditQuery,
        reply: AuditList,
      },
      (query) => services.trail.list(query),
    ),
  ];
}

function accountRoutes({ accounts, acts }: OperatorServices): Route[] {
  const path = '/operator/accounts';
  return [
    list(
      {
        path,
        summary: 'List accounts, newest first',
        description: 'Lists all accounts of this service. `q` finds the beginning of an email address or a name.',
        example: { query: { limit: 10, status: 'active' } },
        query: AccountQuery,
        reply: AccountList,
      },
      (query) => accounts.list(query),
    ),
    route({
      ...READ,
      path: `${path}/:id`,
      summary: 'Get an account: balances, usage, keys, jobs',
      description:
        'Shows everything that the operator needs to help a customer. Prompts and files of customers are never shown.',
      params: IdParams,
      reply: AccountReply,
      run: async (call) => json(await accounts.read(inProduction(call).params.id)),
    }),
    act(
      {
        path: `${path}/:id/plan`,
        summary: 'Put an account on another plan',
        description: 'Changes the limits at once. No fee is taken and no credits are granted. Kept in the audit log.',
        example: { body: { plan: 'pro', reason: 'Agreed by phone' } },
        body: PlanAct,
        reply: AccountReply,
      },
      async (operator, id, body) => {
        await acts.changePlan(operator, id, body);
        return accounts.read(id);
      },
    ),
    act(
      {
        path: `${path}/:id/credits`,
        summary: 'Give or take credits',
        description: 'Posts an adjustment, which the customer sees with its reason. Kept in the audit log.',
        example: { body: { credits: 100, reason: 'Goodwill for the outage' } },
        body: CreditsAct,
        reply: AdjustmentReply,
      },
      (operator, id, body) => acts.adjustCredits(operator, id, body),
    ),
    act(
      {
        path: `${path}/:id/suspend`,
        summary: 'Suspend an account: its keys and sessions get 403, its jobs are cancelled',
        description:
          'Takes effect within a second. Data and credits stay. The operator cannot suspend their own account.',
        example: { body: { reason: 'Abuse report 4711' } },
        body: ReasonedAct,
        reply: AccountReply,
        errors: ['access_denied'],
      },
      async (operator, id, { reason }) => {
        await acts.suspend(operator, id, reason);
        return accounts.read(id);
      },
    ),
    act(
      {
        path: `${path}/:id/unsuspend`,
        summary: 'Reactivate a suspended account',
        description: 'Keys and sessions work again. Cancelled jobs stay cancelled.',
        example: { body: { reason: 'Resolved' } },
        body: ReasonedAct,
        reply: AccountReply,
      },
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
    description:
      'Makes a link with which one person can sign up within seven days, also when sign-ups are closed. Only this answer contains it.',
    example: { body: { reason: 'A new colleague' } },
    statuses: [201],
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
      description:
        'Shows which engines and models are ready, how often they failed in the last 15 minutes, and whether their circuit breaker is open.',
      reply: EngineList,
      run: async (call) => json(inProduction(call) && engines.list()),
    }),
    ...weightsRoutes(weights),
  ];
}

function queueRoutes({ queue }: OperatorServices): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/queue',
      summary: 'Get the queue: waiting and running jobs by kind and account, and the workers',
      description: 'Shows how many jobs wait and run, for whom, and which workers are alive.',
      reply: QueueReply,
      run: async (call) => json(inProduction(call) && (await queue.read())),
    }),
    list(
      {
        path: '/operator/jobs',
        summary: 'List jobs of all accounts, newest first',
        description: 'Shows state, progress, attempts and held credits of every job; never its prompt.',
        example: { query: { limit: 10 } },
        query: JobQuery,
        reply: JobList,
      },
      (query) => queue.list(query),
    ),
    act(
      {
        path: '/operator/jobs/:id/cancel',
        summary: 'Cancel a job of any account',
        description:
          'Stops the job and releases its held credits. The customer gets generation.failed with the reason.',
        example: { body: { reason: 'Blocks the queue' } },
        body: ReasonedAct,
        reply: JobReply,
      },
      (operator, id, { reason }) => queue.cancel(operator, id, reason),
    ),
  ];
}

function deliveryRoutes({ deliveries }: OperatorServices): Route[] {
  return [
    list(
      {
        path: '/operator/endpoints',
        summary: 'List failing webhook endpoints',
        description: 'Lists the endpoints of all accounts that fail or were disabled, with the last answer of each.',
        example: { query: { limit: 10 } },
        query: EndpointQuery,
        reply: FailingEndpointList,
      },
      (query) => deliveries.listFailing(query),
    ),
    list(
      {
        path: '/operator/deliveries',
        summary: 'List deliveries of all accounts, newest first',
        description:
          'Shows which events were delivered to whom, how often it was tried and what the receiver answered.',
        example: { query: { limit: 10 } },
        query: DeliveryQuery,
        reply: DeliveryList,
      },
      (query) => deliveries.list(query),
    ),
    act(
      {
        path: '/operator/deliveries/:id/replay',
        summary: 'Send the event of a delivery again',
        description: 'Makes a new delivery with the same event and the same event id.',
        example: { body: { reason: 'The receiver was down' } },
        body: SimpleAct,
        reply: DeliveryReply,
      },
      (operator, id, { reason }) => deliveries.replay(operator, id, reason ?? ''),
    ),
  ];
}
