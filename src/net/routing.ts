// The one router behind every kind of engine: decides which engines serve a model in which order, with retries, fallbacks and circuit breakers.
import { setTimeout as sleep } from 'node:timers/promises';
import { CallHealth, type CallHealthReport, type CallTotals } from '../core/call-health.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { ServiceError } from '../core/errors.ts';
import { isSpared, mayUseModel } from '../core/model-lists.ts';
import { wholeReason } from '../core/upstream-failure.ts';
import { bookLost } from '../core/upstream-work.ts';
import { AttemptError, nextTryOf } from './attempt-error.ts';
import { Breaker } from './breaker.ts';
import { ALWAYS_OPEN, type Gate } from './gate.ts';
import { mayBeBilled } from './provider-error.ts';
import { BY_WEIGHT, byKey, byLeast, type Sharing } from './sharing.ts';

/** The operator's settings for one model at one engine; a model without a rule has weight 1 and no fallbacks. */
export interface RoutingRule {
  engine: string;
  model: string;
  weight: number;
  fallbacks: readonly string[];
  retries: number;
}

/** One engine serving one model. */
export interface Serving<Engine> {
  engine: Engine;
  /** The engine's name in errors and in the operator's list. */
  name: string;
  model: string;
}

/** The engine that did the work and the model that it served: the upstream's charge depends on both. */
export interface DoneBy {
  engine: string;
  model: string;
}

export interface Candidate<Engine> extends Serving<Engine> {
  retries: number;
  breaker: Breaker;
  gate: Gate;
  health: CallHealth;
}

/** Health of one model at one engine, as seen by this process. */
export interface CandidateHealth extends CallHealthReport {
  engine: string;
  model: string;
  state: 'closed' | 'open' | 'testing';
  opensForMs: number;
  totals: CallTotals;
}

/** What may be sold: an upstream's model needs a price, and a fallback must not cost more than the customer pays. */
export interface Sale {
  offered<Model extends { id: string }>(upstream: string, models: readonly Model[]): readonly Model[];
  mayServe(ordered: string, by: { name: string; model: string }): boolean;
}

const EVERYTHING: Sale = { offered: (_upstream, models) => models, mayServe: () => true };

export interface RoutingOptions {
  /** A function if they change while the service runs; it returns the same list until they change. */
  rules?: readonly RoutingRule[] | (() => readonly RoutingRule[]);
  sale?: Sale;
  sharing?: Sharing;
  gate?: Gate;
  clock?: Clock;
  random?: () => number;
}

/** Makes sure that slower upstreams are measured, too, where the fastest comes first. */
const MEASURED_SHARE = 0.02;
const DEFAULT_RETRIES = 1;
const FIRST_BACKOFF_MS = 100;

export class Routing<Engine> {
  readonly #readRules: () => readonly RoutingRule[];
  #seenRules: readonly RoutingRule[] = [];
  #rules: ReadonlyMap<string, RoutingRule> = new Map();
  readonly #watched = new Map<string, { breaker: Breaker; health: CallHealth }>();
  readonly #sale: Sale;
  readonly #sharing: Sharing;
  readonly #gate: Gate;
  readonly #clock: Clock;
  readonly #random: () => number;

  constructor({ rules = [], sale = EVERYTHING, sharing = BY_WEIGHT, ...others }: RoutingOptions = {}) {
    const { gate = ALWAYS_OPEN, clock = systemClock, random = Math.random } = others;
    this.#gate = gate;
    this.#sale = sale;
    this.#sharing = sharing;
    this.#readRules = typeof rules === 'function' ? rules : () => rules;
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * The engines of a model in the order of its policy, then those of its fallbacks that the caller may use; those that
   * get no calls now come last. `conversation`: what stays the same in all calls of a conversation.
   */
  plan(
    model: string,
    enginesOf: (model: string) => readonly Serving<Engine>[],
    conversation?: () => string | undefined,
  ): Candidate<Engine>[] {
    this.#followRules();
    const first = enginesOf(model);
    const fallbacks = first.flatMap((one) => this.#rules.get(keyOf(one.name, one.model))?.fallbacks ?? []);
    const seen = new Set<string>();
    return [first, ...fallbacks.map(enginesOf)]
      .flatMap((engines) => {
        const fresh = engines.filter(
          (one) =>
            !seen.has(keyOf(one.name, one.model)) &&
            (one.model === model || mayUseModel(one.model)) &&
            !isSpared(one.model, one.name) &&
            this.#sale.mayServe(model, one),
        );
        for (const one of fresh) seen.add(keyOf(one.name, one.model));
        return this.#equals(fresh, conversation);
      })
      .sort((a, b) => Number(waitOf(a) > 0) - Number(waitOf(b) > 0));
  }

  /** The models of an engine that are offered. */
  offered<Model extends { id: string }>(engine: string, models: readonly Model[]): readonly Model[] {
    return this.#sale.offered(engine, models);
  }

  health(): CandidateHealth[] {
    return [...this.#watched].map(([key, { breaker, health }]) => {
      const [engine = '', model = ''] = key.split('\n');
      return {
        engine,
        model,
        state: breaker.state(),
        opensForMs: breaker.waitMs(),
        ...health.report(),
        totals: health.totals,
      };
    });
  }

  /** A replaced engine starts fresh: failures under the old settings do not count. */
  forget(engine: string): void {
    for (const key of this.#watched.keys()) if (key.startsWith(keyOf(engine, ''))) this.#watched.delete(key);
  }

  #followRules(): void {
    const rules = this.#readRules();
    if (rules === this.#seenRules) return;
    this.#seenRules = rules;
    this.#rules = new Map(rules.map((rule) => [keyOf(rule.engine, rule.model), rule]));
  }

  #equals(engines: readonly Serving<Engine>[], conversation?: () => string | undefined): Candidate<Engine>[] {
    const candidates = engines.map(({ name, model, engine }) => {
      const rule = this.#rules.get(keyOf(name, model));
      const retries = rule?.retries ?? DEFAULT_RETRIES;
      const weight = rule?.weight ?? 1;
      return {
        candidate: { engine, name, model, retries, gate: this.#gate, ...this.#watch(name, model) },
        name,
        weight,
      };
    });
    const shuffled = shuffleByWeight(candidates, this.#random);
    return this.#inOrder(shuffled, conversation).map(({ candidate }) => candidate);
  }

  #inOrder<One extends { candidate: Candidate<Engine>; name: string; weight: number }>(
    shuffled: readonly One[],
    conversation: (() => string | undefined) | undefined,
  ): readonly One[] {
    const [first] = shuffled;
    if (!first || shuffled.length === 1) return shuffled;
    const policy = this.#sharing.policyOf(first.candidate.model);
    if (policy === 'cheapest') return byLeast(shuffled, ({ candidate }) => this.#sharing.costOf(candidate));
    if (policy === 'fastest' && this.#random() >= MEASURED_SHARE)
      return byLeast(shuffled, ({ candidate }) => candidate.health.medianMs());
    const key = policy === 'sticky' ? conversation?.() : undefined;
    return key === undefined ? shuffled : byKey(shuffled, key);
  }

  #watch(engine: string, model: string): { breaker: Breaker; health: CallHealth } {
    const key = keyOf(engine, model);
    let watched = this.#watched.get(key);
    if (!watched) {
      watched = { breaker: new Breaker(this.#clock), health: new CallHealth(this.#clock) };
      this.#watched.set(key, watched);
    }
    return watched;
  }
}

export interface AttemptTerms {
  signal: AbortSignal;
  /** The failures of which the caller itself books what an upstream did. */
  isBooked?: (failure: unknown) => boolean;
}

export function doneBy({ name, model }: Serving<unknown>): DoneBy {
  return { engine: name, model };
}

/**
 * Returns the first success. A rejected order ends the loop, and so does an order that failed after an engine had
 * accepted it.
 */
export async function tryInTurn<Engine, Result>(
  candidates: readonly Candidate<Engine>[],
  attempt: (candidate: Candidate<Engine>) => Promise<Result>,
  end: AbortSignal | AttemptTerms,
): Promise<Result> {
  const terms = end instanceof AbortSignal ? { signal: end } : end;
  const { signal } = terms;
  let failure: unknown;
  for (const candidate of candidates) {
    const pause = pauseOf(candidate);
    if (pause) {
      failure ??= pause;
      continue;
    }
    const outcome = await tryCandidate(candidate, attempt, terms);
    if ('result' in outcome) return outcome.result;
    failure = outcome.failure;
    if (signal.aborted || isFinal(failure)) throw failure;
  }
  throw failure;
}

async function tryCandidate<Engine, Result>(
  candidate: Candidate<Engine>,
  attempt: (candidate: Candidate<Engine>) => Promise<Result>,
  { signal, isBooked }: AttemptTerms,
): Promise<{ result: Result } | { failure: unknown }> {
  const { breaker, health, retries } = candidate;
  for (let count = 0; ; count += 1) {
    breaker.begin();
    const startedMs = performance.now();
    try {
      const result = await attempt(candidate);
      breaker.succeeded();
      health.succeeded(performance.now() - startedMs);
      return { result };
    } catch (failure) {
      const next = nextTryOf(failure);
      // An engine of this machine fails with other errors.
      if (failure instanceof AttemptError) failure.upstream ??= candidate.name;
      const isEnginesFault = !signal.aborted && next !== 'never';
      if (isEnginesFault) health.failed(performance.now() - startedMs, wholeReason(failure));
      // Only upstreams trip the breaker: a local engine that is busy or still pulling its weights reports that itself on each call.
      // What one order brought about, such as an answer beyond our bounds, says nothing of the next one.
      const isPaused = isEnginesFault && failure instanceof AttemptError && next !== 'billed';
      if (isPaused) breaker.failed(failure.pauseSeconds);
      else breaker.undecided();
      if (!isBooked?.(failure) && mayBeBilled(failure))
        await bookLost({ by: doneBy(candidate), error: failure, wasAborted: signal.aborted });
      if (signal.aborted || next !== 'again' || count >= retries) return { failure };
      await sleep(FIRST_BACKOFF_MS * 2 ** count, undefined, { signal }).catch(() => undefined);
      // No further attempt has begun, so the call ends with this one.
      if (signal.aborted) return { failure };
      health.retried();
    }
  }
}

function isFinal(failure: unknown): boolean {
  const next = nextTryOf(failure);
  return next === 'never' || next === 'ordered' || next === 'billed';
}

function waitOf({ name, breaker, gate }: Candidate<unknown>): number {
  return Math.max(breaker.waitMs(), gate.waitMs(name));
}

/** Undefined if it may take a call. Without the upstream: its pause is logged, and not every call that it cannot serve. */
function pauseOf(candidate: Candidate<unknown>): ServiceError | undefined {
  const waitMs = waitOf(candidate);
  if (waitMs <= 0) return undefined;
  const message =
    candidate.breaker.waitMs() > 0
      ? 'The model failed repeatedly and is paused. Try again later.'
      : 'The model takes no calls right now. Try again later, or use another model.';
  return new ServiceError('engine_unavailable', message, { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

function keyOf(engine: string, model: string): string {
  return `${engine}\n${model}`;
}

/**
 * Efraimidis–Spirakis sampling: the probability of coming first is proportional to the weight; a weight of 0 comes
 * last.
 */
function shuffleByWeight<T extends { weight: number }>(items: readonly T[], random: () => number): T[] {
  if (items.length < 2) return [...items];
  return items
    .map((item) => ({ item, rank: item.weight > 0 ? random() ** (1 / item.weight) : -1 }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
}
