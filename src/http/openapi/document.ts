// Builds the OpenAPI 3.1 document from the same schemas that validate requests.
import Type, { type TSchema } from 'typebox';
import { ERROR_CATALOGUE } from '../../core/errors.ts';
import type { Route } from '../route.ts';
import { Components } from './components.ts';
import { describeAnswers } from './fields/describe-fields.ts';
import { HEADERS } from './headers.ts';
import { describeOperation, documentedPath } from './operation.ts';
import { errorResponses } from './statuses.ts';
import { TAGS } from './tags.ts';
import { describeWebhooks, type WebhookFacts } from './webhooks.ts';

export interface ApiIdentity {
  serviceName: string;
  serviceUrl: string;
  publicUrl: string;
  version: string;
}

export interface ApiContents {
  routes: readonly Route[];
  webhooks: readonly WebhookFacts[];
}

export function openApiDocument({ routes, webhooks }: ApiContents, identity: ApiIdentity): object {
  const { serviceName, serviceUrl, publicUrl, version } = identity;
  const components = new Components();
  components.refer(ErrorReply);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = documentedPath(route);
    const described = { ...describeOperation(route, components), ...serversOf(route, publicUrl) };
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: described };
  }
  const events = describeWebhooks(webhooks, components);
  const errors = errorResponses(routes);
  const schemas = components.list();
  describeAnswers({ paths, responses: errors }, schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName} API`,
      version,
      description: INTRODUCTION,
      contact: { name: serviceName, url: serviceUrl },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [
      { url: `${publicUrl}/v1`, description: 'Production: live keys, real credits.' },
      { url: `${publicUrl}/sandbox/v1`, description: 'Sandbox: test keys, test credits, no money.' },
    ],
    security: [{ key: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].sort().map((name) => ({
      name,
      ...(TAGS[name] ? { description: TAGS[name] } : {}),
    })),
    paths,
    webhooks: events,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key: `sk_live_…` or `sk_test_…`.' },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      responses: errors,
      schemas,
    },
  };
}

/** Paths outside of /v1 start at the origin. */
function serversOf({ prefix }: Route, publicUrl: string): object {
  if (prefix === '/v1') return {};
  return {
    servers: [
      { url: publicUrl, description: 'Production: live keys, real credits.' },
      { url: `${publicUrl}/sandbox`, description: 'Sandbox: test keys, test credits, no money.' },
    ],
  };
}

const INTRODUCTION = [
  'Chat, code, music, images, video and applications behind one HTTP API.',
  '',
  'Send your key as `Authorization: Bearer sk_…`. Live keys work at `/v1`, test keys at `/sandbox/v1`; `/api/v1` and `/sandbox/api/v1` are the same.',
  'Bodies are JSON and may be compressed (`Content-Encoding: gzip`, `deflate`, `br` or `zstd`). Fields that a route does not know are ignored.',
  'Credits are written as decimals with at most six places; times are ISO 8601 in UTC unless a field says Unix seconds.',
  'Every JSON object in an answer also carries `attribution`, unless the account has waived it.',
  'An error is `{"error": {message, type, code, param, request_id}}`; its message says what to do.',
].join('\n');

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name for this call, at most 255 characters. A second call with the same name within 24 hours gets the first answer and does nothing again.',
  schema: { type: 'string', maxLength: 255 },
  example: 'order-4711',
};

const names = (values: readonly string[]): TSchema => Type.Enum([...new Set(values)]);

const ErrorReply = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'What was wrong and what to do' }),
      type: names(Object.values(ERROR_CATALOGUE).map((one) => one.type)),
      code: names(Object.keys(ERROR_CATALOGUE)),
      param: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The field, such as messages[1].role',
      }),
      request_id: Type.String(),
    }),
  },
  { title: 'Error' },
);
