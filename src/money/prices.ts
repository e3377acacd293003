// Computes the price of usage by model and account, in whole micro-credits.
import type { Caller } from '../core/caller.ts';
import { creditsToMicro, exactMicro, type MicroCredits } from '../core/money.ts';
import type { ModelPrice, Plan, PriceList } from './price-list.ts';
import type { UsageCount } from './receipt.ts';

export interface Quote {
  module: string;
  model: string;
  amount: MicroCredits;
  /** The smallest useful hold; equal to the amount unless the work can stop early. */
  minimum: MicroCredits;
  description: string;
}

export interface Use extends UsageCount {
  /** Counts the price per request; left out for parts of a request that was paid before. */
  requests?: number;
  /** Characters of a text that is read aloud. */
  characters?: number;
}

/** The price depends on the account: it doubles without attribution and is reduced in a batch. */
export type PricedFor = Pick<Caller, 'attributionWaived' | 'batch'>;

export interface Prices {
  readonly list: PriceList;
  /** A model's own price, else its module's. */
  of(module: string, model: string): ModelPrice;
  cost(who: PricedFor, what: { module: string; model: string }, use: Use): MicroCredits;
  quote(who: PricedFor, what: { module: string; model: string; description: string }, use: Use): Quote;
  /** A hold of the least is enough to begin. */
  quoteRange(
    who: PricedFor,
    what: { module: string; model: string; description: string },
    range: { least: Use; most: Use },
  ): Quote;
  plan(name: string): Plan;
  /** The price of a call in a batch, as a fraction of its normal price. */
  readonly batchFactor: number;
}

/** Prices by model that the configuration of engines adds to those of the file. */
export type PriceOverrides = ReadonlyMap<string, ModelPrice>;

export function createPrices(list: PriceList, overrides: PriceOverrides = new Map()): Prices {
  const of = (module: string, model: string): ModelPrice => {
    const price = overrides.get(model) ?? own(list.models, model) ?? own(list.modules, module);
    if (!price) throw new Error(`no price for module ${module}, model ${model}: add it to the price list`);
    return price;
  };
  const cost: Prices['cost'] = (who, what, use) => {
    const whole = costOf(of(what.module, what.model), use);
    const single = who.batch ? Math.ceil(whole * who.batch.priceFactor) : whole;
    // Doubled after rounding, so that it is exactly twice the price of the same call with attribution.
    return exactMicro(who.attributionWaived ? single * 2 : single);
  };
  return {
    list,
    batchFactor: list.batch_factor ?? DEFAULT_BATCH_FACTOR,
    of,
    cost,
    quote: (who, what, use) => ({ ...what, amount: cost(who, what, use), minimum: cost(who, what, use) }),
    quoteRange: (who, what, { least, most }) => ({
      ...what,
      amount: cost(who, what, most),
      minimum: cost(who, what, least),
    }),
    plan(name) {
      const plan = own(list.plans, name);
      if (!plan) throw new Error(`the price list has no plan "${name}"`);
      return plan;
    },
  };
}

const DEFAULT_BATCH_FACTOR = 0.5;

/** Customers choose the names, so inherited properties of objects must not count as entries. */
function own<T>(entries: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function costOf(price: ModelPrice, use: Use): MicroCredits {
  // Credits per million tokens (or characters) are micro-credits per token.
  const tokens =
    (use.promptTokens ?? 0) * (price.input_per_million_tokens ?? 0) +
    (use.completionTokens ?? 0) * (price.output_per_million_tokens ?? 0) +
    (use.characters ?? 0) * (price.per_million_characters ?? 0);
  const pieces =
    (use.requests ?? 0) * creditsToMicro(price.per_request ?? 0) +
    (use.images ?? 0) * creditsToMicro(price.per_image ?? 0) +
    ((use.milliseconds ?? 0) / 1000) * creditsToMicro(price.per_second ?? 0);
  return Math.ceil(tokens) + Math.ceil(pieces);
}
