// Probes upstreams at intervals: one that failed several times in a row gets no calls until a probe succeeds.
import { type Clock, systemClock } from '../core/clock.ts';
import { type Log, redact } from '../core/log.ts';
import { wholeReason } from '../core/upstream-failure.ts';
import { nextTryOf } from '../net/attempt-error.ts';
import { type ProbeSettings, readProbe } from '../net/watch-settings.ts';
import type { Makes } from './live-upstreams.ts';
import type { NamedUpstream } from './named-upstreams.ts';

export interface ProbeReport {
  makes: Makes;
  upstream: string;
  /** Whether it is out of turn. */
  isOut: boolean;
  /** Failed probes since the last that succeeded. */
  failures: number;
  checkedAt: Date | null;
  lastError: string | null;
  totals: { succeeded: number; failed: number };
}

export interface ProbeParts {
  named(): readonly NamedUpstream[];
  /** Resolves once the upstream has answered; undefined if no engine has this name now. */
  send(
    upstream: Pick<NamedUpstream, 'makes' | 'name'>,
    asks: ProbeSettings['asks'],
    signal: AbortSignal,
  ): Promise<void> | undefined;
  log: Log;
  clock?: Clock;
}

interface Watch extends ProbeReport {
  settings: ProbeSettings;
  /** Other settings start anew: failures under the old ones do not count. */
  of: NamedUpstream['entry'];
  nextAtMs: number;
  running: Promise<void> | undefined;
}

/** A list of models is answered at once, a call after the model has thought. */
const LIMIT_MS = { models: 15_000, call: 60_000 };
const SOON_MS = 1_000;

export class UpstreamProbes {
  readonly #parts: ProbeParts;
  readonly #clock: Clock;
  readonly #ending = new AbortController();
  #seen: readonly NamedUpstream[] | undefined;
  #watches: ReadonlyMap<string, Watch> = new Map();

  constructor(parts: ProbeParts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
  }

  /** Starts the probes that are due, and waits for none. */
  tick(): void {
    this.#follow();
    const now = this.#clock.nowMs();
    for (const watch of this.#watches.values())
      if (!watch.running && now >= watch.nextAtMs && !this.#ending.signal.aborted) this.#start(watch);
  }

  waitMs(makes: Makes, upstream: string): number {
    const watch = this.#watches.get(keyOf(makes, upstream));
    if (!watch?.isOut) return 0;
    return Math.max(SOON_MS, watch.nextAtMs - this.#clock.nowMs());
  }

  reports(): readonly ProbeReport[] {
    return [...this.#watches.values()];
  }

  /** Ends the probes that run. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([...this.#watches.values()].map(({ running }) => running));
  }

  #follow(): void {
    const named = this.#parts.named();
    if (named === this.#seen) return;
    this.#seen = named;
    const before = this.#watches;
    this.#watches = new Map(
      named.flatMap(({ makes, name, entry }): [string, Watch][] => {
        const settings = readProbe(entry);
        if (!settings) return [];
        const key = keyOf(makes, name);
        const known = before.get(key);
        const isSame = known && JSON.stringify(known.of) === JSON.stringify(entry);
        return [[key, isSame ? known : this.#newWatch(settings, { makes, name, entry })]];
      }),
    );
  }

  #newWatch(settings: ProbeSettings, { makes, name: upstream, entry: of }: NamedUpstream): Watch {
    return {
      ...{ makes, upstream, of, settings, nextAtMs: this.#clock.nowMs(), running: undefined },
      ...{ isOut: false, failures: 0, checkedAt: null, lastError: null, totals: { succeeded: 0, failed: 0 } },
    };
  }

  #start(watch: Watch): void {
    const { makes, upstream: name, settings } = watch;
    const limitMs = Math.min(LIMIT_MS[settings.asks], settings.everyMs);
    const limit = AbortSignal.timeout(limitMs);
    watch.nextAtMs = this.#clock.nowMs() + settings.everyMs;
    const sent = this.#parts.send({ makes, name }, settings.asks, AbortSignal.any([limit, this.#ending.signal]));
    if (!sent) {
      // It is being opened, or its key cannot be read: its models are not offered either.
      watch.nextAtMs = this.#clock.nowMs() + SOON_MS;
      return;
    }
    watch.running = sent
      .then(
        () => this.#succeeded(watch),
        (error: unknown) => {
          if (this.#ending.signal.aborted) return;
          // It has answered that it does not want this call: it is there.
          if (settings.asks === 'call' && !limit.aborted && nextTryOf(error) === 'never') this.#succeeded(watch);
          else this.#failed(watch, limit.aborted ? `no answer within ${limitMs / 1_000} s` : wholeReason(error));
        },
      )
      .finally(() => {
        watch.running = undefined;
      });
  }

  #succeeded(watch: Watch): void {
    const { makes, upstream, isOut } = watch;
    watch.totals.succeeded += 1;
    Object.assign(watch, { isOut: false, failures: 0, lastError: null, checkedAt: new Date(this.#clock.nowMs()) });
    if (isOut) this.#parts.log.info({ upstream, makes }, 'an upstream answers its probes again: it gets calls');
  }

  #failed(watch: Watch, reason: string): void {
    const { makes, upstream, settings, isOut } = watch;
    watch.totals.failed += 1;
    watch.failures += 1;
    watch.isOut ||= watch.failures >= settings.failures;
    watch.lastError = redact(reason);
    watch.checkedAt = new Date(this.#clock.nowMs());
    if (watch.isOut && !isOut)
      this.#parts.log.warn(
        { upstream, makes, failures: watch.failures, reason: watch.lastError },
        'an upstream failed its probes: it gets no calls until one succeeds',
      );
  }
}

function keyOf(makes: Makes, upstream: string): string {
  return `${makes}\n${upstream}`;
}
