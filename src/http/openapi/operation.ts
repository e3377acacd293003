// Describes one route as an operation of the OpenAPI document.
import type { TObject, TSchema } from 'typebox';
import { takesWords } from '../guards.ts';
import { type Route, templateOf } from '../route.ts';
// Written by UPDATE=1 npm run test:full -- test/full/api/openapi-examples.test.ts, from answers of a running service.
import answers from './answers.json' with { type: 'json' };
import type { Components } from './components.ts';
import { COMMON_HEADERS, type HeaderName, referToHeaders, TOKEN_HEADERS } from './headers.ts';
import { describeErrors } from './statuses.ts';

export function describeOperation(route: Route, components: Components): object {
  const id = operationId(route);
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  return {
    operationId: id,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    ...(route.anyKey ? {} : { 'x-scope': route.scope }),
    parameters: [
      ...parameters(route.params, { place: 'path', examples: {}, components }),
      ...parameters(route.query, { place: 'query', examples: queryExamples(route), components }),
      ...headerParameters(route),
    ],
    ...requestBody(route, `${name}Body`, components),
    responses: { ...successes(route, { name: `${name}Reply`, components }), ...describeErrors(route) },
  };
}

/** Below /v1, or below the origin for paths that other APIs define. */
export function documentedPath({ prefix, path }: Route): string {
  return templateOf(`${prefix === '/v1' ? '' : prefix}${path}`);
}

function operationId(route: Route): string {
  const words = documentedPath(route)
    .split('/')
    .filter(Boolean)
    .map((part) => part.replace(/\{(\w+)\}/g, 'by-$1'));
  return [route.method.toLowerCase(), ...words]
    .join('-')
    .replace(/[^a-z0-9]+(\w)/gi, (_, next: string) => next.toUpperCase());
}

interface ParameterPlace {
  place: 'path' | 'query';
  examples: Record<string, unknown>;
  components: Components;
}

function parameters(schema: TObject | undefined, { place, examples, components }: ParameterPlace): object[] {
  if (!schema) return [];
  const required = new Set((schema as { required?: string[] }).required ?? []);
  return Object.entries(schema.properties as Record<string, TSchema>).map(([name, one]) => {
    const { description, ...rest } = components.refer(one) as { description?: string };
    const example = examples[name];
    return {
      name,
      in: place,
      required: place === 'path' || required.has(name),
      ...(description ? { description } : {}),
      schema: rest,
      ...(example === undefined ? {} : { example }),
    };
  });
}

function queryExamples(route: Route): Record<string, unknown> {
  return (route.example.query ?? {}) as Record<string, unknown>;
}

function headerParameters(route: Route): object[] {
  if (!route.idempotent) return [];
  return [{ $ref: '#/components/parameters/IdempotencyKey' }];
}

function requestBody(route: Route, name: string, components: Components): object {
  if (!route.body) return {};
  const { body, upload } = route.example;
  const isOnlyForm = upload !== undefined && body === undefined;
  const required = (route.body as { required?: string[] }).required ?? [];
  return {
    requestBody: {
      required: required.length > 0 || isOnlyForm,
      content: {
        ...(isOnlyForm ? {} : { 'application/json': jsonBody(components.refer(route.body, name), body) }),
        ...(route.multipart ? { 'multipart/form-data': form(route, components) } : {}),
      },
    },
  };
}

function jsonBody(schema: object, example: unknown): object {
  return { schema, ...(example === undefined ? {} : { example }) };
}

/** A form has the fields of the JSON body as text, and a file. */
function form(route: Route, components: Components): object {
  const { body, upload } = route.example;
  if (!upload) return { schema: components.refer(route.body ?? {}), ...(body === undefined ? {} : { example: body }) };
  const { properties = {} } = route.body as { properties?: Record<string, TSchema> };
  const fields = Object.entries(properties).map(([name, one]) => [name, components.refer(one)]);
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file' };
  return {
    schema: {
      type: 'object',
      properties: { ...Object.fromEntries(fields), [upload.field]: file },
      ...(route.example.body === undefined ? { required: [upload.field] } : {}),
    },
    example: { ...(body as object | undefined), [upload.field]: `@${upload.fileName}` },
  };
}

interface ReplyFacts {
  name: string;
  components: Components;
}

function successes(route: Route, facts: ReplyFacts): Record<string, object> {
  const headers: HeaderName[] = [...COMMON_HEADERS];
  if (route.generates) headers.push('X-AI-Generated');
  if (route.caches) headers.push('X-Cache');
  if (takesWords(route)) headers.push('X-Guards');
  if (route.billed) headers.push('X-Credits-Charged', 'X-Credits-Remaining', ...TOKEN_HEADERS);
  if (route.idempotent) headers.push('Idempotent-Replayed');
  const content = replyContent(route, facts);
  const isEmpty = (status: number) => route.emptyStatuses?.includes(status) ?? false;
  return Object.fromEntries(
    route.statuses.map((status) => [
      status,
      {
        description: isEmpty(status) ? 'Accepted. There is no body.' : (SUCCESSES[status] ?? 'Done.'),
        headers: referToHeaders(headers),
        ...(isEmpty(status) ? {} : { content: withExample(content, answerOf(route, status)) }),
      },
    ]),
  );
}

function answerOf(route: Route, status: number): unknown {
  const recorded: Record<string, Record<string, unknown>> = answers;
  return recorded[`${route.method} ${documentedPath(route)}`]?.[status];
}

function withExample(content: Record<string, object>, example: unknown): object {
  const json = content['application/json'];
  return json === undefined || example === undefined
    ? content
    : { ...content, 'application/json': { ...json, example } };
}

const SUCCESSES: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: the work continues as a job.',
};

const EVENTS = 'Server-sent events; the data of each is a JSON object.';

function replyContent(route: Route, { name, components }: ReplyFacts): Record<string, object> {
  const { contentMediaType, ...file } = route.reply as { contentMediaType?: string };
  if (contentMediaType) return { [contentMediaType]: { schema: file } };
  return {
    'application/json': { schema: components.refer(route.reply, name) },
    ...Object.fromEntries((route.textTypes ?? []).map((type) => [type, { schema: { type: 'string' } }])),
    ...(route.streams
      ? {
          [route.streamType ?? 'text/event-stream']: {
            schema: { type: 'string', description: route.streamType ? 'A stream.' : EVENTS },
          },
        }
      : {}),
  };
}
