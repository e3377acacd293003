// Builds the OpenAPI 3.1 document from the same schemas that validate requests.
import type { TObject, TSchema } from 'typebox';
import { ERROR_CATALOGUE, type ErrorCode } from '../core/errors.ts';
import { type Route, templateOf } from './route.ts';

export interface ApiIdentity {
  serviceName: string;
  publicUrl: string;
  version: string;
}

export function openApiDocument(routes: readonly Route[], { serviceName, publicUrl, version }: ApiIdentity): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = templateOf(documentedPath(route));
    const described = { ...operation(route), ...serversOf(route, publicUrl) };
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${serviceName} API`,
      version,
      description: 'Chat, code, music, images, video and applications behind one HTTP API.',
    },
    servers: [
      { url: `${publicUrl}/v1`, description: 'production' },
      { url: `${publicUrl}/sandbox/v1`, description: 'sandbox: test credits, no money' },
    ],
    security: [{ key: [] }],
    tags: [...new Set(routes.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key: sk_live_… or sk_test_…' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

function documentedPath({ prefix, path }: Route): string {
  return prefix === '/v1' ? path : `${prefix}${path}`;
}

/** Paths outside of /v1 start at the origin. */
function serversOf({ prefix }: Route, publicUrl: string): object {
  return prefix === '/v1' ? {} : { servers: [{ url: publicUrl }, { url: `${publicUrl}/sandbox` }] };
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'code', 'param', 'request_id'],
      properties: {
        message: { type: 'string' },
        type: { type: 'string', enum: [...new Set(Object.values(ERROR_CATALOGUE).map((one) => one.type))] },
        code: { type: 'string', enum: Object.keys(ERROR_CATALOGUE) },
        param: { type: ['string', 'null'] },
        request_id: { type: 'string' },
      },
    },
  },
};

function operation(route: Route): object {
  const content = {
    ...(route.body ? { 'application/json': { schema: route.body } } : {}),
    ...(route.multipart ? { 'multipart/form-data': { schema: route.body ?? { type: 'object' } } } : {}),
  };
  return {
    operationId: operationId(route),
    tags: [route.tag],
    summary: route.summary,
    'x-scope': route.scope,
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...headerParameters(route)],
    ...(Object.keys(content).length > 0 ? { requestBody: { required: true, content } } : {}),
    responses: { 200: success(route), ...failures(route) },
  };
}

function operationId(route: Route): string {
  const words = documentedPath(route)
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part));
  return [route.method.toLowerCase(), ...words]
    .join('-')
    .replace(/[^a-z0-9]+(\w)/gi, (_, next: string) => next.toUpperCase());
}

function parameters(schema: TObject | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return [];
  const required = new Set((schema as { required?: string[] }).required ?? []);
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: one,
  }));
}

function headerParameters(route: Route): object[] {
  if (!route.idempotent) return [];
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }];
}

function success(route: Route): object {
  const { contentMediaType, ...file } = route.reply as { contentMediaType?: string };
  if (contentMediaType) return { description: 'Done', content: { [contentMediaType]: { schema: file } } };
  return {
    description: 'Done',
    content: {
      'application/json': { schema: route.reply },
      ...(route.streams
        ? { 'text/event-stream': { schema: { type: 'string', description: 'Server-sent events' } } }
        : {}),
    },
  };
}

function failures(route: Route): Record<string, object> {
  const codes: ErrorCode[] = [
    'invalid_parameter',
    'invalid_api_key',
    'scope_missing',
    'rate_limit_exceeded',
    'internal_error',
  ];
  if (route.path.includes(':')) codes.push('not_found');
  if (route.method === 'POST') codes.push('insufficient_credits', 'idempotency_in_flight', 'engine_unavailable');
  const statuses = [...new Set(codes.map((code) => ERROR_CATALOGUE[code].status))];
  const schema = { $ref: '#/components/schemas/Error' };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: 'Error', content: { 'application/json': { schema } } }]),
  );
}
