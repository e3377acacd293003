// Calls a route within a caller's request, for a route that speaks another protocol: the request has already passed the
// gates.
import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../core/caller.ts';
import { toServiceError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { logUpstreamFailure } from '../core/upstream-failure.ts';
import type { Gates } from './gates.ts';
import type { Outcome } from './outcome.ts';
import type { Route } from './route.ts';
import { RouteRunner } from './run-route.ts';

export interface InnerInput {
  params?: Record<string, string>;
  body?: unknown;
  headers?: IncomingHttpHeaders;
  signal: AbortSignal;
}

/** In the usage statistics, the request log and the traces it appears as a call like any other. */
export type InnerCall = <T>(
  route: Route,
  given: InnerInput & { caller: Caller },
  take: (outcome: Outcome) => T | Promise<T>,
) => Promise<T>;

export function callInside(
  gates: Pick<Gates, 'prices' | 'money' | 'modelNames' | 'publicUrl' | 'log' | 'counter' | 'watcher' | 'moderate'>,
): InnerCall {
  const runner = new RouteRunner(gates);
  return async (route, { caller, body = {}, ...input }, take) => {
    const startedMs = performance.now();
    const requestId = newId('req');
    // Without bodies, because they are those of the outer request.
    const watch = gates.watcher.begin(route, { requestId, startedMs, headers: {} }, caller);
    let [status, charged] = [500, false];
    try {
      return await runner.run(route, { ...input, caller, body, requestId, watch }, (outcome) => {
        status = outcome.kind === 'events' ? 200 : outcome.status;
        charged = outcome.kind === 'json' ? outcome.receipt !== undefined : outcome.charged;
        return take(outcome);
      });
    } catch (thrown) {
      const error = toServiceError(thrown);
      status = error.status;
      watch?.failed(error);
      if (!input.signal.aborted) logUpstreamFailure(gates.log, error, { requestId, route: route.path });
      throw thrown;
    } finally {
      gates.counter.count({ route, caller, status, durationMs: performance.now() - startedMs, charged });
      if (watch) gates.watcher.end(watch, status, input.signal.aborted);
    }
  };
}
