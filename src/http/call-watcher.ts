// Decides which calls are recorded, and passes the recording to the metrics, the request log and telemetry.
import type { Caller } from '../core/caller.ts';
import { isDashboardBrowsing } from './allowance.ts';
import { operationOf } from './gen-ai-names.ts';
import type { Metrics } from './metrics.ts';
import type { RequestLog } from './request-log.ts';
import type { Route } from './route.ts';
import type { Telemetry } from './telemetry.ts';
import { type Arrival, nameOf, WatchedCall } from './watched-call.ts';

export interface CallReaders {
  requestLog: RequestLog;
  /** null: nothing is sent. */
  telemetry: Telemetry | null;
  metrics: Metrics;
}

export class CallWatcher {
  readonly #requestLog: RequestLog;
  readonly #telemetry: Telemetry | null;

  readonly #metrics: Metrics;
  /** Whether calls of the route use a model: found once for each route, because a name is matched against patterns. */
  readonly #usesModel = new Map<Route, boolean>();

  constructor({ requestLog, telemetry, metrics }: CallReaders) {
    this.#requestLog = requestLog;
    this.#telemetry = telemetry;
    this.#metrics = metrics;
  }

  /** Undefined if nothing is recorded, so that most calls have no extra cost. */
  begin(route: Route, arrival: Arrival, caller: Caller): WatchedCall | undefined {
    const level = isDashboardBrowsing(route.scope, caller) ? 'off' : this.#requestLog.levelOf(caller);
    const isShown = level !== 'off' || this.#telemetry !== null;
    return isShown || this.#callsModel(route) ? new WatchedCall(route, arrival, { caller, level, isShown }) : undefined;
  }

  end(call: WatchedCall, status: number, isStopped: boolean): void {
    const seen = call.end(status, isStopped);
    if (this.#callsModel(call.route)) this.#metrics.observeCall(seen);
    if (call.isLogged) this.#requestLog.add(seen, call.bodies);
    this.#telemetry?.record(seen, call.traceParent);
  }

  #callsModel(route: Route): boolean {
    let usesModel = this.#usesModel.get(route);
    if (usesModel === undefined) {
      usesModel = operationOf({ method: route.method, route: nameOf(route) }) !== undefined;
      this.#usesModel.set(route, usesModel);
    }
    return usesModel;
  }
}
