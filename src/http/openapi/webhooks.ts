// The webhooks section of the OpenAPI document: what the service posts to a customer's endpoint.
import Type, { type TSchema } from 'typebox';
import type { Components } from './components.ts';

export interface WebhookFacts {
  /** The type of the event, e.g. generation.completed */
  type: string;
  summary: string;
  description: string;
  data: TSchema;
  example: Record<string, unknown>;
}

export function describeWebhooks(webhooks: readonly WebhookFacts[], components: Components): Record<string, object> {
  return Object.fromEntries(webhooks.map((one) => [one.type, { post: describeWebhook(one, components) }]));
}

function describeWebhook({ type, summary, description, data, example }: WebhookFacts, components: Components): object {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const schema = Type.Object(
    {
      id: Type.String({ description: 'The same for every attempt and replay: use it to ignore duplicates' }),
      type: Type.Literal(type),
      created_at: Type.String({ format: 'date-time' }),
      data,
    },
    { title: `${words.join('')}Event` },
  );
  return {
    operationId: `on${words.join('')}`,
    tags: ['webhooks'],
    summary,
    description: `${description} ${DELIVERY}`,
    parameters: SIGNATURES,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: components.refer(schema),
          example: { id: 'evt_01j9x', type, created_at: '2026-01-31T12:00:00.000Z', data: example },
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '410': { description: 'Gone: the endpoint is disabled.' },
      default: {
        description: 'Anything else, including a redirect: the delivery is attempted again, up to five times in total.',
      },
    },
  };
}

const DELIVERY = 'Answer with a 2xx within 15 seconds. Events arrive at least once, and not always in order.';

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const SIGNATURES = [
  header(
    'X-Service-Signature',
    'Hexadecimal HMAC-SHA256 of the raw body, keyed with the signing secret.',
    'sha256=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  ),
  header('webhook-id', "The event's id (Standard Webhooks).", 'evt_01j9x'),
  header('webhook-timestamp', 'When the attempt was made, in Unix seconds (Standard Webhooks).', '1767225600'),
  header(
    'webhook-signature',
    'The signature over id, timestamp and body (Standard Webhooks).',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
