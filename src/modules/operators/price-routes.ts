// The operator's route for the prices and costs of upstream models.
import { json } from '../../http/outcome.ts';
import { type Route, route } from '../../http/route.ts';
import { inProduction, READ } from './kinds-of-routes.ts';
import { PriceOverview } from './price-schema.ts';
import type { OperatorPrices } from './price-service.ts';

export function priceRoutes({ prices }: { prices: OperatorPrices }): Route[] {
  return [
    route({
      ...READ,
      path: '/operator/prices',
      summary: 'Get what each upstream model costs, at which price it is sold, and why one is not offered',
      description:
        'The cost of a model at a public provider comes from the settings or from the map of provider prices; its price is the one that the operator set, else the cost times `cost_factor`. A model whose cost is unknown is not offered until it has a price in `models` of the price list. Models on own hardware have the price of their module.',
      reply: PriceOverview,
      run: async (call) => json(inProduction(call) && (await prices.read())),
    }),
  ];
}
