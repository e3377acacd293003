// Routes for webhook endpoints, their secrets and their deliveries.
import { events, json, type Route, route } from '../../http/route.ts';
import type { DeliveryService } from './delivery-service.ts';
import type { EventWatch } from './event-watch.ts';
import {
  DeletedReply,
  DeliveryListQuery,
  DeliveryListReply,
  DeliveryParams,
  DeliveryReply,
  EndpointChangeBody,
  EndpointListReply,
  EndpointParams,
  EndpointReply,
  EventReply,
  NewEndpointBody,
  RotateBody,
  SecretReply,
  TestBody,
} from './schema.ts';
import type { EndpointService } from './service.ts';

const tag = 'webhooks';
const read = { tag, scope: 'webhooks:read' } as const;
const write = { tag, scope: 'webhooks:write' } as const;

export function webhookRoutes(endpoints: EndpointService, deliveries: DeliveryService, watch: EventWatch): Route[] {
  return [...endpointRoutes(endpoints), ...deliveryRoutes(deliveries), eventRoute(watch)];
}

function eventRoute(watch: EventWatch): Route {
  return route({
    ...read,
    method: 'GET',
    path: '/webhooks/events',
    summary: 'Stream the account\'s events: first {"type": "listening"}, then each event; Last-Event-ID resumes',
    reply: EventReply,
    streams: true,
    run: async ({ caller, headers, signal }) => {
      const lastEventId = headers['last-event-id']?.toString();
      return events(watch.follow(caller, lastEventId, signal), { endsWithDone: false });
    },
  });
}

function endpointRoutes(service: EndpointService): Route[] {
  return [
    route({
      ...read,
      method: 'GET',
      path: '/webhooks',
      summary: 'Webhook endpoints',
      reply: EndpointListReply,
      run: async ({ caller }) => json(await service.list(caller)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/webhooks',
      summary: 'Create an endpoint; the response contains its signing secret',
      body: NewEndpointBody,
      reply: EndpointReply,
      // A stored response would store the secret in clear text.
      idempotent: false,
      run: async ({ caller, body }) => json(await service.create(caller, body)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/webhooks/:id',
      summary: 'One endpoint',
      params: EndpointParams,
      reply: EndpointReply,
      run: async ({ caller, params }) => json(await service.find(caller, params.id)),
    }),
    route({
      ...write,
      method: 'PATCH',
      path: '/webhooks/:id',
      summary: 'Change, disable or enable an endpoint',
      params: EndpointParams,
      body: EndpointChangeBody,
      reply: EndpointReply,
      run: async ({ caller, params, body }) => json(await service.change(caller, params.id, body)),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/webhooks/:id',
      summary: 'Delete an endpoint with its deliveries',
      params: EndpointParams,
      reply: DeletedReply,
      run: async ({ caller, params }) => json(await service.remove(caller, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/webhooks/:id/rotate-secret',
      summary: 'Rotate the signing secret; the old one also signs for a while',
      params: EndpointParams,
      body: RotateBody,
      reply: EndpointReply,
      idempotent: false,
      run: async ({ caller, params, body }) => json(await service.rotate(caller, params.id, body.overlap_seconds)),
    }),
    route({
      ...write,
      method: 'GET',
      path: '/webhooks/:id/secret',
      summary: 'Get the signing secret; for users of the dashboard only',
      params: EndpointParams,
      reply: SecretReply,
      run: async ({ caller, params }) => json(await service.reveal(caller, params.id)),
    }),
  ];
}

function deliveryRoutes(service: DeliveryService): Route[] {
  return [
    route({
      ...write,
      method: 'POST',
      path: '/webhooks/:id/test',
      summary: 'Send a test event to this endpoint',
      params: EndpointParams,
      body: TestBody,
      reply: DeliveryReply,
      run: async ({ caller, params, body }) => json(await service.sendTest(caller, params.id, body.type)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/webhooks/:id/deliveries',
      summary: 'List deliveries with their attempts, newest first',
      params: EndpointParams,
      query: DeliveryListQuery,
      reply: DeliveryListReply,
      run: async ({ caller, params, query }) => json(await service.list(caller, params.id, query)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/webhooks/:id/deliveries/:delivery_id/replay',
      summary: 'Send the event of a delivery again',
      params: DeliveryParams,
      reply: DeliveryReply,
      run: async ({ caller, params }) => json(await service.replay(caller, params.id, params.delivery_id)),
    }),
  ];
}
