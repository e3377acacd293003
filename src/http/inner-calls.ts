// Calls a route from within the process, for a page that speaks another protocol: the same gates and limits as a request.
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller, Environment } from '../core/caller.ts';
import { toServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { withinModels } from '../core/model-lists.ts';
import { refuseForeign } from './access.ts';
import { allowanceOf } from './allowance.ts';
import { InFlight } from './in-flight.ts';
import { refuseBrokenTexts } from './parse-json.ts';
import type { Gates } from './pipeline.ts';
import { limitError } from './rate-limit.ts';
import type { Outcome, Route } from './route.ts';
import { compileChecks, type RouteChecks } from './route-checks.ts';

export interface InnerInput {
  params?: Record<string, string>;
  body?: unknown;
  headers?: IncomingHttpHeaders;
  signal: AbortSignal;
}

export interface InnerCalls {
  /** Identifies the caller by the key; throws like the gate of every request. */
  identify(visitor: { authorization: string | undefined; ip: string; environment: Environment }): Promise<Caller>;
  /** Counts one request against the limits of the plan and the key. */
  count(caller: Caller): Promise<void>;
  call(route: Route, caller: Caller, input: InnerInput): Promise<Outcome>;
  /** Aborts the answer if the server must stop before it is closed. */
  track(answer: AbortController, closed: AbortSignal): void;
}

export function createInnerCalls(gates: Gates): InnerCalls {
  const inFlight = new InFlight();
  const checks = new Map<Route, RouteChecks>();
  const checksOf = (route: Route) => {
    const known = checks.get(route) ?? compileChecks(route);
    checks.set(route, known);
    return known;
  };

  async function count(caller: Caller): Promise<void> {
    const allowance = allowanceOf('account:read', caller, gates.prices);
    const nowMs = Date.now();
    const { refusedBy } = await gates.limiter.take(allowance, nowMs);
    if (refusedBy) throw limitError(allowance, refusedBy, nowMs);
  }

  async function run(route: Route, caller: Caller, input: InnerInput & { requestId: string }): Promise<Outcome> {
    const { params = {}, body = {}, headers = {}, signal, requestId } = input;
    refuseBrokenTexts(params);
    refuseBrokenTexts(body);
    const { params: checkParams, body: checkBody } = checksOf(route);
    checkParams?.(params);
    checkBody?.(body);
    const { publicUrl: origin, log } = gates;
    return withinModels(gates.prices.modelListsOf(caller), () =>
      route.run({
        caller,
        requestId,
        signal,
        params,
        query: {},
        body,
        uploads: [],
        headers,
        origin,
        log,
      }),
    );
  }

  return {
    // Without the cookies: a page of another site must not act for a signed-in user.
    identify: async ({ authorization, ip, environment }) =>
      gates.authenticator.identify({ headers: authorization === undefined ? {} : { authorization }, ip, environment }),
    count,
    track(answer, closed) {
      gates.running.add(answer);
      closed.addEventListener('abort', () => gates.running.delete(answer), { once: true });
    },
    async call(route, caller, input) {
      await count(caller);
      refuseForeign(route, caller);
      const done = new EventEmitter();
      inFlight.enter(caller.accountId, route, done);
      const startedMs = performance.now();
      const requestId = newId('req');
      // Without its bodies: what a tool returns goes to another protocol.
      const watch = gates.watcher.begin(route, { requestId, startedMs, headers: {} }, caller);
      watch?.asked(input.body, input.params ?? {});
      const tell = (status: number, charged: boolean) => {
        gates.counter.count({ route, caller, status, durationMs: performance.now() - startedMs, charged });
        if (watch) gates.watcher.end(watch, status, input.signal.aborted);
      };
      try {
        const outcome = await run(route, watch?.caller ?? caller, { ...input, requestId });
        const status = outcome.kind === 'events' ? 200 : outcome.status;
        tell(status, outcome.kind === 'json' ? outcome.receipt !== undefined : outcome.charged);
        return outcome;
      } catch (thrown) {
        watch?.failed(toServiceError(thrown));
        tell(toServiceError(thrown).status, false);
        throw thrown;
      } finally {
        done.emit('close');
      }
    },
  };
}
