// Answers everything that fails before a route runs: calls that a gate refuses, unknown paths, failing pages.
import type { Environment } from '../core/caller.ts';
import { isOwnFailure, type ServiceError, toServiceError } from '../core/errors.ts';
import { pageLanguage } from '../core/page-language.ts';
import { hasKeyHeader } from './auth.ts';
import { discardRest } from './body-bytes.ts';
import { openExchange } from './exchange.ts';
import { countMissing, type Gates } from './gates.ts';
import type { Incoming } from './incoming.ts';
import { wantsPage } from './page.ts';
import { respondError, respondErrorPage } from './respond-error.ts';
import type { Route } from './route.ts';

/** Refusals are sent at once: there is nothing to abort. */
const NEVER = new AbortController().signal;

export class Refusals {
  readonly #gates: Gates;

  constructor(gates: Gates) {
    this.#gates = gates;
  }

  /** `route` is null if none was found. */
  refuse(route: Route | null, incoming: Incoming, error: ServiceError): void {
    const { attribution, counter, log, watcher } = this.#gates;
    const { raw, caller, response } = incoming;
    if (isOwnFailure(error))
      log.error({ err: error.cause ?? error, path: incoming.pattern }, 'request failed before its route ran');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const watch = route && caller ? watcher.begin(route, incoming, caller) : undefined;
    watch?.received(undefined);
    const exchange = openExchange(incoming, { attribution, log, signal: NEVER, watch });
    if (route && caller) {
      const durationMs = performance.now() - incoming.startedMs;
      counter.count({ route, caller, status: error.status, durationMs, charged: false });
    }
    if (!raw.complete) discardRest(raw, { isKnown: caller !== undefined });
    if (route === null && wantsPage(incoming)) {
      const { service: serviceName } = attribution.value;
      respondErrorPage(exchange, error, { serviceName, language: pageLanguage(incoming.headers) });
      return;
    }
    void respondError(exchange, error)
      .catch((failure) => this.giveUp(incoming, failure))
      .finally(() => watch && watcher.end(watch, error.status, false));
  }

  /** Answers a call to an unknown path or method: its key is checked and counted first, as for every call. */
  refuseMissing(environment: Environment, incoming: Incoming, missing: ServiceError): void {
    void countMissing(this.#gates, environment, incoming)
      // A caller without a key learns that the path does not exist, not that a key is missing.
      .catch((error) => this.refuse(null, incoming, hasKeyHeader(incoming.headers) ? toServiceError(error) : missing))
      .then(() => incoming.response.headersSent || this.refuse(null, incoming, missing));
  }

  giveUp(incoming: Incoming, error: unknown): void {
    this.#gates.log.error({ err: error, requestId: incoming.requestId }, 'request could not be answered');
    incoming.response.destroy();
  }
}
