// The HTTP server: every route under its four bases, what belongs to no route, and the way down.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Environment } from '../core/caller.ts';
import { ServiceError, toServiceError } from '../core/errors.ts';
import { BASES, setCommonHeaders } from './common-headers.ts';
import type { Gates } from './pipeline.ts';
import { Pipeline } from './pipeline.ts';
import type { Method, Route } from './route.ts';
import { openStraightWay } from './straight-way.ts';
import { closeUnusedConnections } from './unused-connections.ts';

/** Adds what is not part of the versioned API: files, previews, the dashboard, health. */
export type Extension = (app: FastifyInstance) => void;

export interface ServerSettings {
  gates: Gates;
  routes: readonly Route[];
  extensions: readonly Extension[];
  trustProxy: boolean;
  corsOrigins: readonly string[] | '*';
}

const HEADERS_TIMEOUT_MS = 30_000;

export function buildServer({ gates, routes, extensions, trustProxy, corsOrigins }: ServerSettings): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, maxHeaderSize: 16 * 1024 },
    forceCloseConnections: 'idle',
    // HEAD is added by hand where it makes sense: a route's HEAD would run and charge it.
    exposeHeadRoutes: false,
    clientErrorHandler,
  });
  closeUnusedConnections(app);
  const pipeline = new Pipeline(gates);
  // For pages and files; the pipeline reads the bodies of the API's own routes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', (request, reply, done) => {
    if (!setCommonHeaders(request, reply, corsOrigins)) done();
  });
  for (const route of routes) {
    pipeline.prepare(route);
    for (const { prefix, environment } of BASES) addRoute(app, pipeline, route, { prefix, environment });
  }
  for (const extend of extensions) extend(app);
  openStraightWay(app, pipeline, routes);
  const methods = methodsByPath(routes);
  app.setNotFoundHandler((request, reply) => pipeline.refuse(null, request, reply, missing(request, reply, methods)));
  app.setErrorHandler((error, request, reply) => {
    const known = fastifyError(error);
    if (known.code === 'internal_error')
      gates.log.error({ err: error, url: request.url.split('?')[0] }, 'a request failed outside of its route');
    return pipeline.refuse(null, request, reply, known);
  });
  return app;
}

function addRoute(
  app: FastifyInstance,
  pipeline: Pipeline,
  route: Route,
  base: { prefix: string; environment: Environment },
): void {
  app.route({
    method: route.method,
    url: `${base.prefix}${route.path}`,
    // From here the pipeline has the request to itself, and no handler follows.
    onRequest: (request, reply) => pipeline.receive(route, base.environment, request, reply),
    handler: () => undefined,
  });
}

type MethodsByPath = { pattern: RegExp; methods: Set<Method> }[];

function methodsByPath(routes: readonly Route[]): MethodsByPath {
  const byPath = new Map<string, Set<Method>>();
  for (const route of routes) byPath.set(route.path, (byPath.get(route.path) ?? new Set()).add(route.method));
  return [...byPath].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`),
    methods,
  }));
}

function missing(request: FastifyRequest, reply: FastifyReply, known: MethodsByPath): ServiceError {
  const [url = ''] = request.url.split('?', 1);
  const base = BASES.find(({ prefix }) => url.startsWith(`${prefix}/`));
  const path = base ? url.slice(base.prefix.length) : url;
  const methods = base ? known.filter(({ pattern }) => pattern.test(path)).flatMap((one) => [...one.methods]) : [];
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '));
    return new ServiceError(
      'method_not_allowed',
      `${request.method} is not possible here; use ${methods.join(' or ')}.`,
    );
  }
  return new ServiceError(
    'not_found',
    `There is nothing at ${request.method} ${url.slice(0, 200)}. All paths are listed at /docs.`,
  );
}

function fastifyError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new ServiceError('payload_too_large', 'The body is larger than this path takes.');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ServiceError('unsupported_media_type', 'Send the body as application/json and say so in Content-Type.');
  if (code.startsWith('FST_ERR_CTP'))
    return new ServiceError('invalid_parameter', 'The body could not be read: check Content-Length and Content-Type.');
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 400 && status < 500)
    return new ServiceError('invalid_parameter', 'The request could not be understood.');
  return toServiceError(error);
}

/** Bytes that are no HTTP at all: there is no request to answer, only a socket. */
function clientErrorHandler(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const message = tooLarge ? 'The request headers are too large.' : 'This is not a valid HTTP request.';
  const body = JSON.stringify({
    error: { message, type: 'invalid_request_error', code: 'invalid_parameter', param: null, request_id: '' },
  });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
