// Recent calls to one upstream: their number, failures and durations. Keeps at most 500 calls and reports the last 15 minutes.
import type { Clock } from './clock.ts';

const WINDOW_MS = 15 * 60_000;
const MAX_CALLS = 500;
/** Sorting hundreds of calls for each call would cost more than a fresh median is worth. */
const MEDIAN_FRESH_MS = 1_000;

export interface CallHealthReport {
  calls: number;
  errors: number;
  /** Durations of the successful calls; null if none succeeded. */
  latencyMs: { p50: number; p95: number } | null;
  lastError: { message: string; at: Date } | null;
}

interface EndedCall {
  atMs: number;
  latencyMs: number;
  isError: boolean;
}

/** Counted since this process started. */
export interface CallTotals {
  succeeded: number;
  failed: number;
  retried: number;
}

export class CallHealth {
  readonly totals: CallTotals = { succeeded: 0, failed: 0, retried: 0 };
  readonly #clock: Clock;
  readonly #calls: EndedCall[] = [];
  /** Index of the next write. The array is a ring buffer: when it is full, the oldest call is overwritten. */
  #next = 0;
  #lastError: { message: string; atMs: number } | null = null;
  #median: number | undefined;
  #medianAtMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  succeeded(latencyMs: number): void {
    this.totals.succeeded += 1;
    this.#add({ atMs: this.#clock.nowMs(), latencyMs, isError: false });
  }

  failed(latencyMs: number, message: string): void {
    this.totals.failed += 1;
    const atMs = this.#clock.nowMs();
    this.#add({ atMs, latencyMs, isError: true });
    this.#lastError = { message, atMs };
  }

  retried(): void {
    this.totals.retried += 1;
  }

  /** The duration of the usual successful call; undefined if none succeeded lately. */
  medianMs(): number | undefined {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#medianAtMs >= MEDIAN_FRESH_MS) {
      this.#medianAtMs = nowMs;
      this.#median = this.report().latencyMs?.p50;
    }
    return this.#median;
  }

  report(): CallHealthReport {
    const since = this.#clock.nowMs() - WINDOW_MS;
    const recent = this.#calls.filter(({ atMs }) => atMs > since);
    const latencies = recent.flatMap(({ isError, latencyMs }) => (isError ? [] : [latencyMs])).sort((a, b) => a - b);
    return {
      calls: recent.length,
      errors: recent.length - latencies.length,
      latencyMs: latencies.length === 0 ? null : { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
      lastError: this.#lastError && { message: this.#lastError.message, at: new Date(this.#lastError.atMs) },
    };
  }

  #add(call: EndedCall): void {
    this.#calls[this.#next] = call;
    this.#next = (this.#next + 1) % MAX_CALLS;
  }
}

function percentile(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0);
}
