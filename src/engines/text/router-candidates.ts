// Decides which engines serve a model and in which order they are tried: equal engines by weight, then the fallbacks.
import type { Clock } from '../../core/clock.ts';
import { areModelsBound } from '../../core/model-lists.ts';
import type { Gate } from '../../net/gate.ts';
import { type Candidate, type CandidateHealth, Routing, type RoutingRule, type Sale } from '../../net/routing.ts';
import type { Sharing } from '../../net/sharing.ts';
import type { TextEngine, TextModel } from './port.ts';

/** The operator's settings for one model at one engine. */
export interface ModelRule extends RoutingRule {
  aliases: readonly string[];
}

const FRESH_MS = 200;

interface Offer {
  /** The description by the first engine, or by the first that is ready. */
  model: TextModel;
  engines: TextEngine[];
}

export class Candidates {
  readonly #engines: () => readonly TextEngine[];
  readonly #rules: () => readonly ModelRule[];
  #seenRules: readonly ModelRule[] | undefined;
  #aliases: ReadonlyMap<string, string> = new Map();
  readonly #routing: Routing<TextEngine>;
  readonly #clock: Clock;
  #byId: ReadonlyMap<string, Offer> = new Map();
  readonly #plans = new Map<string, readonly Candidate<TextEngine>[]>();
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(options: {
    engines: () => readonly TextEngine[];
    rules: () => readonly ModelRule[];
    clock: Clock;
    random: () => number;
    sale?: Sale | undefined;
    sharing?: Sharing | undefined;
    gate?: Gate | undefined;
  }) {
    this.#engines = options.engines;
    this.#clock = options.clock;
    const { sale, sharing, gate, ...others } = options;
    const chosen = { ...(sale ? { sale } : {}), ...(sharing ? { sharing } : {}), ...(gate ? { gate } : {}) };
    this.#routing = new Routing({ ...others, ...chosen });
    this.#rules = options.rules;
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
  plan(model: string, conversation?: () => string | undefined): readonly Candidate<TextEngine>[] {
    this.#offers();
    const isBound = areModelsBound();
    const known = isBound ? undefined : this.#plans.get(model);
    if (known) return known;
    const candidates = this.#routing.plan(model, (name) => this.#enginesOf(name), conversation);
    // With only one candidate, the plan stays the same until the offers are read again, unless this caller may not use
    // the candidate.
    if (candidates.length === 1 && !isBound) this.#plans.set(model, candidates);
    return candidates;
  }

  /** A fallback may be an alias. */
  #enginesOf(name: string): { name: string; model: string; engine: TextEngine }[] {
    const model = this.resolve(name)?.id;
    const engines = model === undefined ? [] : (this.#offers().get(model)?.engines ?? []);
    return engines.map((engine) => ({ name: engine.name, model: model ?? name, engine }));
  }

  /** Cached briefly: read several times per request, while what engines offer changes a few times an hour. */
  #offers(): ReadonlyMap<string, Offer> {
    const now = this.#clock.nowMs();
    const rules = this.#rules();
    // Changed rules mean changed upstreams, which the next call must already find.
    if (now - this.#readAt < FRESH_MS && rules === this.#seenRules) return this.#byId;
    const byId = new Map<string, Offer>();
    for (const engine of this.#engines()) {
      for (const model of this.#routing.offered(engine.name, engine.models())) {
        const offer = byId.get(model.id);
        if (!offer) byId.set(model.id, { model, engines: [engine] });
        else {
          offer.engines.push(engine);
          if (!offer.model.ready && model.ready) offer.model = model;
        }
      }
    }
    this.#seenRules = rules;
    this.#aliases = new Map(rules.flatMap(({ aliases, model }) => aliases.map((alias) => [alias, model])));
    this.#byId = byId;
    this.#plans.clear();
    this.#readAt = now;
    return byId;
  }

  forget(engine: string): void {
    this.#routing.forget(engine);
    this.#plans.clear();
  }

  health(): CandidateHealth[] {
    return this.#routing.health();
  }
}
