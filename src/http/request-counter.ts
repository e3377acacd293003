// Counts requests: immediately for the metrics, in small batches for the usage statistics.
import type { Caller } from '../core/caller.ts';
import type { Log } from '../core/log.ts';
import type { Queries } from '../store/database.ts';
import { addRequestCounts, type RequestCount } from '../store/usage.ts';
import { isDashboardBrowsing } from './allowance.ts';
import type { Metrics } from './metrics.ts';
import type { Route } from './route.ts';

export interface CountedRequest {
  route: Route;
  caller: Caller;
  status: number;
  durationMs: number;
  /** The ledger counts charged requests, together with their usage. */
  charged: boolean;
}

/** The status of a request whose client disconnected before the response. Nobody receives it, and it is no error. */
export const CLIENT_LEFT = 499;

const MAX_PENDING = 10_000;

export class RequestCounter {
  readonly #queries: Queries;
  readonly #metrics: Metrics;
  readonly #log: Log;
  #pending = new Map<string, RequestCount>();

  constructor(queries: Queries, metrics: Metrics, log: Log) {
    this.#queries = queries;
    this.#metrics = metrics;
    this.#log = log;
  }

  count({ route, caller, status, durationMs, charged }: CountedRequest): void {
    this.#metrics.observeRequest(route, status, durationMs);
    if (charged || isDashboardBrowsing(route.scope, caller) || this.#pending.size >= MAX_PENDING) return;
    const id = `${caller.accountId} ${caller.environment} ${route.tag} ${caller.keyId}`;
    let count = this.#pending.get(id);
    if (!count) {
      const { accountId, environment, keyId } = caller;
      count = { accountId, environment, module: route.tag, keyId, requests: 0, errors: 0 };
      this.#pending.set(id, count);
    }
    count.requests += 1;
    if (status >= 400 && status !== CLIENT_LEFT) count.errors += 1;
  }

  /** Writes the gathered counts; called every second and at shutdown. */
  async flush(): Promise<void> {
    const counts = [...this.#pending.values()];
    this.#pending = new Map();
    await addRequestCounts(this.#queries, counts).catch((error) =>
      this.#log.warn({ err: error }, 'usage counts could not be written'),
    );
  }
}
