// Routes for webhook endpoints, their secrets and their deliveries.
import { events, json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
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
    description:
      'Streams the events of this account while you listen, for development without a public URL. The first event is `{"type": "listening"}`. `Last-Event-ID` resumes.',
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
      description: 'Lists the endpoints of this account and environment, without their secrets.',
      reply: EndpointListReply,
      run: async ({ caller }) => json(await service.list(caller)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/webhooks',
      summary: 'Create an endpoint; the response contains its signing secret',
      description:
        'Registers a URL that receives events as signed POSTs. Only this answer and a rotation contain the signing secret. URLs of private networks are refused.',
      example: { body: { url: 'https://example.org/hooks', events: ['generation.completed'], description: 'My shop' } },
      errors: ['unsafe_url', 'access_denied'],
      body: NewEndpointBody,
      reply: EndpointReply,
      // A stored response would store the secret in clear text.
      idempotent: false,
      hasSecrets: true,
      run: async ({ caller, requestId, body }) => json(await service.create({ ...caller, requestId }, body)),
    }),
    route({
      ...read,
      method: 'GET',
      path: '/webhooks/:id',
      summary: 'One endpoint',
      description: 'Shows an endpoint. `disabled_reason` says why the service stopped delivering to it.',
      params: EndpointParams,
      reply: EndpointReply,
      run: async ({ caller, params }) => json(await service.find(caller, params.id)),
    }),
    route({
      ...write,
      method: 'PATCH',
      path: '/webhooks/:id',
      summary: 'Change, disable or enable an endpoint',
      description:
        'Changes the URL, the event types or the description; `enabled: true` also enables an endpoint that the service disabled.',
      example: { body: { events: ['*'], description: 'All events' } },
      errors: ['unsafe_url'],
      params: EndpointParams,
      body: EndpointChangeBody,
      reply: EndpointReply,
      run: async ({ caller, requestId, params, body }) =>
        json(await service.change({ ...caller, requestId }, params.id, body)),
    }),
    route({
      ...write,
      method: 'DELETE',
      path: '/webhooks/:id',
      summary: 'Delete an endpoint with its deliveries',
      description: 'Deletes an endpoint. Waiting deliveries are dropped.',
      params: EndpointParams,
      reply: DeletedReply,
      run: async ({ caller, requestId, params }) => json(await service.remove({ ...caller, requestId }, params.id)),
    }),
    route({
      ...write,
      method: 'POST',
      path: '/webhooks/:id/rotate-secret',
      summary: 'Rotate the signing secret; the old one also signs for a while',
      description: 'Makes a new signing secret. For `overlap_seconds` both secrets sign, so that receivers can switch.',
      example: { body: { overlap_seconds: 3600 } },
      params: EndpointParams,
      body: RotateBody,
      reply: EndpointReply,
      idempotent: false,
      hasSecrets: true,
      run: async ({ caller, requestId, params, body }) =>
        json(await service.rotate({ ...caller, requestId }, params.id, body.overlap_seconds)),
    }),
    route({
      ...write,
      method: 'GET',
      path: '/webhooks/:id/secret',
      summary: 'Get the signing secret; for users of the dashboard only',
      description:
        'Shows the signing secret to a signed-in user of the dashboard. A key gets 403: it has the secret from the creation or rotates it.',
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
      description:
        'Sends an event with sample data and `test: true` to this endpoint, whatever types it subscribed to.',
      example: { body: { type: 'generation.completed' } },
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
      description: 'Lists what was sent to an endpoint, with every attempt and what the receiver answered.',
      example: { query: { limit: 10 } },
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
      description:
        'Sends the same event again as a new delivery. The event keeps its id, so that receivers can recognise it.',
      params: DeliveryParams,
      reply: DeliveryReply,
      run: async ({ caller, params }) => json(await service.replay(caller, params.id, params.delivery_id)),
    }),
  ];
}
