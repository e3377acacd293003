// Combines many transcription engines into one: shares a model among its engines, and switches after a failure until the first words.
import { openFirst } from '../../net/first-part.ts';
import { type CandidateHealth, doneBy, type Routing, tryInTurn } from '../../net/routing.ts';
import type { TranscriptionEngine } from './port.ts';

export interface TranscriptionRouter {
  /** One routing engine per engine; the router decides which one is tried first. */
  engines(): readonly TranscriptionEngine[];
  health(): readonly CandidateHealth[];
}

/** In order of preference; the engines may change while the service runs. */
export function createTranscriptionRouter(
  engines: () => readonly TranscriptionEngine[],
  routing: Routing<TranscriptionEngine>,
): TranscriptionRouter {
  const listed = (engine: TranscriptionEngine) => routing.offered(engine.name, engine.models());
  const serving = (model: string) =>
    engines()
      .filter((engine) => listed(engine).some(({ id }) => id === model))
      .map((engine) => ({ name: engine.name, model, engine }));
  return {
    engines: () =>
      engines().map((first) => ({
        name: first.name,
        models: () => listed(first),
        check: () => first.check(),
        async *transcribe(recording, order, signal) {
          const plan = routing.plan(order.model, serving);
          const { by, parts } = await tryInTurn(
            plan,
            async (one) => ({
              by: doneBy(one),
              parts: await openFirst(one.engine.transcribe(recording, { ...order, model: one.model }, signal)),
            }),
            signal,
          );
          for await (const part of parts) yield { ...part, by };
        },
      })),
    health: () => routing.health(),
  };
}
