// The operator's routes. Only the operator may call them, with a scope that `*` does not include.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { type AccountServices, accountRoutes } from './account-routes.ts';
import { answerCacheRoutes } from './answer-cache-routes.ts';
import type { OperatorAnswerCache } from './answer-cache-service.ts';
import type { AuditTrail } from './audit-trail.ts';
import { codeRoutes } from './code-routes.ts';
import type { OperatorCodes } from './code-service.ts';
import { couponRoutes } from './coupon-routes.ts';
import type { OperatorCoupons } from './coupon-service.ts';
import { dataProtectionRoutes } from './data-protection-routes.ts';
import type { OperatorDataProtection } from './data-protection-service.ts';
import { deletionRoutes } from './deletion-routes.ts';
import type { OperatorDeletions } from './deletion-service.ts';
import type { OperatorDeliveries } from './delivery-service.ts';
import { EngineList } from './engine-reply.ts';
import type { OperatorEngines } from './engine-service.ts';
import { type Invites, makeLoggedInvite } from './invites.ts';
import { act, inProduction, list, READ, WRITE } from './kinds-of-routes.ts';
import { localServerRoutes } from './local-server-routes.ts';
import type { OperatorLocalServers } from './local-server-service.ts';
import { priceRoutes } from './price-routes.ts';
import type { OperatorPrices } from './price-service.ts';
import type { OperatorQueue } from './queue-service.ts';
import { referralRoutes } from './referral-routes.ts';
import type { OperatorReferrals } from './referral-service.ts';
import {
  AuditList,
  DeliveryList,
  DeliveryReply,
  FailingEndpointList,
  InviteReply,
  JobList,
  JobReply,
  QueueReply,
} from './reply.ts';
import { AuditQuery, DeliveryQuery, EndpointQuery, JobQuery, ReasonedAct, SimpleAct } from './schema.ts';
import { type LiveServices, liveRoutes } from './upstream-routes.ts';
import { usageRoutes } from './usage-routes.ts';
import type { OperatorUsage } from './usage-service.ts';
import { weightsRoutes } from './weights-routes.ts';
import type { OperatorWeights } from './weights-service.ts';

export interface OperatorServices extends LiveServices, AccountServices {
  deletions: OperatorDeletions;
  invites: Invites;
  codes: OperatorCodes;
  coupons: OperatorCoupons;
  referrals: OperatorReferrals;
  answerCache: OperatorAnswerCache;
  engines: OperatorEngines;
  weights: OperatorWeights;
  localServers: OperatorLocalServers;
  prices: OperatorPrices;
  usage: OperatorUsage;
  queue: OperatorQueue;
  deliveries: OperatorDeliveries;
  dataProtection: OperatorDataProtection;
  trail: AuditTrail;
}

export function operatorRoutes(services: OperatorServices): Route[] {
  return [
    ...accountRoutes(services),
    ...deletionRoutes(services.deletions),
    inviteRoute(services),
    ...codeRoutes(services),
    ...couponRoutes(services),
    ...referralRoutes(services),
    ...answerCacheRoutes(services.answerCache),
    ...engineRoutes(services),
    ...localServerRoutes(services),
    ...liveRoutes(services),
    ...priceRoutes(services),
    ...usageRoutes(services),
    ...queueRoutes(services),
    ...deliveryRoutes(services),
    ...dataProtectionRoutes(services.dataProtection),
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

/** The link lets one person sign up, even with SIGN_UPS=invite. Only this response contains it. */
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
    hasSecrets: true,
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
