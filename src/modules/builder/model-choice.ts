// Chooses the model that builds or answers: the named model, a capable text model, or else the blueprint engine.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { mayUseModel, refuseModel } from '../../core/model-lists.ts';
import { notReady } from '../../core/not-ready.ts';
import type { TextModel, TextRoutes } from '../../engines/text/port.ts';
import { BLUEPRINT_MODEL } from './job.ts';

const LEAST_WINDOW = 16_000;
const LEAST_OUTPUT = 4_000;

export function chooseModel(text: TextRoutes, caller: Caller, named: string | undefined): TextModel | null {
  if (named === BLUEPRINT_MODEL) return null;
  if (named !== undefined) return namedModel(text, caller, named);
  const model = text.defaultModel();
  return model && mayUseModel(model.id) && isCapable(model) ? model : null;
}

/** A question about code needs less than a whole application: any chat model will do, the default first. */
export function chooseChatModel(text: TextRoutes, caller: Caller, named: string | undefined): TextModel | null {
  if (named === BLUEPRINT_MODEL) return null;
  if (named !== undefined) return namedModel(text, caller, named);
  const preferred = text.defaultModel();
  if (preferred && mayUseModel(preferred.id) && isUsable(preferred)) return preferred;
  const usable = text
    .models()
    .filter((model) => isUsable(model) && mayUseModel(model.id) && model.capabilities.includes('chat'));
  return usable.sort((a, b) => b.contextWindow - a.contextWindow)[0] ?? null;
}

function namedModel(text: TextRoutes, caller: Caller, named: string): TextModel {
  const model = text.find(named);
  if (!model || (caller.environment === 'live' && model.id.startsWith('sandbox-')))
    throw new ServiceError(
      'unknown_model',
      `There is no model "${named}". Use ${BLUEPRINT_MODEL} or a model of GET /models.`,
      { param: 'model' },
    );
  refuseModel(model.id);
  if (!model.ready) throw notReady(model);
  return model;
}

/** A model must read and write whole files at once; a small one would fail and cost credits. */
function isCapable(model: TextModel): boolean {
  return isUsable(model) && model.contextWindow >= LEAST_WINDOW && model.maxOutputTokens >= LEAST_OUTPUT;
}

function isUsable(model: TextModel): boolean {
  return model.ready && !model.id.startsWith('sandbox-');
}
