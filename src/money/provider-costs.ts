// What public providers charge, from the package @pydantic/genai-prices: looked up by provider or address, and by model
// name.
import { calcPrice, findProvider, type PriceCalculation, updatePrices, waitForUpdate } from '@pydantic/genai-prices';
import type { ModelPrice } from './price-list.ts';
import { highestOf } from './price-of-use.ts';

export const MAP_PACKAGE = '@pydantic/genai-prices';

/** Where a model is served: the provider's id in the map, its address, or neither. */
export interface Place {
  provider: string | null;
  url: string | null;
}

/** The provider's id in the map; null for an unknown address. */
export function providerAt({ provider, url }: Place): string | null {
  const found = findProvider({
    ...(provider === null ? {} : { providerId: provider }),
    ...(url === null ? {} : { providerApiUrl: url }),
  });
  return found?.id ?? null;
}

/**
 * In US dollars, with the field names of the price list; undefined if the map does not know the model or cannot price
 * this kind of work. An unknown provider is assumed to charge what the model's maker charges.
 */
export function providerCost(provider: string | null, model: string, kind: string): ModelPrice | undefined {
  try {
    const found = calculations(provider, model);
    const prices = found.map(({ model_price: price, provider: { id } }) => readPrice(price, kind, id));
    return prices.length > 0 && prices.every((price) => price !== undefined) ? highestOf(prices) : undefined;
  } catch {
    // The map may contain entries that this version of the package cannot read.
    return undefined;
  }
}

/** In the current map. */
export async function countProviders(): Promise<{ providers: number; models: number }> {
  const providers = (await waitForUpdate()) ?? [];
  return { providers: providers.length, models: providers.reduce((sum, { models }) => sum + models.length, 0) };
}

/** Replaces the package's map with a newer one. Throws if it is not a map. */
export function replaceProviderMap(providers: Parameters<SetProviderData>[0]): void {
  updatePrices(({ setProviderData }) => setProviderData(providers));
}

type SetProviderData = Parameters<Parameters<typeof updatePrices>[0]>[0]['setProviderData'];
type MapPrice = PriceCalculation['model_price'];

const HALF_HOUR_MS = 30 * 60_000;
const HALF_HOURS_A_DAY = 48;

/** One per half hour of the next day if the price depends on the time: the highest is safe at any time. */
function calculations(provider: string | null, model: string): PriceCalculation[] {
  const at = (timestamp: Date) =>
    calcPrice({}, model, { timestamp, ...(provider === null ? {} : { providerId: provider }) });
  const now = at(new Date());
  if (!now) return [];
  if (!Array.isArray(now.model.prices)) return [now];
  const beginning = Math.floor(Date.now() / HALF_HOUR_MS) * HALF_HOUR_MS;
  return Array.from({ length: HALF_HOURS_A_DAY }, (_, index) => at(new Date(beginning + index * HALF_HOUR_MS))).filter(
    (found) => found !== null,
  );
}

/** The thresholds at which any component changes. */
function startsOf(price: MapPrice): number[] {
  const starts = Object.values(price).flatMap((value) =>
    typeof value === 'object' ? value.tiers.map(({ start }) => start) : [],
  );
  return [...new Set(starts)].sort((a, b) => a - b);
}

function readPrice(price: MapPrice, kind: string, provider: string): ModelPrice | undefined {
  if (kind === 'transcription') return readAudio(price, provider);
  if (kind !== 'text' && kind !== 'embedding') return undefined;
  const base = readTokens(price, 0);
  const isWhole =
    base.input_per_million_tokens !== undefined &&
    (kind === 'embedding' || base.output_per_million_tokens !== undefined);
  if (!isWhole) return undefined;
  const tiers = startsOf(price).map((start) => ({ over_prompt_tokens: start, ...readTokens(price, start + 1) }));
  const perRequest = numberAt(price, 'requests_kcount', 0);
  return {
    ...base,
    ...(tiers.length > 0 ? { tiers } : {}),
    ...(perRequest === undefined ? {} : { per_request: Number((perRequest / 1_000).toFixed(12)) }),
  };
}

/** Groq bills at least ten seconds, which a price per second cannot express. */
function readAudio(price: MapPrice, provider: string): ModelPrice | undefined {
  const hour = numberAt(price, 'input_audio_hours', 0) ?? numberAt(price, 'audio_hours', 0);
  if (hour === undefined || provider === 'groq') return undefined;
  // Removes floating-point noise.
  return { per_second: Number((hour / 3_600).toFixed(12)) };
}

function readTokens(price: MapPrice, promptTokens: number) {
  const at = (name: string) => numberAt(price, name, promptTokens);
  const output = at('output_mtok');
  const reasoning = at('output_reasoning_mtok');
  const named = {
    input_per_million_tokens: at('input_mtok'),
    // Reasoning is counted as output tokens.
    output_per_million_tokens: output === undefined ? undefined : Math.max(output, reasoning ?? 0),
    cached_input_per_million_tokens: at('cache_read_mtok'),
    cache_write_per_million_tokens: at('cache_write_mtok'),
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) as Partial<
    Record<keyof typeof named, number>
  >;
}

function numberAt(price: MapPrice, name: string, promptTokens: number): number | undefined {
  const value = price[name];
  if (value === undefined || typeof value === 'number') return value;
  let found = value.base;
  for (const { start, price: next } of value.tiers) if (promptTokens > start) found = next;
  return found;
}
