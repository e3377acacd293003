// Decides which calls are watched, and hands what was seen of them to the request log and to the traces.
import type { Caller } from '../core/caller.ts';
import { isDashboardBrowsing } from './allowance.ts';
import type { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';
import type { Spans } from './spans.ts';
import { type Arrival, WatchedCall } from './watched-call.ts';

export class CallWatcher {
  readonly #requestLog: RequestLog;
  /** null: no traces are sent. */
  readonly #spans: Spans | null;

  constructor(requestLog: RequestLog, spans: Spans | null) {
    this.#requestLog = requestLog;
    this.#spans = spans;
  }

  /** Undefined where nothing is kept of a call, so that most calls cost nothing more. */
  begin(route: Route, arrival: Arrival, caller: Caller): WatchedCall | undefined {
    const level = isDashboardBrowsing(route.scope, caller) ? 'off' : this.#requestLog.levelOf(caller);
    return level === 'off' && !this.#spans ? undefined : new WatchedCall(route, arrival, { caller, level });
  }

  end(call: WatchedCall, status: number, isStopped: boolean): void {
    const seen = call.end(status, isStopped);
    if (call.isLogged) this.#requestLog.add(seen, call.bodies);
    this.#spans?.record(seen, call.traceParent);
  }
}
