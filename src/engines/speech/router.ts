// Combines many speech engines into one: shares a model among its engines, and switches after a failure until the first sound.

import { openFirst } from '../../net/first-part.ts';
import { type CandidateHealth, doneBy, type Routing, tryInTurn } from '../../net/routing.ts';
import type { ReadingEngine } from './port.ts';

export interface ReadingRouter extends ReadingEngine {
  health(): readonly CandidateHealth[];
}

/** In order of preference; the engines may change while the service runs. */
export function createReadingRouter(
  engines: () => readonly ReadingEngine[],
  routing: Routing<ReadingEngine>,
): ReadingRouter {
  const listed = (engine: ReadingEngine) => routing.offered(engine.name, engine.models());
  const serving = (model: string) =>
    engines()
      .filter((engine) => listed(engine).some(({ id }) => id === model))
      .map((engine) => ({ name: engine.name, model, engine }));
  return {
    name: 'router',
    models: () => engines().flatMap((engine) => listed(engine)),
    check: async (order) => serving(order.model)[0]?.engine.check(order),
    async *read(order, signal) {
      const plan = routing.plan(order.model, serving);
      const { by, chunks } = await tryInTurn(
        plan,
        async (one) => ({
          by: doneBy(one),
          chunks: await openFirst(one.engine.read({ ...order, model: one.model }, signal)),
        }),
        signal,
      );
      for await (const chunk of chunks) yield { ...chunk, by };
    },
    health: () => routing.health(),
  };
}
