// Combines many transcription engines into one: shares a model among its engines, and switches after a failure until the first words.
import { openFirst } from '../../net/first-part.ts';
import { type CandidateHealth, Routing, type RoutingRule, tryInTurn } from '../../net/routing.ts';
import type { TranscriptionEngine } from './port.ts';

export interface TranscriptionRouter {
  /** One routing engine per engine; the router decides which one is tried first. */
  engines: readonly TranscriptionEngine[];
  health(): readonly CandidateHealth[];
}

/** In order of preference. */
export function createTranscriptionRouter(
  engines: readonly TranscriptionEngine[],
  rules: readonly RoutingRule[],
): TranscriptionRouter {
  const routing = new Routing<TranscriptionEngine>({ rules });
  const serving = (model: string) =>
    engines
      .filter((engine) => engine.models().some(({ id }) => id === model))
      .map((engine) => ({ name: engine.name, model, engine }));
  return {
    engines: engines.map((first) => ({
      name: first.name,
      models: () => first.models(),
      check: () => first.check(),
      async *transcribe(recording, order, signal) {
        const plan = routing.plan(order.model, serving);
        yield* await tryInTurn(
          plan,
          ({ engine, model }) => openFirst(engine.transcribe(recording, { ...order, model }, signal)),
          signal,
        );
      },
    })),
    health: () => routing.health(),
  };
}
