// The short way in for calls whose path is written out in full: found in a map and handed to the pipeline, past the router, its hooks
// and its objects. Everything else (parameters, queries, other origins, proxies, a server that closes) goes the ordinary way.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../core/caller.ts';
import type { Incoming, Outgoing } from './admitted.ts';
import { BASES } from './common-headers.ts';
import type { Pipeline } from './pipeline.ts';
import type { Route } from './route.ts';

interface Place {
  route: Route;
  environment: Environment;
  options: { url: string };
}

export function openStraightWay(app: FastifyInstance, pipeline: Pipeline, routes: readonly Route[]): void {
  const places = new Map<string, Place[]>();
  for (const route of routes.filter(({ path }) => !path.includes(':')))
    for (const { prefix, environment } of BASES) {
      const url = `${prefix}${route.path}`;
      places.set(url, [...(places.get(url) ?? []), { route, environment, options: { url } }]);
    }
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  const find = ({ url = '', method, headers }: IncomingMessage): Place | undefined => {
    if (isClosing || headers.origin !== undefined || headers['x-forwarded-for'] !== undefined) return undefined;
    return places.get(url)?.find(({ route }) => route.method === method);
  };
  const [walk] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!walk) throw new Error('the server has nobody to hand its requests to');
  app.server.off('request', walk);
  app.server.on('request', (request, response) => {
    const place = find(request);
    if (!place) return walk(request, response);
    const incoming = new StraightRequest(request, place.options);
    pipeline.receive(place.route, place.environment, incoming, new StraightReply(response));
  });
}

class StraightRequest implements Incoming {
  readonly raw: IncomingMessage;
  readonly headers: Incoming['headers'];
  readonly url: string;
  readonly routeOptions: { url: string };
  readonly params = {};
  readonly query = {};

  constructor(raw: IncomingMessage, options: { url: string }) {
    this.raw = raw;
    this.headers = raw.headers;
    this.url = options.url;
    this.routeOptions = options;
  }

  get ip(): string {
    return this.raw.socket.remoteAddress ?? '';
  }
}

class StraightReply implements Outgoing {
  readonly raw: ServerResponse;

  constructor(raw: ServerResponse) {
    this.raw = raw;
  }

  /** Nobody else would answer. */
  hijack(): void {}

  getHeaders(): Record<string, never> {
    return {};
  }
}
