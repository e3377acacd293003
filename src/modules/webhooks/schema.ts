// Schemas of webhook endpoints and their deliveries.
import Type, { type Static, type TSchema } from 'typebox';
import { EVENT_TYPES } from '../../outbox/events.ts';

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

const EventName = Type.Enum(['*', ...EVENT_TYPES], { title: 'SubscribedEventType' });
const EventKind = Type.Enum([...EVENT_TYPES], { title: 'EventType', description: 'What happened' });
const Url = Type.String({ minLength: 1, maxLength: 2_000, description: 'The URL that deliveries are posted to' });
const Events = Type.Array(EventName, { minItems: 1, maxItems: 20, description: 'Event types, or "*" for all' });
const Description = Type.String({ maxLength: 500, description: 'Your own words about this endpoint' });

export const EndpointParams = Type.Object({ id: Type.String({ description: 'Id of an endpoint', maxLength: 100 }) });
export const DeliveryParams = Type.Object({
  id: Type.String({ description: 'Id of an endpoint', maxLength: 100 }),
  delivery_id: Type.String({ description: 'Id of a delivery', maxLength: 100 }),
});

export const NewEndpointBody = Type.Object({
  url: Url,
  events: Type.Optional(Events),
  description: Type.Optional(Description),
  scope: Type.Optional(
    Type.Union([Type.Literal('account'), Type.Literal('service')], {
      description:
        '"service" receives the events of every account; for the operator only, with the scope operator:write',
    }),
  ),
});
export type NewEndpointBody = Static<typeof NewEndpointBody>;

export const EndpointChangeBody = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  description: Type.Optional(Description),
  enabled: Type.Optional(Type.Boolean({ description: 'false: nothing is delivered to it' })),
});
export type EndpointChangeBody = Static<typeof EndpointChangeBody>;

export const RotateBody = Type.Object({
  overlap_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 7 * 24 * 3600,
      description: 'How long the old secret also signs; default: one day',
    }),
  ),
});

export const TestBody = Type.Object({ type: Type.Optional(EventKind) });

export const EndpointReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('webhook_endpoint'),
    url: Type.String(),
    events: Type.Array(Type.String()),
    description: Type.String(),
    scope: Type.String(),
    enabled: Type.Boolean(),
    disabled_reason: nullable(Type.String()),
    previous_secret_valid_until: nullable(Type.String()),
    created_at: Type.String(),
    secret: Type.Optional(Type.String({ description: 'Only in the responses to creation and rotation' })),
  },
  { title: 'WebhookEndpoint' },
);

export const EventReply = Type.Object(
  {
    id: Type.String(),
    type: EventKind,
    created_at: Type.String(),
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'Event' },
);
export const EndpointListReply = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(EndpointReply) },
  { title: 'WebhookEndpointList' },
);
export const SecretReply = Type.Object(
  { object: Type.Literal('webhook_secret'), secret: Type.String() },
  { title: 'WebhookSecret' },
);
export const DeletedReply = Type.Object(
  { id: Type.String(), deleted: Type.Literal(true) },
  { title: 'DeletedWebhookEndpoint' },
);

export const DeliveryListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ description: 'How many to return', minimum: 1, maximum: 100, default: 20 })),
  cursor: Type.Optional(
    Type.String({ description: 'next_cursor of the previous page', maxLength: 20, pattern: '^[0-9]{1,15}$' }),
  ),
  status: Type.Optional(
    Type.Enum(['pending', 'delivered', 'failed'], { description: 'Only deliveries in this state' }),
  ),
});
export type DeliveryListQuery = Static<typeof DeliveryListQuery>;

export const DeliveryReply = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('webhook_delivery'),
    event_id: Type.String(),
    event_type: Type.String(),
    status: Type.String(),
    attempts: Type.Integer(),
    next_attempt_at: nullable(Type.String()),
    response_status: nullable(Type.Integer()),
    replay_of: nullable(Type.String()),
    created_at: Type.String(),
    completed_at: nullable(Type.String()),
    request_body: Type.String(),
    log: Type.Array(
      Type.Object({
        attempt: Type.Integer(),
        at: Type.String(),
        duration_ms: Type.Integer(),
        status: nullable(Type.Integer()),
        problem: nullable(Type.String()),
        request_headers: Type.Record(Type.String(), Type.String()),
        response_excerpt: nullable(Type.String()),
      }),
    ),
  },
  { title: 'Delivery' },
);

export const DeliveryListReply = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(DeliveryReply),
    has_more: Type.Boolean(),
    next_cursor: nullable(Type.String()),
  },
  { title: 'DeliveryList' },
);
