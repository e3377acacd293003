// Decides which calls are recorded, and passes the recording to the request log and to telemetry.
import type { Caller } from '../core/caller.ts';
import { isDashboardBrowsing } from './allowance.ts';
import type { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';
import type { Telemetry } from './telemetry.ts';
import { type Arrival, WatchedCall } from './watched-call.ts';

export class CallWatcher {
  readonly #requestLog: RequestLog;
  /** null: nothing is sent. */
  readonly #telemetry: Telemetry | null;

  constructor(requestLog: RequestLog, telemetry: Telemetry | null) {
    this.#requestLog = requestLog;
    this.#telemetry = telemetry;
  }

  /** Undefined if nothing is recorded, so that most calls have no extra cost. */
  begin(route: Route, arrival: Arrival, caller: Caller): WatchedCall | undefined {
    const level = isDashboardBrowsing(route.scope, caller) ? 'off' : this.#requestLog.levelOf(caller);
    return level === 'off' && !this.#telemetry ? undefined : new WatchedCall(route, arrival, { caller, level });
  }

  end(call: WatchedCall, status: number, isStopped: boolean): void {
    const seen = call.end(status, isStopped);
    if (call.isLogged) this.#requestLog.add(seen, call.bodies);
    this.#telemetry?.record(seen, call.traceParent);
  }
}
