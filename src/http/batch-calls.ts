// Runs routes for callers without a connection: a line of a batch passes the same checks as a request and gets the same answer.
import type { Caller } from '../core/caller.ts';
import { errorBody, isOwnFailure, ServiceError, toServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { withinModels } from '../core/model-lists.ts';
import { microToCredits } from '../core/money.ts';
import type { Scope } from '../core/scopes.ts';
import type { Prices } from '../money/prices.ts';
import { refuseForeign } from './access.ts';
import { type AttributionText, addMember } from './attribution.ts';
import type { CallWatcher } from './call-watcher.ts';
import { parseJson } from './parse-json.ts';
import { withCredits } from './respond.ts';
import type { Call, JsonOutcome, Route } from './route.ts';
import { compileChecks, type RouteChecks } from './route-checks.ts';
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
  /** Puts the call into the request log; called once, for the answer that counts. Absent where nothing is kept. */
  note?: () => void;
}

export interface BatchCallParts {
  prices: Pick<Prices, 'modelListsOf'>;
  attribution: AttributionText;
  publicUrl: string;
  log: Log;
}

export class BatchCalls {
  readonly #parts: BatchCallParts;
  readonly #routes = new Map<string, { route: Route; checks: RouteChecks }>();
  #watcher: CallWatcher | undefined;

  constructor(parts: BatchCallParts) {
    this.#parts = parts;
  }

  /** Called once the routes exist; routes that only stream or take files are left out. */
  offer(routes: readonly Route[]): void {
    for (const route of routes)
      if (route.method === 'POST' && route.prefix === '/v1')
        this.#routes.set(`/v1${route.path}`, { route, checks: compileChecks(route) });
  }

  /** Called once there is one: it belongs to the server, which is built after the areas. */
  watchBy(watcher: CallWatcher): void {
    this.#watcher = watcher;
  }

  /** The scope that the endpoint requires and the module that its usage is counted for; undefined if there is no such endpoint. */
  describe(endpoint: string): { scope: Scope; module: string; bodyLimitBytes: number } | undefined {
    const route = this.#routes.get(endpoint)?.route;
    return route && { scope: route.scope, module: route.tag, bodyLimitBytes: route.bodyLimitBytes };
  }

  /** Parses as strictly as a request's body is parsed. */
  parse(bytes: Buffer): unknown {
    return parseJson(bytes);
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
      const { status, body, receipt } = await this.#run(endpoint, watch ? { ...call, caller: watch.caller } : call);
      return finish(status, receipt ? withCredits(body, microToCredits(receipt.charged)) : body);
    } catch (thrown) {
      const error = toServiceError(thrown);
      watch?.failed(error);
      if (isOwnFailure(error) && !call.signal.aborted)
        log.error({ err: error.cause ?? error, requestId, endpoint }, 'a line of a batch failed');
      const { body, status = error.status } = this.#routes.get(endpoint)?.route.errorShape?.(error, requestId) ?? {
        body: errorBody(error, requestId),
      };
      return finish(status, body);
    }
  }

  #watch(endpoint: string, { caller, requestId, body }: BatchCall): WatchedCall | undefined {
    const route = this.#routes.get(endpoint)?.route;
    const arrival = { requestId, startedMs: performance.now(), headers: { 'content-type': 'application/json' } };
    const watch = route && this.#watcher?.begin(route, arrival, caller);
    if (!watch) return undefined;
    const bytes = Buffer.from(JSON.stringify(body));
    watch.received(bytes);
    watch.reads(bytes);
    watch.asked(body, {});
    return watch;
  }

  #note(watch: WatchedCall, status: number, text: string): void {
    watch.begins({ isStream: false });
    watch.sends(text, true);
    this.#watcher?.end(watch, status, false);
  }

  async #run(endpoint: string, { caller, requestId, signal, body: given }: BatchCall): Promise<JsonOutcome> {
    const found = this.#routes.get(endpoint);
    if (!found) throw new ServiceError('invalid_parameter', `There is no endpoint "${endpoint}".`, { param: 'url' });
    const { route, checks } = found;
    refuseForeign(route, caller);
    const body = route.rename ? route.rename(given) : given;
    checks.body?.(body);
    const { publicUrl: origin, log } = this.#parts;
    const call: Call = {
      caller,
      requestId,
      signal,
      body,
      params: {},
      query: {},
      uploads: [],
      headers: {},
      origin,
      log,
    };
    const outcome = await withinModels(this.#parts.prices.modelListsOf(caller), () => route.run(call));
    if (outcome.kind === 'json') return outcome;
    throw new ServiceError('invalid_parameter', 'A batch takes no streams. Leave "stream" out.', { param: 'stream' });
  }
}
