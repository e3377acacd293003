// Combines many transcription engines into one: shares a model among its engines, and switches after a failure until the first words.
import { RoutedEngines } from '../../net/routed-engines.ts';
import type { CandidateHealth, Routing } from '../../net/routing.ts';
import type { TranscriptionEngine, TranscriptionModel, TranscriptionOrders } from './port.ts';

export interface TranscriptionRouter {
  /** One routing engine per engine; the router decides which one is tried first. */
  engines(): readonly TranscriptionOrders[];
  health(): readonly CandidateHealth[];
}

/** In order of preference; the engines may change while the service runs. */
export function createTranscriptionRouter(
  engines: () => readonly TranscriptionEngine[],
  routing: Routing<TranscriptionEngine>,
): TranscriptionRouter {
  const routed = new RoutedEngines<TranscriptionModel, TranscriptionEngine>(engines, routing);
  return {
    engines: () =>
      routed.list().map((first) => ({
        models: () => routed.modelsOf(first),
        check: () => first.check(),
        transcribe: (recording, order, signals) =>
          routed.stream(
            order.model,
            ({ engine, model }, signal) => engine.transcribe(recording, { ...order, model }, signal),
            signals,
          ),
      })),
    health: () => routing.health(),
  };
}
