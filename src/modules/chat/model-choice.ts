// Finds the model that the client named, or explains why it cannot be used now.
import type { Environment } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { refuseModel } from '../../core/model-lists.ts';
import { notReady } from '../../core/not-ready.ts';
import type { TextModel, TextRoutes } from '../../engines/text/port.ts';

export function chooseModel(text: TextRoutes, name: string, environment: Environment): TextModel {
  const model = text.find(name);
  // Sandbox models return scripted answers, so they do not exist in production.
  if (!model || (environment === 'live' && model.id.startsWith('sandbox-'))) {
    throw new ServiceError('unknown_model', `There is no model "${name}". GET /models lists the available models.`, {
      param: 'model',
    });
  }
  refuseModel(model.id);
  if (!model.ready) throw notReady(model);
  return model;
}
