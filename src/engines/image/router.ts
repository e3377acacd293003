// Chooses the model for each image order (the named one, or the first capable one) and the engines that serve it.
import { ServiceError } from '../../core/errors.ts';
import type { CallSignals } from '../../core/left-calls.ts';
import { mayUseModel } from '../../core/model-lists.ts';
import { orderInTurn } from '../../net/attempt.ts';
import { RoutedEngines } from '../../net/routed-engines.ts';
import { type Candidate, doneBy, Routing } from '../../net/routing.ts';
import { understandEdit } from './edit/understand.ts';
import type {
  EditChoice,
  EditWish,
  ImageChoice,
  ImageEngine,
  ImageModel,
  ImageOrders,
  ImageRoutes,
  MadeImage,
} from './port.ts';

/** Earlier engines are preferred. A model that several engines serve is shared among them by the router's rules. */
export function createImageRouter(
  engines: () => readonly ImageEngine[],
  routing: Routing<ImageEngine> = new Routing(),
): ImageRoutes {
  const offered = new RoutedEngines<ImageModel, ImageEngine>(engines, routing);
  return {
    forGenerate: (model, format) =>
      format === 'svg'
        ? choose(model, (able) => able === 'generate:svg', 'draw SVG')
        : choose(model, (able) => able === 'generate', 'generate images'),
    forUpscale: (model, scale) => choose(model, (able) => able === `upscale:${scale}`, `enlarge images ${scale} times`),
    forVariation,
    forEdit,
  };

  function forVariation(model: string | undefined): ImageChoice {
    if (model || first((able) => able === 'edit:prompt'))
      return choose(model, (able) => able === 'edit:prompt', 'make variations of images');
    throw new ServiceError(
      'not_implemented',
      'No image model of this service makes variations: that takes one that paints an image anew. POST /images/generations makes images from words.',
    );
  }

  function forEdit(wish: EditWish): EditChoice {
    const named = wish.model ? choose(wish.model, (able) => able.startsWith('edit:'), 'edit images') : undefined;
    if (named && can(named, 'edit:prompt')) return { ...named, operation: wish.operation ?? 'prompt', paints: true };
    const { plan, problem } = tryToUnderstand(wish);
    if (plan) {
      const operation = plan.operation;
      const choice = choose(wish.model, (able) => able === `edit:${operation}`, `do "${operation}"`);
      return { ...choice, operation, paints: false };
    }
    // A model that edits by prompt may understand what the built-in editor does not.
    const byWords = wish.prompt && !wish.operation ? first((able) => able === 'edit:prompt') : undefined;
    if (byWords) return { ...byWords, operation: 'prompt', paints: true };
    throw problem;
  }

  function choose(model: string | undefined, isAble: (capability: string) => boolean, what: string): ImageChoice {
    if (!model) {
      const found = first(isAble);
      if (found) return found;
      throw new ServiceError('engine_unavailable', `No engine of this service can ${what} right now.`);
    }
    const serving = offered.models().filter(({ id }) => id === model);
    const able = serving.filter(({ capabilities }) => capabilities.some(isAble));
    const [found] = able;
    if (found) return choiceOf(able.find(({ ready }) => ready) ?? found, isAble);
    if (serving.length > 0)
      throw new ServiceError(
        'invalid_parameter',
        `The model "${model}" cannot ${what}. GET /image/models lists what each model can do.`,
        { param: 'model' },
      );
    throw new ServiceError(
      'unknown_model',
      `There is no image model "${model}". GET /image/models lists the available models.`,
      {
        param: 'model',
      },
    );
  }

  /** A ready model if there is one, otherwise one whose weights can be pulled. */
  function first(isAble: (capability: string) => boolean): ImageChoice | undefined {
    const able = offered.models().filter((model) => model.capabilities.some(isAble));
    const allowed = able.filter(({ id }) => mayUseModel(id));
    const found = allowed.find(({ ready }) => ready) ?? allowed[0] ?? able[0];
    return found && choiceOf(found, isAble);
  }

  function can(choice: ImageChoice, capability: string): boolean {
    return offered.models().some(({ id, capabilities }) => id === choice.model && capabilities.includes(capability));
  }

  function choiceOf(model: ImageModel, isAble: (capability: string) => boolean): ImageChoice {
    const plan = () => offered.plan(model.id, ({ capabilities }) => capabilities.some(isAble));
    return { engine: routed(model.id, plan), model: model.id, slow: model.slow ?? false };
  }
}

/** Presents the engines of a model and of its fallbacks as one. */
function routed(model: string, plan: () => readonly Candidate<ImageEngine>[]): ImageOrders {
  const order = <Made>(
    signals: CallSignals,
    make: (one: Candidate<ImageEngine>, signal: AbortSignal) => Promise<Made>,
  ): Promise<Made> => orderInTurn(plan(), signals, make);
  return {
    generate: (wanted, report, signals) =>
      order(signals, async (one, signal) => {
        const made = await one.engine.generate({ ...wanted, model: one.model }, report, signal);
        return made.map((image) => addServedBy(image, model, one));
      }),
    edit: (wanted, report, signals) =>
      order(signals, async (one, signal) =>
        addServedBy(await one.engine.edit({ ...wanted, model: one.model }, report, signal), model, one),
      ),
    upscale: (wanted, report, signals) =>
      order(signals, async (one, signal) =>
        addServedBy(await one.engine.upscale({ ...wanted, model: one.model }, report, signal), model, one),
      ),
  };
}

function addServedBy(made: MadeImage, wanted: string, one: Candidate<ImageEngine>): MadeImage {
  const image = { ...made, by: doneBy(one) };
  if (wanted === one.model) return image;
  return { ...image, warnings: [...image.warnings, `"${wanted}" was not available: "${one.model}" made this image.`] };
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
