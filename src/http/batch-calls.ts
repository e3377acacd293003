// Runs routes for callers without a connection: a line of a batch passes the same checks as a request and gets the same answer.
import type { Caller } from '../core/caller.ts';
import { errorBody, ServiceError, toServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { withinModels } from '../core/model-lists.ts';
import { microToCredits } from '../core/money.ts';
import type { Scope } from '../core/scopes.ts';
import type { Prices } from '../money/prices.ts';
import { refuseForeign } from './access.ts';
import { type AttributionText, addMember } from './attribution.ts';
import { parseJson } from './parse-json.ts';
import { withCredits } from './respond.ts';
import type { Call, JsonOutcome, Route } from './route.ts';
import { compileChecks, type RouteChecks } from './route-checks.ts';

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

  constructor(parts: BatchCallParts) {
    this.#parts = parts;
  }

  /** Called once the routes exist; routes that only stream or take files are left out. */
  offer(routes: readonly Route[]): void {
    for (const route of routes)
      if (route.method === 'POST' && route.prefix === '/v1')
        this.#routes.set(`/v1${route.path}`, { route, checks: compileChecks(route) });
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
    const finish = (status: number, body: unknown): BatchAnswer => {
      const json = JSON.stringify(body);
      return { status, body: caller.attributionWaived ? json : addMember(json, attribution.member) };
    };
    try {
      const { status, body, receipt } = await this.#run(endpoint, call);
      return finish(status, receipt ? withCredits(body, microToCredits(receipt.charged)) : body);
    } catch (thrown) {
      const error = toServiceError(thrown);
      if (error.code === 'internal_error' && !call.signal.aborted)
        log.error({ err: error.cause ?? error, requestId, endpoint }, 'a line of a batch failed');
      const { body, status = error.status } = this.#routes.get(endpoint)?.route.errorShape?.(error, requestId) ?? {
        body: errorBody(error, requestId),
      };
      return finish(status, body);
    }
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
