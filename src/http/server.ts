// The entry point of every request: it passes the entry gates, the router finds its target, and the pipeline (API) or a
// page answers it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError, toServiceError } from '../core/errors.ts';
import { clientAddress, proxiesIn } from './client-address.ts';
import { allowOtherOrigins, environmentAt, requireTls } from './common-headers.ts';
import { refuseDoubledHeaders, refuseDroppedHeaders } from './doubled-headers.ts';
import type { Gates } from './gates.ts';
import { InFlight } from './in-flight.ts';
import { Incoming } from './incoming.ts';
import { createListener, type HttpListener } from './listener.ts';
import type { Page } from './page.ts';
import { Pipeline } from './pipeline.ts';
import { Refusals } from './refusals.ts';
import type { Route } from './route.ts';
import { buildRouter, type Router, type Target } from './router.ts';
import { RouteRunner } from './run-route.ts';
import { showPage } from './show-page.ts';

/**
 * Receives every request before it is routed. Throws to refuse it; returns true if it has answered the request itself.
 */
export type EntryGate = (incoming: Incoming) => boolean;

export interface ServerSettings {
  gates: Gates;
  routes: readonly Route[];
  pages: readonly Page[];
  /** The proxies' networks, whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  corsOrigins: readonly string[] | '*';
  /** The time limit for a request's headers, and for its body before the minimum speed applies. */
  requestTimeoutMs?: number;
  /** 0: no limit. */
  connectionsPerAddress?: number;
  /** Additional gates, which run after the service's own. */
  entryGates?: readonly EntryGate[];
}

export function buildServer(settings: ServerSettings): HttpListener {
  const { gates, routes, pages, corsOrigins } = settings;
  const isProxy = proxiesIn(settings.trustedProxies);
  const runner = new RouteRunner(gates);
  for (const route of routes) runner.prepare(route);
  const inFlight = new InFlight();
  const refusals = new Refusals(gates);
  const pipeline = new Pipeline(gates, { runner, refusals, inFlight });
  const router = buildRouter(routes, pages);
  const entryGates: readonly EntryGate[] = [
    (incoming) => {
      requireTls(incoming, gates.publicUrl);
      refuseDoubledHeaders(incoming.raw);
      refuseDroppedHeaders(incoming.raw);
      return false;
    },
    (incoming) => allowOtherOrigins(incoming, corsOrigins),
    ...(settings.entryGates ?? []),
  ];
  const limits = {
    requestTimeoutMs: settings.requestTimeoutMs,
    connectionsPerAddress: settings.connectionsPerAddress,
    isProxy,
  };
  return createListener(limits, (request: IncomingMessage, response: ServerResponse) => {
    const incoming = new Incoming(request, response, clientAddress(request, isProxy));
    try {
      if (entryGates.some((gate) => gate(incoming))) return;
      const target = route(router, incoming);
      if (!target) {
        const environment = environmentAt(incoming.path);
        const error = missing(router, incoming);
        if (environment) refusals.refuseMissing(environment, incoming, error);
        else refusals.refuse(null, incoming, error);
        return;
      }
      if ('route' in target) incoming.errorShape = target.route.errorShape;
      if ('route' in target) pipeline.receive(target.route, target.environment, incoming);
      else showPage(target.page, incoming, { refusals, inFlight });
    } catch (error) {
      refusals.refuse(null, incoming, toServiceError(error));
    }
  });
}

function route(router: Router, incoming: Incoming): Target | undefined {
  const { method, url } = incoming;
  const found = router.find(method, url) ?? (method === 'HEAD' ? findForHead(router, url) : undefined);
  if (!found) return undefined;
  incoming.pattern = found.target.pattern;
  incoming.params = found.params;
  incoming.query = found.query;
  return found.target;
}

/** HEAD is GET without the body, which Node omits; on an event stream it would never end. */
function findForHead(router: Router, url: string): ReturnType<Router['find']> {
  const found = router.find('GET', url);
  return found && 'route' in found.target && !found.target.route.streams ? found : undefined;
}

function missing(router: Router, incoming: Incoming): ServiceError {
  const methods = router.methodsAt(incoming.url);
  if (methods.length > 0) {
    incoming.answerHeaders.allow = methods.join(', ');
    return new ServiceError(
      'method_not_allowed',
      `This path does not accept ${incoming.method}. Use ${methods.join(' or ')}.`,
    );
  }
  return new ServiceError(
    'not_found',
    `No route matches ${incoming.method} ${incoming.path.slice(0, 200)}. All paths are listed at /docs.`,
  );
}
