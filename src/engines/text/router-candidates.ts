// Decides which engines serve a model and in which order they are tried: equal engines by weight, then the fallbacks.
import { CallHealth, type CallHealthReport } from '../../core/call-health.ts';
import type { Clock } from '../../core/clock.ts';
import type { TextEngine, TextModel } from './port.ts';
import { Breaker } from './router-breaker.ts';

/** The operator's settings for one model at one engine; a model without a rule has weight 1 and no fallbacks. */
export interface ModelRule {
  engine: string;
  model: string;
  aliases: readonly string[];
  weight: number;
  fallbacks: readonly string[];
  retries: number;
}

/** One engine serving one model. */
export interface Candidate {
  engine: TextEngine;
  model: string;
  retries: number;
  breaker: Breaker;
  health: CallHealth;
}

/** Health of one model at one engine, as seen by this process. */
export interface CandidateHealth extends CallHealthReport {
  engine: string;
  model: string;
  state: 'closed' | 'open' | 'testing';
  opensForMs: number;
}

const DEFAULT_RETRIES = 1;
const FRESH_MS = 200;

interface Offer {
  /** The description by the first engine, or by the first that is ready. */
  model: TextModel;
  engines: TextEngine[];
}

export class Candidates {
  readonly #engines: () => readonly TextEngine[];
  readonly #rules = new Map<string, ModelRule>();
  readonly #aliases = new Map<string, string>();
  readonly #watched = new Map<string, { breaker: Breaker; health: CallHealth }>();
  readonly #clock: Clock;
  readonly #random: () => number;
  #byId: ReadonlyMap<string, Offer> = new Map();
  readonly #plans = new Map<string, readonly Candidate[]>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    engines: () => readonly TextEngine[];
    rules: readonly ModelRule[];
    clock: Clock;
    random: () => number;
  }) {
    this.#engines = options.engines;
    this.#clock = options.clock;
    this.#random = options.random;
    for (const rule of options.rules) {
      this.#rules.set(candidateKey(rule.engine, rule.model), rule);
      for (const alias of rule.aliases) this.#aliases.set(alias, rule.model);
    }
  }

  /** The model that a name refers to; a model's own id wins over an alias. */
  resolve(name: string): TextModel | undefined {
    const offers = this.#offers();
    const alias = this.#aliases.get(name);
    return (offers.get(name) ?? (alias === undefined ? undefined : offers.get(alias)))?.model;
  }

  models(): TextModel[] {
    return [...this.#offers().values()].map(({ model }) => model);
  }

  engineOf(model: string): TextEngine | undefined {
    return this.#offers().get(model)?.engines[0];
  }

  /** Every candidate for the model, best first; those with an open breaker come last. */
  plan(model: string): readonly Candidate[] {
    this.#offers();
    const known = this.#plans.get(model);
    if (known) return known;
    const candidates = this.#makePlan(model);
    // With only one candidate, the plan stays the same until the offers are read again.
    if (candidates.length === 1) this.#plans.set(model, candidates);
    return candidates;
  }

  #makePlan(model: string): Candidate[] {
    const candidates: Candidate[] = [];
    const seen = new Set<string>();
    for (const name of [model, ...this.#fallbacksOf(model)]) {
      const resolved = this.resolve(name)?.id;
      if (resolved === undefined || seen.has(resolved)) continue;
      seen.add(resolved);
      candidates.push(...this.#equals(resolved));
    }
    return candidates.sort((a, b) => Number(a.breaker.waitMs() > 0) - Number(b.breaker.waitMs() > 0));
  }

  #equals(model: string): Candidate[] {
    const candidates = (this.#offers().get(model)?.engines ?? []).map((engine) => {
      const rule = this.#rules.get(candidateKey(engine.name, model));
      const retries = rule?.retries ?? DEFAULT_RETRIES;
      return {
        candidate: { engine, model, retries, ...this.#watch(engine.name, model) },
        weight: rule?.weight ?? 1,
      };
    });
    return shuffleByWeight(candidates, this.#random).map(({ candidate }) => candidate);
  }

  #fallbacksOf(model: string): readonly string[] {
    return this.#engines().flatMap((engine) => this.#rules.get(candidateKey(engine.name, model))?.fallbacks ?? []);
  }

  /** Cached briefly: read several times per request, while what engines offer changes a few times an hour. */
  #offers(): ReadonlyMap<string, Offer> {
    const now = this.#clock.nowMs();
    if (now - this.#readAt < FRESH_MS) return this.#byId;
    const byId = new Map<string, Offer>();
    for (const engine of this.#engines()) {
      for (const model of engine.models()) {
        const offer = byId.get(model.id);
        if (!offer) byId.set(model.id, { model, engines: [engine] });
        else {
          offer.engines.push(engine);
          if (!offer.model.ready && model.ready) offer.model = model;
        }
      }
    }
    this.#byId = byId;
    this.#plans.clear();
    this.#readAt = now;
    return byId;
  }

  health(): CandidateHealth[] {
    return [...this.#watched].map(([key, { breaker, health }]) => {
      const [engine = '', model = ''] = key.split('\n');
      return { engine, model, state: breaker.state(), opensForMs: breaker.waitMs(), ...health.report() };
    });
  }

  #watch(engine: string, model: string): { breaker: Breaker; health: CallHealth } {
    const key = candidateKey(engine, model);
    let watched = this.#watched.get(key);
    if (!watched) {
      watched = { breaker: new Breaker(this.#clock), health: new CallHealth(this.#clock) };
      this.#watched.set(key, watched);
    }
    return watched;
  }
}

function candidateKey(engine: string, model: string): string {
  return `${engine}\n${model}`;
}

/** Efraimidis–Spirakis: the probability to come first is proportional to the weight; a weight of 0 comes last. */
function shuffleByWeight<T extends { weight: number }>(items: readonly T[], random: () => number): T[] {
  if (items.length < 2) return [...items];
  return items
    .map((item) => ({ item, rank: item.weight > 0 ? random() ** (1 / item.weight) : -1 }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
}
