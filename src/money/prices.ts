// Computes the price of usage by model and account, in whole micro-credits.
import type { Caller } from '../core/caller.ts';
import { type ModelLists, refuseModel } from '../core/model-lists.ts';
import { creditsToMicro, exactMicro, type MicroCredits, shareOf } from '../core/money.ts';
import type { ModelPrice, Plan, PriceList } from './price-list.ts';
import type { UsageCount } from './receipt.ts';
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
  /** The most tokens that are read and written, and how many the plan allows in a minute; null: no limit. */
  tokens?: number;
  planTokensPerMinute?: number | null;
}

export interface Use extends UsageCount {
  /** Counts the price per request; left out for parts of a request that was paid before. */
  requests?: number;
}

/** The price depends on the account: its price factor or that of its plan; it doubles without attribution and is reduced in a batch. */
export type PricedFor = Pick<Caller, 'plan' | 'priceFactorPermille' | 'attributionWaived' | 'keyModels' | 'batch'>;

/** The same with the price factor that counts, for jobs, which keep it with the price that they were ordered at. */
export type PriceConditions = Pick<Caller, 'attributionWaived' | 'batch'> & { priceFactorPermille: number };

/** The engine that served the call, if it is known, and the model that it served. */
export interface ServedBy {
  engine?: string | undefined;
  model: string;
}

export type UpstreamCost = (by: ServedBy, use: Use) => MicroCredits;

export interface Prices {
  readonly list: PriceList;
  /** The version of the live settings that this list comes from; 0: only files. */
  readonly version: number;
  /** The list as it is now: what is held by it is charged by it, whatever changes meanwhile. */
  now(): Prices;
  /** A model's own price, else its module's. */
  of(module: string, model: string): ModelPrice;
  /** The lists of key and plan that a model must be in. */
  modelListsOf(who: Pick<Caller, 'plan' | 'keyModels'>): ModelLists;
  /** The account's own price factor, else that of its plan, else LIST_PRICE_PERMILLE. */
  factorOf(who: PricedFor): number;
  /** A listed price as this account pays it, for display. */
  shown(who: PricedFor, price: ModelPrice): ModelPrice;
  cost(who: PricedFor, what: { module: string; model: string }, use: Use): MicroCredits;
  /** Throws if the caller may not use the model. */
  quote(who: PricedFor, what: { module: string; model: string; description: string }, use: Use): Quote;
  /** A hold of the least is enough to begin. */
  quoteRange(
    who: PricedFor,
    what: { module: string; model: string; description: string },
    range: { least: Use; most: Use },
  ): Quote;
  /** What the upstream charges the operator for the use; 0 if no cost is known. */
  upstreamCost: UpstreamCost;
  plan(name: string): Plan;
  /** The price of a call in a batch, as a fraction of its normal price. */
  readonly batchFactor: number;
}

export interface PriceTerms {
  /** Prices by model that the settings of upstreams add to those of the list. */
  overrides?: ReadonlyMap<string, ModelPrice>;
  /** Costs that the settings of upstreams add, by engine and model. */
  costs?: ReadonlyMap<string, ModelPrice>;
  version?: number;
}

export function createPrices(list: PriceList, terms: PriceTerms = {}): Prices {
  const { overrides = new Map(), costs = new Map(), version = 0 } = terms;
  const of = (module: string, model: string): ModelPrice => {
    const price = overrides.get(model) ?? own(list.models, model) ?? own(list.modules, module);
    if (!price) throw new Error(`no price for module ${module}, model ${model}: add it to the price list`);
    return price;
  };
  const factorOf: Prices['factorOf'] = ({ plan, priceFactorPermille }) =>
    priceFactorPermille ?? own(list.plans, plan)?.price_factor_permille ?? LIST_PRICE_PERMILLE;
  const cost: Prices['cost'] = (who, what, use) => {
    const { attributionWaived, batch } = who;
    const conditions = { attributionWaived, priceFactorPermille: factorOf(who), ...(batch ? { batch } : {}) };
    return costAt(of(what.module, what.model), conditions, use);
  };
  const modelListsOf: Prices['modelListsOf'] = ({ plan, keyModels }) => {
    const planModels = own(list.plans, plan)?.models;
    if (!planModels && !keyModels) return ANY_MODEL;
    return [...(planModels ? [planModels] : []), ...(keyModels ? [keyModels] : [])];
  };
  const quoteRange: Prices['quoteRange'] = (who, what, { least, most }) => {
    // Checked here because no paid work begins without a quote, whatever named its model.
    refuseModel(what.model, modelListsOf(who));
    const plan = own(list.plans, who.plan);
    const limits = { planCaps: planCapsOf(plan), planTokensPerMinute: plan?.tokens_per_minute ?? null };
    const tokens = (most.promptTokens ?? 0) + (most.completionTokens ?? 0);
    return { ...what, amount: cost(who, what, most), minimum: cost(who, what, least), ...limits, tokens };
  };
  const prices: Prices = {
    list,
    version,
    now: () => prices,
    upstreamCost({ engine = '', model }, use) {
      const price = costs.get(`${engine}\n${model}`) ?? own(list.costs ?? {}, model);
      return price ? exactMicro(costOf(price, use)) : 0;
    },
    batchFactor: list.batch_factor ?? DEFAULT_BATCH_FACTOR,
    of,
    factorOf,
    shown: (who, price) => scalePrice(price, (factorOf(who) * (who.attributionWaived ? 2 : 1)) / LIST_PRICE_PERMILLE),
    cost,
    quote: (who, what, use) => quoteRange(who, what, { least: use, most: use }),
    quoteRange,
    modelListsOf,
    plan(name) {
      const plan = own(list.plans, name);
      if (!plan) throw new Error(`the price list has no plan "${name}"`);
      return plan;
    },
  };
  return prices;
}

/** The prices of the moment of each call; `read` returns the same ones until the list changes. */
export function followPrices(read: () => Prices): Prices {
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
    of: (...given) => read().of(...given),
    modelListsOf: (who) => read().modelListsOf(who),
    factorOf: (who) => read().factorOf(who),
    shown: (...given) => read().shown(...given),
    cost: (...given) => read().cost(...given),
    quote: (...given) => read().quote(...given),
    quoteRange: (...given) => read().quoteRange(...given),
    upstreamCost: (...given) => read().upstreamCost(...given),
    plan: (name) => read().plan(name),
  };
}

const DEFAULT_BATCH_FACTOR = 0.5;
const ANY_MODEL: ModelLists = [];

/** The price factor of accounts that pay the list price. */
export const LIST_PRICE_PERMILLE = 1000;
/** The fraction of a batch is used with nine decimals. */
const BATCH_PARTS = 1_000_000_000;

/** For jobs, which keep the price and the conditions that they were ordered at. */
export function costAt(price: ModelPrice, conditions: PriceConditions, use: Use): MicroCredits {
  const { attributionWaived, batch, priceFactorPermille: permille } = conditions;
  const whole = exactMicro(costOf(price, use));
  const isListed = permille === LIST_PRICE_PERMILLE && !batch;
  const batchParts = batch ? Math.round(batch.priceFactor * BATCH_PARTS) : BATCH_PARTS;
  // Price factor and batch are rounded up together, once.
  const single = isListed ? whole : shareOf(whole, permille * batchParts, LIST_PRICE_PERMILLE * BATCH_PARTS);
  // Doubled after rounding, so that it is exactly twice the price of the same call with attribution.
  return exactMicro(attributionWaived ? single * 2 : single);
}

/** Nine decimals: no noise of floating point. */
function scalePrice(price: ModelPrice, factor: number): ModelPrice {
  return Object.fromEntries(
    Object.entries(price).map(([name, credits]) => [name, Number((credits * factor).toFixed(9))]),
  );
}

/** Customers choose the names, so inherited properties of objects must not count as entries. */
function own<T>(entries: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function costOf(price: ModelPrice, use: Use): MicroCredits {
  // Credits per million tokens (or characters) are micro-credits per token.
  const input = price.input_per_million_tokens ?? 0;
  const prompt = use.promptTokens ?? 0;
  const read = Math.min(use.cachedTokens ?? 0, prompt);
  const written = Math.min(use.cacheWriteTokens ?? 0, prompt - read);
  const tokens =
    (prompt - read - written) * input +
    read * (price.cached_input_per_million_tokens ?? input) +
    written * (price.cache_write_per_million_tokens ?? input) +
    (use.completionTokens ?? 0) * (price.output_per_million_tokens ?? 0) +
    (use.characters ?? 0) * (price.per_million_characters ?? 0);
  const pieces =
    (use.requests ?? 0) * creditsToMicro(price.per_request ?? 0) +
    (use.images ?? 0) * creditsToMicro(price.per_image ?? 0) +
    ((use.milliseconds ?? 0) / 1000) * creditsToMicro(price.per_second ?? 0);
  return Math.ceil(tokens) + Math.ceil(pieces);
}
