// The engines for the operator: their models, prices, and the outcome of recent calls.
import { type MicroCredits, microToCredits } from '../../core/money.ts';
import { kindOf, type ModelKind, moduleOfKind } from '../../money/offers.ts';
import type { Prices } from '../../money/prices.ts';

export interface ServedModel {
  id: string;
  module: string;
  engine: string;
  ready: boolean;
  progress?: number;
  note?: string;
}

/** The health of one model at one engine, as seen by this process. */
export interface ModelHealth {
  engine: string;
  model: string;
  /** Absent if there is no circuit breaker and every call is tried. */
  state?: 'closed' | 'open' | 'testing';
  opensForMs?: number;
  calls: number;
  errors: number;
  latencyMs: { p50: number; p95: number } | null;
  lastError: { message: string; at: Date } | null;
}

/** What probes of an upstream have found, as seen by this process. */
export interface EngineProbe {
  makes: ModelKind;
  upstream: string;
  isOut: boolean;
  failures: number;
  checkedAt: Date | null;
  lastError: string | null;
}

/** What an upstream with a budget has cost in its window. */
export interface EngineBudget {
  makes: ModelKind;
  upstream: string;
  period: 'day' | 'month';
  limit: MicroCredits;
  spent: MicroCredits;
  endsAt: Date;
}

export interface EngineSources {
  prices: Prices;
  models(): readonly ServedModel[];
  health(): readonly ModelHealth[];
  probes(): readonly EngineProbe[];
  budgets(): readonly EngineBudget[];
}

export class OperatorEngines {
  readonly #sources: EngineSources;

  constructor(sources: EngineSources) {
    this.#sources = sources;
  }

  list(): object {
    const { prices } = this.#sources;
    const served = this.#sources.models();
    const known = new Set(served.map(({ engine, module, id }) => `${module}\n${engine}\n${id}`));
    // Routers omit models that are not offered, and name a shared text model once; the operator sees each upstream here.
    const others = prices.offers.all().flatMap(({ kind, upstream, model: id, isOffered }): ServedModel[] => {
      const module = moduleOfKind(kind);
      if (known.has(`${module}\n${upstream}\n${id}`)) return [];
      const shared = isOffered ? served.find((one) => one.module === module && one.id === id) : undefined;
      return isOffered && !shared ? [] : [{ id, module, engine: upstream, ready: shared?.ready ?? false }];
    });
    const byEngine = Map.groupBy([...served, ...others], ({ engine, module }) => `${module}\n${engine}`);
    const health = new Map(this.#sources.health().map((one) => [`${one.engine}\n${one.model}`, one]));
    const probes = new Map(this.#sources.probes().map((one) => [`${moduleOfKind(one.makes)}\n${one.upstream}`, one]));
    const budgets = Map.groupBy(this.#sources.budgets(), (one) => `${moduleOfKind(one.makes)}\n${one.upstream}`);
    const data = [...byEngine].map(([key, models]) => ({
      object: 'operator.engine',
      name: models[0]?.engine,
      module: models[0]?.module,
      ready: models.some(({ ready }) => ready),
      probe: showProbe(probes.get(key)),
      budgets: (budgets.get(key) ?? []).map(showBudget),
      models: models.map((model) => this.#showModel(model, health.get(`${model.engine}\n${model.id}`))),
    }));
    return { object: 'list', data };
  }

  #showModel(model: ServedModel, health: ModelHealth | undefined): object {
    const offer = this.#sources.prices.offers.find(kindOf(model.module), model.engine, model.id);
    return {
      id: model.id,
      ready: model.ready,
      offered: offer?.isOffered ?? true,
      reason: offer?.reason ?? null,
      hosting: offer && !offer.isOwn ? 'provider' : 'own',
      progress: model.progress ?? null,
      note: model.note ?? null,
      pricing: this.#sources.prices.of(model.module, model.id),
      health: health ? showHealth(health) : null,
    };
  }
}

function showBudget({ period, limit, spent, endsAt }: EngineBudget): object {
  return {
    period,
    limit: microToCredits(limit),
    spent: microToCredits(spent),
    used_up: spent >= limit,
    ends_at: endsAt.toISOString(),
  };
}

function showProbe(probe: EngineProbe | undefined): object | null {
  if (!probe) return null;
  const { isOut, failures, checkedAt, lastError } = probe;
  return {
    state: isOut ? 'down' : checkedAt ? 'up' : 'unknown',
    failures,
    checked_at: checkedAt?.toISOString() ?? null,
    last_error: lastError,
  };
}

function showHealth(health: ModelHealth): object {
  return {
    state: health.state ?? 'closed',
    opens_for_ms: Math.ceil(health.opensForMs ?? 0),
    calls: health.calls,
    errors: health.errors,
    error_rate: health.calls === 0 ? null : Math.round((health.errors / health.calls) * 1_000) / 1_000,
    latency_ms: health.latencyMs,
    last_error: health.lastError?.message ?? null,
    last_error_at: health.lastError?.at.toISOString() ?? null,
  };
}
