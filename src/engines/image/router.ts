// Chooses the engine and model for each piece of picture work: the one that was named, else the first that can.
import { ServiceError } from '../../core/errors.ts';
import { understandEdit } from './edit/understand.ts';
import type { EditWish, ImageChoice, ImageEngine, ImageModel, ImageRoutes } from './port.ts';

/** Engines that stand earlier are preferred. */
export function createImageRouter(engines: () => readonly ImageEngine[]): ImageRoutes {
  return {
    forGenerate: (model) => choose(model, (able) => able === 'generate', 'generate images'),
    forUpscale: (model, scale) => choose(model, (able) => able === `upscale:${scale}`, `enlarge images ${scale} times`),
    forEdit,
  };

  function forEdit(wish: EditWish): ImageChoice & { operation: string } {
    const named = wish.model ? choose(wish.model, (able) => able.startsWith('edit:'), 'edit images') : undefined;
    if (named && can(named, 'edit:prompt')) return { ...named, operation: wish.operation ?? 'prompt' };
    const { plan, problem } = tryToUnderstand(wish);
    if (plan) {
      const operation = plan.operation;
      const choice = choose(wish.model, (able) => able === `edit:${operation}`, `do "${operation}"`);
      return { ...choice, operation };
    }
    // What the built-in editor does not understand, a model that edits by words may.
    const byWords = wish.prompt && !wish.operation ? first((able) => able === 'edit:prompt') : undefined;
    if (byWords) return { ...byWords, operation: 'prompt' };
    throw problem;
  }

  function choose(model: string | undefined, isAble: (capability: string) => boolean, what: string): ImageChoice {
    if (!model) {
      const found = first(isAble);
      if (found) return found;
      throw new ServiceError('engine_unavailable', `No engine of this service can ${what} right now.`);
    }
    for (const engine of engines())
      for (const candidate of engine.models()) {
        if (candidate.id !== model) continue;
        if (candidate.capabilities.some(isAble)) return choiceOf(engine, candidate);
        throw new ServiceError(
          'invalid_parameter',
          `The model "${model}" cannot ${what}. GET /image/models says who can.`,
          {
            param: 'model',
          },
        );
      }
    throw new ServiceError(
      'unknown_model',
      `There is no image model "${model}". GET /image/models lists what there is.`,
      {
        param: 'model',
      },
    );
  }

  /** A ready one if there is any; else one whose weights can still be fetched. */
  function first(isAble: (capability: string) => boolean): ImageChoice | undefined {
    const able = engines().flatMap((engine) =>
      engine.models().flatMap((model) => (model.capabilities.some(isAble) ? [{ engine, model }] : [])),
    );
    const found = able.find(({ model }) => model.ready) ?? able[0];
    return found && choiceOf(found.engine, found.model);
  }

  function can(choice: ImageChoice, capability: string): boolean {
    return choice.engine
      .models()
      .some(({ id, capabilities }) => id === choice.model && capabilities.includes(capability));
  }
}

function choiceOf(engine: ImageEngine, model: ImageModel): ImageChoice {
  return { engine, model: model.id, slow: model.slow ?? false };
}

function tryToUnderstand({ operation, prompt, hasMask, options }: EditWish) {
  try {
    return {
      plan: understandEdit({ hasMask, options, ...(operation ? { operation } : {}), ...(prompt ? { prompt } : {}) }),
    };
  } catch (problem) {
    return { problem };
  }
}
