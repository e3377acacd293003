// Combines many speech engines into one: shares a model among its engines, and switches after a failure until the first sound.

import { openFirst } from '../../net/first-part.ts';
import { type CandidateHealth, Routing, type RoutingRule, tryInTurn } from '../../net/routing.ts';
import type { ReadingEngine } from './port.ts';

export interface ReadingRouter extends ReadingEngine {
  health(): readonly CandidateHealth[];
}

/** In order of preference. */
export function createReadingRouter(engines: readonly ReadingEngine[], rules: readonly RoutingRule[]): ReadingRouter {
  const routing = new Routing<ReadingEngine>({ rules });
  const serving = (model: string) =>
    engines
      .filter((engine) => engine.models().some(({ id }) => id === model))
      .map((engine) => ({ name: engine.name, model, engine }));
  return {
    name: 'router',
    models: () => engines.flatMap((engine) => engine.models()),
    check: async (order) => serving(order.model)[0]?.engine.check(order),
    async *read(order, signal) {
      const plan = routing.plan(order.model, serving);
      yield* await tryInTurn(plan, ({ engine, model }) => openFirst(engine.read({ ...order, model }, signal)), signal);
    },
    health: () => routing.health(),
  };
}
