// Runs routes for callers without a connection: a line of a batch passes the same checks as a request and gets the same answer.

import type { Caller } from '../core/caller.ts';
import { errorBody, isOwnFailure, ServiceError, toServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { microToCredits } from '../core/money.ts';
import type { Scope } from '../core/scopes.ts';
import { logUpstreamFailure } from '../core/upstream-failure.ts';
import { type AttributionText, addMember } from './attribution.ts';
import type { CallWatcher } from './call-watcher.ts';
import { guardPolicyFor } from './guards.ts';
import type { JsonOutcome } from './outcome.ts';
import { readJson } from './read-body.ts';
import { withCredits } from './respond.ts';
import type { Route } from './route.ts';
import { RouteRunner, type RunnerParts } from './run-route.ts';
import type { WatchedCall } from './watched-call.ts';

export interface BatchCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: unknown;
}

export interface BatchAnswer {
  status: number;
  /** The body as JSON text. */
  body: string;
  /** Writes the call to the metrics and the request log; called once, for the final answer. Absent if nothing is recorded. */
  note?: () => void;
}

export interface BatchCallParts extends RunnerParts {
  attribution: AttributionText;
  log: Log;
}

export class BatchCalls {
  readonly #parts: BatchCallParts;
  readonly #runner: RouteRunner;
  readonly #routes = new Map<string, Route>();
  #watcher: CallWatcher | undefined;

  constructor(parts: BatchCallParts) {
    this.#parts = parts;
    this.#runner = new RouteRunner(parts);
  }

  /** Called once the routes exist; omits routes that only stream or take files. */
  offer(routes: readonly Route[]): void {
    for (const route of routes)
      if (route.method === 'POST' && route.prefix === '/v1') this.#routes.set(`/v1${route.path}`, route);
  }

  /** Called once it exists: it belongs to the server, which is built after the areas. */
  watchBy(watcher: CallWatcher): void {
    this.#watcher = watcher;
  }

  /** The scope that the endpoint requires and the module that its usage is counted for; undefined if there is no such endpoint. */
  describe(endpoint: string): { scope: Scope; module: string; bodyLimitBytes: number } | undefined {
    const route = this.#routes.get(endpoint);
    return route && { scope: route.scope, module: route.tag, bodyLimitBytes: route.bodyLimitBytes };
  }

  /** Parses as strictly as a request's body, and in a thread if the line is large. */
  async parse(bytes: Buffer): Promise<unknown> {
    return (await readJson(bytes)).body;
  }

  /** Never throws: an error is returned as an answer. */
  async answer(endpoint: string, call: BatchCall): Promise<BatchAnswer> {
    const { caller, requestId } = call;
    const { attribution, log } = this.#parts;
    const watch = this.#watch(endpoint, call);
    const finish = (status: number, body: unknown): BatchAnswer => {
      const json = JSON.stringify(body);
      const text = caller.attributionWaived ? json : addMember(json, attribution.member);
      return { status, body: text, ...(watch ? { note: () => this.#note(watch, status, text) } : {}) };
    };
    try {
      const { status, body, receipt } = await this.#run(endpoint, call, watch);
      return finish(status, receipt ? withCredits(body, microToCredits(receipt.charged)) : body);
    } catch (thrown) {
      const error = toServiceError(thrown);
      watch?.failed(error);
      if (isOwnFailure(error) && !call.signal.aborted)
        log.error({ err: error.cause ?? error, requestId, endpoint }, 'a line of a batch failed');
      if (!call.signal.aborted) logUpstreamFailure(log, error, { requestId, route: endpoint });
      const { body, status = error.status } = this.#routes.get(endpoint)?.errorShape?.(error, requestId) ?? {
        body: errorBody(error, requestId),
      };
      return finish(status, body);
    }
  }

  #watch(endpoint: string, { caller, requestId, body }: BatchCall): WatchedCall | undefined {
    const route = this.#routes.get(endpoint);
    const arrival = { requestId, startedMs: performance.now(), headers: { 'content-type': 'application/json' } };
    const watch = route && this.#watcher?.begin(route, arrival, caller);
    if (!watch?.isShown) return watch;
    const bytes = Buffer.from(JSON.stringify(body));
    watch.received(bytes);
    if (route && !guardPolicyFor(route, caller, this.#parts.prices)) watch.reads(bytes);
    return watch;
  }

  #note(watch: WatchedCall, status: number, text: string): void {
    watch.begins({ isStream: false });
    watch.sends(text, true);
    this.#watcher?.end(watch, status, false);
  }

  async #run(endpoint: string, call: BatchCall, watch: WatchedCall | undefined): Promise<JsonOutcome> {
    const route = this.#routes.get(endpoint);
    if (!route) throw new ServiceError('invalid_parameter', `There is no endpoint "${endpoint}".`, { param: 'url' });
    return this.#runner.run(route, { ...call, watch }, (outcome) => {
      if (outcome.kind === 'json') return outcome;
      throw new ServiceError('invalid_parameter', 'A batch takes no streams. Leave "stream" out.', { param: 'stream' });
    });
  }
}
