// The prices of upstream models for the operator: what each costs, at which price it is sold, and why one is not offered.
import { ServiceError } from '../../core/errors.ts';
import { describeLoss, findLosses, type Loss, lossesOfAccounts, newLosses } from '../../money/losses.ts';
import { DEFAULT_COST_FACTOR, moduleOfKind, type Offer } from '../../money/offers.ts';
import type { ModelPrice } from '../../money/price-list.ts';
import { partsOf } from '../../money/price-of-use.ts';
import type { Prices } from '../../money/prices.ts';
import { listAccountFactors } from '../../store/account-factors.ts';
import type { Queries } from '../../store/database.ts';

/** The map of provider prices that is in use. */
export interface ProviderMap {
  package: string;
  version: string;
  /** When the command fetched a newer map; null: the package's map is used. */
  refreshedAt: Date | null;
}

export class OperatorPrices {
  readonly #parts: { prices: Prices; map(): ProviderMap; queries: Queries; look(): unknown };

  /** `look` lets the price list see every model that upstreams list now. */
  constructor(parts: { prices: Prices; map(): ProviderMap; queries: Queries; look(): unknown }) {
    this.#parts = parts;
  }

  async read(): Promise<object> {
    this.#parts.look();
    const prices = this.#parts.prices.now();
    const { currency, cost_factor: factor, currency_per_usd: rate } = prices.list;
    const ofAccounts = lossesOfAccounts(prices, await listAccountFactors(this.#parts.queries));
    const losses = [...findLosses(prices), ...ofAccounts];
    const { package: name, version, refreshedAt } = this.#parts.map();
    return {
      object: 'operator.prices',
      currency,
      cost_factor: factor ?? DEFAULT_COST_FACTOR,
      currency_per_usd: rate ?? (currency === 'usd' ? 1 : null),
      provider_map: { package: name, version, refreshed_at: refreshedAt?.toISOString() ?? null },
      data: prices.offers.all().map((offer) => showOffer(prices, offer, losses)),
      losses: losses.map(showLoss),
    };
  }
}

/** A change that would sell below cost needs the operator's explicit consent. */
export function refuseNewLosses(before: Prices, after: Prices): void {
  const [loss] = newLosses(before, after);
  if (loss) refuseLoss(loss, 'value');
}

export function refuseLoss(loss: Loss, param: string): never {
  throw new ServiceError(
    'invalid_parameter',
    `Below cost: ${describeLoss(loss)}. Raise it, or set "allow_loss": true beside it to sell at a loss.`,
    { param },
  );
}

function showOffer(prices: Prices, offer: Offer, losses: readonly Loss[]): object {
  const { kind, upstream, model, isOwn, provider, cost, costSource, isOffered, reason, isPricedByCost } = offer;
  const module = moduleOfKind(kind);
  const { list } = prices;
  const price = isOffered ? prices.of(module, model) : null;
  const isListed = price !== null && (list.models[model] === price || price !== list.modules[module]);
  const loss = losses.find((one) => one.name === null && one.upstream === upstream && one.model === model);
  return {
    object: 'operator.model_price',
    module,
    upstream,
    model,
    hosting: isOwn ? 'own' : 'provider',
    provider,
    cost: cost && withoutFlags(cost),
    cost_source: costSource,
    price: price && withoutFlags(price),
    price_source: price === null ? null : isPricedByCost ? 'cost' : isListed ? 'operator' : 'module',
    margin_percent: price && cost ? leastMargin(price, cost) : null,
    allow_loss: price?.allow_loss === true,
    offered: isOffered,
    reason,
    loss: loss ? showLoss(loss) : null,
    unused_fallbacks: offer.unusedFallbacks,
  };
}

function withoutFlags({ allow_loss: _flag, ...numbers }: ModelPrice): object {
  return numbers;
}

/** Of the price component with the lowest margin; null if nothing costs. */
function leastMargin(price: ModelPrice, cost: ModelPrice): number | null {
  const sold = new Map(partsOf(price));
  const shares = [...partsOf(cost)].flatMap(([part, credits]) => {
    const brings = sold.get(part) ?? 0;
    return credits > 0 && brings > 0 ? [(100 * (brings - credits)) / brings] : [];
  });
  return shares.length > 0 ? Math.round(Math.min(...shares) * 10) / 10 : null;
}

function showLoss({ by, name, upstream, model, part, price, cost, isAllowed }: Loss): object {
  return { by, name, upstream, model, part, price, cost, allowed: isAllowed };
}
