// Decides which upstream models are offered, what each costs the operator, and the price at which it is sold.
import { PairMap } from '../core/pair-map.ts';
import type { ModelPrice, PriceList } from './price-list.ts';
import { belowCost, highestOf, partsOf, roundPriceUp, scalePrice } from './price-of-use.ts';

export type ModelKind = 'text' | 'embedding' | 'image' | 'music' | 'video' | 'speech' | 'transcription';

/** One model at one upstream, as described by the settings and the map of provider prices. */
export interface ServedModel {
  kind: ModelKind;
  upstream: string;
  model: string;
  isOwn: boolean;
  /** The provider's id in the map, for display. */
  provider: string | null;
  /** What the provider charges according to the map, in credits. */
  mapCost: ModelPrice | undefined;
  /** Why the map has no cost. */
  unknownBecause: string | null;
  /** Fallback models if this one fails. */
  fallbacks: readonly string[];
}

export interface Offer extends ServedModel {
  /** null: unknown. */
  cost: ModelPrice | null;
  costSource: 'own' | 'settings' | 'map' | null;
  isOffered: boolean;
  reason: string | null;
  /** Whether its price is derived from its cost, because the operator set none. */
  isPricedByCost: boolean;
  /** Fallbacks that cost more than this model's price: they are not used. */
  unusedFallbacks: readonly string[];
}

export interface OfferTerms {
  list: PriceList;
  /** Prices by model that the upstreams' settings add. */
  overrides: ReadonlyMap<string, ModelPrice>;
  /** Costs by upstream and model that the upstreams' settings add. */
  costs: ReadonlyMap<string, ModelPrice>;
}

interface ModelTerms {
  offers: readonly Offer[];
  /** Derived from the cost; undefined if the operator or the module sets the price. */
  price: ModelPrice | undefined;
  /** The minimum charge of a call; undefined if it costs nothing or a loss is allowed. */
  floor: ModelPrice | undefined;
}

export const DEFAULT_COST_FACTOR = 1.3;
const FREE: ModelPrice = {};
const ORDERED: ReadonlySet<ModelKind> = new Set<ModelKind>(['image', 'music', 'video']);
const KIND_OF_MODULE: Readonly<Record<string, ModelKind>> = {
  chat: 'text',
  code: 'text',
  builder: 'text',
  embeddings: 'embedding',
};

/** The module whose price applies to models without one. */
const MODULE_OF_KIND: Readonly<Record<ModelKind, string>> = {
  text: 'chat',
  embedding: 'embeddings',
  image: 'image',
  music: 'music',
  video: 'video',
  speech: 'speech',
  transcription: 'transcription',
};

export function moduleOfKind(kind: ModelKind): string {
  return MODULE_OF_KIND[kind];
}

export function kindOf(module: string): ModelKind {
  return KIND_OF_MODULE[module] ?? (module as ModelKind);
}

export class OfferTable {
  /** By kind and model. */
  readonly #byModel = new PairMap<ModelTerms>();
  /** By upstream and model. */
  readonly #byUpstream = new PairMap<Offer>();
  readonly #unused = new Set<string>();
  /** Models that only providers serve. */
  readonly #billed: ReadonlySet<string>;

  constructor(served: readonly ServedModel[], terms: OfferTerms) {
    const priced = served.map((one) => priceServed(one, terms));
    const groups = Map.groupBy(priced, ({ kind, model }) => keyOf(kind, model));
    for (const group of groups.values()) {
      const made = termsOf(group, groups, terms);
      for (const offer of made.offers) {
        this.#byModel.set(offer.kind, offer.model, made);
        const known = this.#byUpstream.get(offer.upstream, offer.model);
        // A model can be listed for two kinds of work: its cost is known if it is known for one of them.
        if (!known || known.cost === null) this.#byUpstream.set(offer.upstream, offer.model, offer);
        for (const fallback of offer.unusedFallbacks) this.#unused.add(keyOf(offer.kind, offer.model, fallback));
      }
    }
    const own = new Set(priced.filter((offer) => !isBilledOffer(offer)).map(({ model }) => model));
    this.#billed = new Set(priced.map(({ model }) => model).filter((model) => !own.has(model)));
  }

  /** At an upstream; without one: at every upstream that serves the model. */
  isBilled(model: string, upstream?: string): boolean {
    if (upstream === undefined) return this.#billed.has(model);
    const offer = this.#byUpstream.get(upstream, model);
    return offer !== undefined && isBilledOffer(offer);
  }

  all(): Offer[] {
    return [...this.#byModel.values()].flatMap(({ offers }) => offers);
  }

  /** The price derived from the cost, if any. */
  priceOf(module: string, model: string): ModelPrice | undefined {
    return this.#byModel.get(kindOf(module), model)?.price;
  }

  floorOf(module: string, model: string): ModelPrice | undefined {
    return this.#byModel.get(kindOf(module), model)?.floor;
  }

  find(kind: ModelKind, upstream: string, model: string): Offer | undefined {
    return this.#byModel.get(kind, model)?.offers.find((offer) => offer.upstream === upstream);
  }

  /** A local engine is no upstream: its models are always offered. */
  isOffered(kind: ModelKind, upstream: string, model: string): boolean {
    return this.find(kind, upstream, model)?.isOffered ?? true;
  }

  /**
   * Whether an upstream may serve an order for a model: its own model, or a fallback that does not cost more than the
   * customer pays.
   */
  mayServe(kind: ModelKind, ordered: string, by: { name: string; model: string }): boolean {
    if (!this.isOffered(kind, by.name, by.model)) return false;
    return ordered === by.model || !this.#unused.has(keyOf(kind, ordered, by.model));
  }

  /** The first public upstream that serves orders of images, songs or videos. */
  publicOffer(module: string, model: string): Offer | undefined {
    if (!ORDERED.has(kindOf(module))) return undefined;
    const offers = this.#byModel.get(kindOf(module), model)?.offers;
    return offers?.find(({ isOffered, costSource }) => isOffered && costSource !== 'own');
  }

  /** null: unknown; undefined: not an upstream's model. Without an upstream, the model's highest cost applies. */
  costOf(upstream: string | undefined, model: string): ModelPrice | null | undefined {
    if (upstream !== undefined) return this.#byUpstream.get(upstream, model)?.cost;
    const offers = [...this.#byUpstream.values()].filter((offer) => offer.model === model);
    if (offers.length === 0) return undefined;
    const costs = offers.map(({ cost }) => cost);
    return costs.includes(null) ? null : highestOf(costs.filter((cost) => cost !== null));
  }
}

/** At a provider, and wherever the operator says what it costs, such as a proxy beside the service. */
function isBilledOffer({ isOwn, cost }: Offer): boolean {
  return !isOwn || Object.values(cost ?? {}).some((part) => typeof part !== 'number' || part > 0);
}

function priceServed(one: ServedModel, { list, overrides, costs }: OfferTerms): Offer {
  const { upstream, model, isOwn, mapCost } = one;
  const set = costs.get(`${upstream}\n${model}`) ?? list.costs?.[model];
  const cost = set ?? (isOwn ? FREE : (mapCost ?? null));
  const costSource = set ? 'settings' : isOwn ? 'own' : mapCost ? 'map' : null;
  const hasPrice = overrides.has(model) || list.models[model] !== undefined;
  const isOffered = cost !== null || hasPrice;
  const reason = isOffered
    ? null
    : `Not offered until it has a price: ${one.unknownBecause ?? 'its cost is not known'}`;
  return { ...one, cost, costSource, isOffered, reason, isPricedByCost: false, unusedFallbacks: [] };
}

function termsOf(
  offers: readonly Offer[],
  groups: ReadonlyMap<string, readonly Offer[]>,
  { list, overrides }: OfferTerms,
): ModelTerms {
  const [first] = offers;
  if (!first) return { offers, price: undefined, floor: undefined };
  const explicit = overrides.get(first.model) ?? list.models[first.model];
  const costs = costsOf(offers);
  const price = explicit || costs.length === 0 ? undefined : sellingPrice(highestOf(costs), list);
  const sold = explicit ?? price ?? list.modules[MODULE_OF_KIND[first.kind]] ?? FREE;
  const mayLose = explicit ? explicit.allow_loss === true : list.allow_loss === true;
  const serving = (name: string) => groups.get(keyOf(first.kind, name)) ?? [];
  const isUsed = (name: string) => mayLose || costsOf(serving(name)).every((cost) => !belowCost(sold, cost));
  const used = offers.flatMap(({ fallbacks }) => fallbacks.filter(isUsed).flatMap((name) => costsOf(serving(name))));
  return {
    offers: offers.map((offer) => ({
      ...offer,
      isPricedByCost: price !== undefined,
      unusedFallbacks: offer.fallbacks.filter((name) => !isUsed(name)),
    })),
    price,
    floor: mayLose ? undefined : floorOf([...costs, ...used]),
  };
}

/** Only models with a cost: a model that its provider gives away sells at its module's price. */
function costsOf(offers: readonly Offer[]): ModelPrice[] {
  return offers.flatMap(({ cost, isOffered }) => (cost && isOffered && costsSomething(cost) ? [cost] : []));
}

function costsSomething(cost: ModelPrice): boolean {
  return [...partsOf(cost)].some(([, credits]) => credits > 0);
}

function floorOf(costs: readonly ModelPrice[]): ModelPrice | undefined {
  return costs.length > 0 ? highestOf(costs) : undefined;
}

function sellingPrice(cost: ModelPrice, list: PriceList): ModelPrice {
  return scalePrice(cost, list.cost_factor ?? DEFAULT_COST_FACTOR, roundPriceUp);
}

function keyOf(...parts: string[]): string {
  return parts.join('\n');
}
