// Computes the price of usage by model and account, in whole micro-credits.
import { ANSWER_CACHE, DEFAULT_CACHE_PRICE } from '../core/answer-cache.ts';
import type { Caller, Environment } from '../core/caller.ts';
import { type IsBilled, type ModelBounds, type ModelLists, refuseModel } from '../core/model-lists.ts';
import { exactMicro, type MicroCredits, shareOf } from '../core/money.ts';
import { type ModelKind, OfferTable, type ServedModel } from './offers.ts';
import type { ModelPrice, Plan, PriceList } from './price-list.ts';
import { costOf, highestOf, scalePrice, type Use } from './price-of-use.ts';
import { type PlanCaps, planCapsOf } from './spending-caps.ts';

export interface Quote {
  module: string;
  model: string;
  amount: MicroCredits;
  /** The smallest useful hold; equal to the amount unless the work can stop early. */
  minimum: MicroCredits;
  description: string;
  /** The caps of the caller's plan; absent or null: none. */
  planCaps?: PlanCaps | null;
  /** The maximum usage. */
  use?: Use;
  /** The maximum number of tokens read and written, and the plan's limit per minute; null: no limit. */
  tokens?: number;
  planTokensPerMinute?: number | null;
}

/** The account's terms: its price factor or its plan's, doubled without attribution, reduced in a batch. */
export type PricedFor = Pick<
  Caller,
  'plan' | 'priceFactorPermille' | 'lossAllowed' | 'attributionWaived' | 'keyModels' | 'batch'
>;

/** The same with the effective price factor, for jobs, which keep the terms of their order. */
export type PriceConditions = Pick<Caller, 'attributionWaived' | 'batch'> & {
  priceFactorPermille: number;
  /** What the upstream charges: the call is not sold for less, whatever its price and factors. */
  floor?: ModelPrice | undefined;
};

/** The engine that served the call, if known, and the model that it served. */
export interface ServedBy {
  engine?: string | undefined;
  model: string;
}

/** null: unknown. */
export type UpstreamCost = (by: ServedBy, use: Use) => MicroCredits | null;

export type CostOfUse = (use: Use) => MicroCredits;

export interface Prices {
  readonly list: PriceList;
  /** The version of the live settings behind this list; 0: files only. */
  readonly version: number;
  /** The current list: a call held at its prices is charged at them, whatever changes meanwhile. */
  now(): Prices;
  /** A model's own price, else the one derived from its cost, else its module's. */
  of(module: string, model: string): ModelPrice;
  /**
   * The minimum that this account pays for a model, whatever its price: its cost; undefined if it costs nothing or a
   * loss is allowed.
   */
  floorFor(who: PricedFor, what: { module: string; model: string }): ModelPrice | undefined;
  /** The upstreams' models: what each costs, and which are not offered. */
  readonly offers: OfferTable;
  /** The models of an upstream that are offered. */
  offered<Model extends { id: string }>(kind: ModelKind, upstream: string, models: readonly Model[]): readonly Model[];
  /** The lists of key and plan that a model must be in, and what the sandbox spares providers. */
  modelBoundsOf(who: Pick<Caller, 'plan' | 'keyModels' | 'environment'>): ModelBounds;
  /** Undefined where calls that a provider bills are allowed. */
  billedIn(environment: Environment): IsBilled | undefined;
  /** The account's own price factor, else that of its plan, else LIST_PRICE_PERMILLE. */
  factorOf(who: PricedFor): number;
  /** A listed price as this account pays it, for display; never below the minimum. */
  shown(who: PricedFor, price: ModelPrice, floor?: ModelPrice): ModelPrice;
  cost(who: PricedFor, what: { module: string; model: string }, use: Use): MicroCredits;
  /** The same for a call that asks often: its price and terms are looked up once. */
  costFor(who: PricedFor, what: { module: string; model: string }): CostOfUse;
  /** Throws if the caller may not use the model. */
  quote(who: PricedFor, what: { module: string; model: string; description: string }, use: Use): Quote;
  /** A call may begin with a hold of `minimum`. */
  quoteRange(
    who: PricedFor,
    what: { module: string; model: string; description: string },
    range: { least: Use; most: Use },
  ): Quote;
  /** What the upstream charges the operator for this usage. */
  upstreamCost: UpstreamCost;
  /** What a public upstream bills for an order that is paid as a whole, such as a video; null if none may serve it. */
  orderCost(quote: Quote): { upstream: string; cost: MicroCredits | null } | null;
  plan(name: string): Plan;
  /** What an answer from the cache costs whose call costs so much. */
  cachedCost(who: Pick<PricedFor, 'attributionWaived'>, cost: MicroCredits): MicroCredits;
  /** The price of a call in a batch, as a fraction of its normal price. */
  readonly batchFactor: number;
}

export interface PriceTerms {
  /** Prices by model that the upstreams' settings add. */
  overrides?: ReadonlyMap<string, ModelPrice>;
  /** Costs by engine and model that the upstreams' settings add. */
  costs?: ReadonlyMap<string, ModelPrice>;
  /** The models of upstreams. */
  served?: readonly ServedModel[];
  version?: number;
}

export function createPrices(list: PriceList, terms: PriceTerms = {}): Prices {
  const { overrides = new Map(), costs = new Map(), served = [], version = 0 } = terms;
  const offers = new OfferTable(served, { list, overrides, costs });
  const of = (module: string, model: string): ModelPrice => {
    const set = overrides.get(model) ?? own(list.models, model);
    if (set) return set;
    const made = offers.priceOf(module, model);
    const usual = own(list.modules, module);
    // The module's price per request pays for work besides the upstream's.
    if (made && usual?.per_request) return { ...made, per_request: usual.per_request + (made.per_request ?? 0) };
    const price = made ?? usual;
    if (!price) throw new Error(`no price for module ${module}, model ${model}: add it to the price list`);
    return price;
  };
  const factorOf: Prices['factorOf'] = ({ plan, priceFactorPermille }) =>
    priceFactorPermille ?? own(list.plans, plan)?.price_factor_permille ?? LIST_PRICE_PERMILLE;
  const floorFor: Prices['floorFor'] = ({ plan, priceFactorPermille, lossAllowed }, { module, model }) => {
    const mayLose = priceFactorPermille === null ? own(list.plans, plan)?.allow_loss : lossAllowed;
    return mayLose ? undefined : offers.floorOf(module, model);
  };
  const costFor: Prices['costFor'] = (who, what) => {
    const { attributionWaived, batch } = who;
    const conditions: PriceConditions = {
      attributionWaived,
      priceFactorPermille: factorOf(who),
      floor: floorFor(who, what),
    };
    if (batch) conditions.batch = batch;
    const price = of(what.module, what.model);
    return (use) => costAt(price, conditions, use);
  };
  const modelListsOf = ({ plan, keyModels }: Pick<Caller, 'plan' | 'keyModels'>): ModelLists => {
    const planModels = own(list.plans, plan)?.models;
    if (!planModels && !keyModels) return ANY_MODEL;
    return [...(planModels ? [planModels] : []), ...(keyModels ? [keyModels] : [])];
  };
  const billedIn: Prices['billedIn'] = (environment) =>
    environment === 'test' && !list.sandbox_providers ? (...asked) => offers.isBilled(...asked) : undefined;
  const quoteRange: Prices['quoteRange'] = (who, what, { least, most }) => {
    // Checked here because no paid work begins without a quote, however its model was chosen.
    refuseModel(what.model, modelListsOf(who));
    const plan = own(list.plans, who.plan);
    const limits = { planCaps: planCapsOf(plan), planTokensPerMinute: plan?.tokens_per_minute ?? null };
    const tokens = (most.promptTokens ?? 0) + (most.completionTokens ?? 0);
    const costOfUse = costFor(who, what);
    return { ...what, amount: costOfUse(most), minimum: costOfUse(least), ...limits, tokens, use: most };
  };
  const prices: Prices = {
    list,
    version,
    now: () => prices,
    offers,
    offered: (kind, upstream, models) => models.filter(({ id }) => offers.isOffered(kind, upstream, id)),
    floorFor,
    upstreamCost({ engine, model }, use) {
      if (engine === ANSWER_CACHE) return 0;
      const set = costs.size > 0 ? costs.get(`${engine ?? ''}\n${model}`) : undefined;
      const price = set ?? (list.costs && own(list.costs, model)) ?? offers.costOf(engine, model);
      return price ? exactMicro(costOf(price, use)) : price === null ? null : 0;
    },
    orderCost({ module, model, use = {} }) {
      const offer = offers.publicOffer(module, model);
      if (!offer) return null;
      return { upstream: offer.upstream, cost: prices.upstreamCost({ engine: offer.upstream, model }, use) };
    },
    batchFactor: list.batch_factor ?? DEFAULT_BATCH_FACTOR,
    of,
    factorOf,
    shown(who, price, floor) {
      const reduced = scalePrice(price, factorOf(who) / LIST_PRICE_PERMILLE);
      return scalePrice(floor ? highestOf([reduced, floor]) : reduced, who.attributionWaived ? 2 : 1);
    },
    cost: (who, what, use) => costFor(who, what)(use),
    costFor,
    quote: (who, what, use) => quoteRange(who, what, { least: use, most: use }),
    quoteRange,
    cachedCost({ attributionWaived }, cost) {
      const permille = list.answer_cache_price ?? DEFAULT_CACHE_PRICE;
      // Halved before the share is rounded, so that it is exactly twice the price with attribution.
      return attributionWaived
        ? 2 * shareOf(cost / 2, permille, LIST_PRICE_PERMILLE)
        : shareOf(cost, permille, LIST_PRICE_PERMILLE);
    },
    modelBoundsOf: (who) => ({ lists: modelListsOf(who), isBilled: billedIn(who.environment) }),
    billedIn,
    plan(name) {
      const plan = own(list.plans, name);
      if (!plan) throw new Error(`the price list has no plan "${name}"`);
      return plan;
    },
  };
  return prices;
}

/**
 * The prices in effect at each call; `read` returns the same object until the list changes. `note` is told which models
 * are requested.
 */
export function followPrices(read: () => Prices, note: NoteListed = () => undefined): Prices {
  return {
    get list() {
      return read().list;
    },
    get version() {
      return read().version;
    },
    get batchFactor() {
      return read().batchFactor;
    },
    now: read,
    get offers() {
      return read().offers;
    },
    offered(kind, upstream, models) {
      // Noted before the check: a model that an upstream has just listed is not yet in the current table.
      note(kind, upstream, models);
      return read().offered(kind, upstream, models);
    },
    floorFor: (...given) => read().floorFor(...given),
    of: (...given) => read().of(...given),
    modelBoundsOf: (who) => read().modelBoundsOf(who),
    billedIn: (environment) => read().billedIn(environment),
    factorOf: (who) => read().factorOf(who),
    shown: (...given) => read().shown(...given),
    cost: (...given) => read().cost(...given),
    costFor: (...given) => read().costFor(...given),
    quote: (...given) => read().quote(...given),
    quoteRange: (...given) => read().quoteRange(...given),
    upstreamCost: (...given) => read().upstreamCost(...given),
    orderCost: (quote) => read().orderCost(quote),
    plan: (name) => read().plan(name),
    cachedCost: (...given) => read().cachedCost(...given),
  };
}

type NoteListed = (kind: ModelKind, upstream: string, models: readonly { id: string }[]) => void;

const DEFAULT_BATCH_FACTOR = 0.5;
const ANY_MODEL: ModelLists = [];

/** The price factor of accounts that pay the list price. */
export const LIST_PRICE_PERMILLE = 1000;
/** The batch fraction has nine decimals. */
const BATCH_PARTS = 1_000_000_000;

/** For jobs, which keep the price and terms of their order. */
export function costAt(price: ModelPrice, conditions: PriceConditions, use: Use): MicroCredits {
  const { attributionWaived, batch, priceFactorPermille: permille, floor } = conditions;
  const whole = exactMicro(costOf(price, use));
  const isListed = permille === LIST_PRICE_PERMILLE && !batch;
  const batchParts = batch ? Math.round(batch.priceFactor * BATCH_PARTS) : BATCH_PARTS;
  // The price factor and the batch fraction are rounded up together, once.
  const reduced = isListed ? whole : shareOf(whole, permille * batchParts, LIST_PRICE_PERMILLE * BATCH_PARTS);
  const single = floor ? Math.max(reduced, costOf(floor, use)) : reduced;
  // Doubled after rounding, so that it is exactly twice the price of the same call with attribution.
  return exactMicro(attributionWaived ? single * 2 : single);
}

/** Customers choose the names, so inherited properties must not match. */
function own<T>(entries: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
