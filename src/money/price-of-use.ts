// Price arithmetic: the cost of a use at a price, which of two prices is higher, and whether one covers another.
import { creditsToMicro, type MicroCredits } from '../core/money.ts';
import type { ModelPrice, PriceTier } from './price-list.ts';
import type { UsageCount } from './receipt.ts';

export interface Use extends UsageCount {
  /** Adds the price per request; omitted for parts of a request that has already paid it. */
  requests?: number;
}

/** Rounded up. */
export function costOf(price: ModelPrice, use: Use): MicroCredits {
  // Credits per million tokens (or characters) are micro-credits per token.
  const prompt = use.promptTokens ?? 0;
  const tier = price.tiers ? tierAt(price, prompt) : price;
  const input = tier.input_per_million_tokens ?? 0;
  const read = Math.min(use.cachedTokens ?? 0, prompt);
  const written = Math.min(use.cacheWriteTokens ?? 0, prompt - read);
  const tokens =
    (prompt - read - written) * input +
    read * (tier.cached_input_per_million_tokens ?? input) +
    written * (tier.cache_write_per_million_tokens ?? input) +
    (use.completionTokens ?? 0) * (tier.output_per_million_tokens ?? 0) +
    (use.characters ?? 0) * (price.per_million_characters ?? 0);
  const pieces =
    (use.requests ?? 0) * creditsToMicro(price.per_request ?? 0) +
    (use.images ?? 0) * creditsToMicro(price.per_image ?? 0) +
    ((use.milliseconds ?? 0) / 1000) * creditsToMicro(price.per_second ?? 0);
  return Math.ceil(tokens) + Math.ceil(pieces);
}

type TokenPrices = Omit<PriceTier, 'over_prompt_tokens'>;

/** The token prices that apply to a call. */
function tierAt(price: ModelPrice, promptTokens: number): TokenPrices {
  let found: PriceTier | undefined;
  for (const tier of price.tiers ?? [])
    if (promptTokens > tier.over_prompt_tokens && tier.over_prompt_tokens > (found?.over_prompt_tokens ?? 0))
      found = tier;
  // A tier without a number inherits it from the price.
  return found ? { ...price, ...found } : price;
}

/** The numeric components of a price; the functions below say how they are used. */
export type PriceMeasure = Exclude<keyof ModelPrice, 'tiers' | 'allow_loss'>;

const PIECES = ['per_request', 'per_image', 'per_second', 'per_million_characters'] as const;
const TOKENS = [
  'input_per_million_tokens',
  'output_per_million_tokens',
  'cached_input_per_million_tokens',
  'cache_write_per_million_tokens',
] as const;

/** The numeric components of a price, each in credits per unit, for the operator to compare. */
export function* partsOf(price: ModelPrice, limits = limitsOf([price])): Generator<[part: string, credits: number]> {
  for (const piece of PIECES) yield [piece, price[piece] ?? 0];
  for (const limit of limits) {
    const explicit = explicitTokens(tierAt(price, limit + 1));
    for (const part of TOKENS) yield [limit === 0 ? part : `${part} over ${limit} prompt tokens`, explicit[part] ?? 0];
  }
}

/**
 * The first component of the price that is below the cost. A price in another unit than the cost (such as per request
 * where the provider bills seconds) cannot be compared; there the minimum charge of each call applies.
 */
export function belowCost(
  price: ModelPrice,
  cost: ModelPrice,
  factor = 1,
): { part: string; price: number; cost: number } | undefined {
  const limits = limitsOf([price, cost]);
  const costs = new Map(partsOf(cost, limits));
  const hasPiecePrice = PIECES.some((piece) => (price[piece] ?? 0) > 0);
  for (const [part, credits] of partsOf(price, limits)) {
    const least = costs.get(part) ?? 0;
    if (credits === 0 && hasPiecePrice && PIECES.some((piece) => piece === part)) continue;
    // A difference below the precision of a price is floating-point noise.
    if (credits * factor < least - 1e-9) return { part, price: Number((credits * factor).toFixed(9)), cost: least };
  }
  return undefined;
}

/** The higher value of each component: enough for any of the prices. */
export function highestOf(prices: readonly ModelPrice[]): ModelPrice {
  const limits = limitsOf(prices);
  const [base = {}, ...tiers] = limits.map((limit) => {
    const all = prices.map((price) => explicitTokens(tierAt(price, limit + 1)));
    return Object.fromEntries(namedMaxima(TOKENS, all));
  });
  const longer = tiers.map((tier, index) => ({ over_prompt_tokens: limits[index + 1] ?? 0, ...tier }));
  return {
    ...base,
    ...(longer.length > 0 ? { tiers: longer } : {}),
    ...Object.fromEntries(namedMaxima(PIECES, prices)),
  };
}

/** Applies a factor to every number; `round` makes the result presentable. */
export function scalePrice(price: ModelPrice, factor: number, round = toNineDecimals): ModelPrice {
  const { tiers, allow_loss: _allowed, ...numbers } = price;
  const scaled = (given: object) =>
    Object.fromEntries(Object.entries(given).map(([name, credits]) => [name, round(credits * factor)]));
  const longer = tiers?.map(({ over_prompt_tokens, ...rest }) => ({ over_prompt_tokens, ...scaled(rest) }));
  return { ...scaled(numbers), ...(longer ? { tiers: longer } : {}) };
}

/** Removes floating-point noise. */
function toNineDecimals(credits: number): number {
  return Number(credits.toFixed(9));
}

/** Rounded up to a micro-credit per unit: a price derived from a cost must not fall below it. */
export function roundPriceUp(credits: number): number {
  return Math.ceil(Number((credits * 1e6).toFixed(3))) / 1e6;
}

/** The thresholds at which token prices change, from 0 on. */
function limitsOf(prices: readonly ModelPrice[]): number[] {
  const limits = prices.flatMap(({ tiers = [] }) => tiers.map(({ over_prompt_tokens }) => over_prompt_tokens));
  return [...new Set([0, ...limits])].sort((a, b) => a - b);
}

/** Cached and written tokens cost the input price unless the price says otherwise. */
function explicitTokens(prices: TokenPrices): TokenPrices {
  const { input_per_million_tokens: input } = prices;
  if (input === undefined) return prices;
  return { cached_input_per_million_tokens: input, cache_write_per_million_tokens: input, ...prices };
}

function namedMaxima<Name extends string>(
  names: readonly Name[],
  prices: readonly Partial<Record<Name, number>>[],
): [Name, number][] {
  return names.flatMap((name) => {
    const values = prices.map((price) => price[name]).filter((value) => value !== undefined);
    return values.length > 0 ? [[name, Math.max(...values)] as [Name, number]] : [];
  });
}
