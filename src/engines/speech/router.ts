// Combines many speech engines into one: shares a model among its engines, and switches after a failure until the first sound.
import { RoutedEngines } from '../../net/routed-engines.ts';
import type { CandidateHealth, Routing } from '../../net/routing.ts';
import type { ReadingEngine, ReadingModel, ReadingOrders } from './port.ts';

export interface ReadingRouter extends ReadingOrders {
  health(): readonly CandidateHealth[];
}

/** In order of preference; the engines may change while the service runs. */
export function createReadingRouter(
  engines: () => readonly ReadingEngine[],
  routing: Routing<ReadingEngine>,
): ReadingRouter {
  const routed = new RoutedEngines<ReadingModel, ReadingEngine>(engines, routing);
  return {
    models: () => routed.models(),
    check: async (order) => routed.serving(order.model)[0]?.engine.check(order),
    read: (order, signals) =>
      routed.stream(order.model, ({ engine, model }, signal) => engine.read({ ...order, model }, signal), signals),
    health: () => routing.health(),
  };
}
