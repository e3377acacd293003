// What routers and services ask the price list before they offer or use an upstream's models.
import type { ModelKind } from '../money/offers.ts';
import type { Prices } from '../money/prices.ts';
import type { Sale } from '../net/routing.ts';

export function saleOf(prices: Prices, kind: ModelKind): Sale {
  return {
    offered: (upstream, models) => prices.offered(kind, upstream, models),
    mayServe: (ordered, by) => prices.offers.mayServe(kind, ordered, by),
  };
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
