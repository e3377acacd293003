// What routers and services ask the price list before they offer or use an upstream's models.
import type { ModelKind } from '../money/offers.ts';
import type { ModelPrice } from '../money/price-list.ts';
import type { Prices } from '../money/prices.ts';
import type { Sale } from '../net/routing.ts';
import { policyIn, type Sharing } from '../net/sharing.ts';

export function saleOf(prices: Prices, kind: ModelKind): Sale {
  return {
    offered: (upstream, models) => prices.offered(kind, upstream, models),
    mayServe: (ordered, by) => prices.offers.mayServe(kind, ordered, by),
  };
}

/** What routers ask of the operator's choice between upstreams of one model. Read at every call: it may change. */
export function sharingOf(config: { readonly modelRouting: readonly string[] }, prices: Prices): Sharing {
  return {
    policyOf: (model) => policyIn(config.modelRouting, model),
    costOf: ({ name, model }) => {
      const cost = prices.offers.costOf(name, model);
      return cost ? comparable(cost) : undefined;
    },
  };
}

/** Of upstreams of one model. Chats read about three times as many tokens as they write. */
const READ_PER_WRITTEN = 3;

function comparable(cost: ModelPrice): number {
  const { input_per_million_tokens: input = 0, output_per_million_tokens: output = 0 } = cost;
  const units = [cost.per_request, cost.per_image, cost.per_second, cost.per_million_characters];
  return READ_PER_WRITTEN * input + output + units.reduce<number>((sum, unit = 0) => sum + unit, 0);
}

interface Listing {
  name: string;
  models(): readonly { id: string }[];
}

/** The same engine without the models that are not offered, for engines without a router in front of them. */
export function offeredOf<Engine extends Listing>(engine: Engine, prices: Prices): Engine {
  const models = () => prices.offered('embedding', engine.name, engine.models());
  return new Proxy(engine, {
    get(target, property) {
      if (property === 'models') return models;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
