// Image engines whose calls are counted: how many, how many failed, how long they took, for each model.
import { CallHealth, type CallHealthReport } from '../../core/call-health.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import type { ImageEngine } from './port.ts';

export interface ImageHealth extends CallHealthReport {
  engine: string;
  model: string;
}

export interface WatchedImages {
  engines(): readonly ImageEngine[];
  /** Of the models that were asked since the start. */
  health(): ImageHealth[];
}

export function watchImageEngines(engines: () => readonly ImageEngine[], clock: Clock = systemClock): WatchedImages {
  const watched = new WeakMap<ImageEngine, ImageEngine>();
  const seen = new Map<string, { engine: string; model: string; health: CallHealth }>();
  const healthOf = (engine: string, model: string): CallHealth => {
    const key = `${engine}\n${model}`;
    const known = seen.get(key) ?? { engine, model, health: new CallHealth(clock) };
    seen.set(key, known);
    return known.health;
  };
  return {
    engines: () =>
      engines().map((engine) => {
        const known = watched.get(engine) ?? watch(engine, (model) => healthOf(engine.name, model));
        watched.set(engine, known);
        return known;
      }),
    health: () => [...seen.values()].map(({ engine, model, health }) => ({ engine, model, ...health.report() })),
  };
}

function watch(engine: ImageEngine, healthOf: (model: string) => CallHealth): ImageEngine {
  const counted = async <T>(model: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const startedMs = performance.now();
    try {
      const made = await work();
      healthOf(model).succeeded(performance.now() - startedMs);
      return made;
    } catch (error) {
      if (!signal.aborted && isEnginesFault(error))
        healthOf(model).failed(performance.now() - startedMs, error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
  return {
    name: engine.name,
    models: () => engine.models(),
    generate: (order, report, signal) => counted(order.model, () => engine.generate(order, report, signal), signal),
    edit: (order, report, signal) => counted(order.model, () => engine.edit(order, report, signal), signal),
    upscale: (order, report, signal) => counted(order.model, () => engine.upscale(order, report, signal), signal),
  };
}

/** A picture that cannot be read, or a wish that makes no sense, says nothing of the engine. */
function isEnginesFault(error: unknown): boolean {
  return !(error instanceof ServiceError) || error.status >= 500;
}
