// Finds the engine that serves a model, or the first that is ready when the client named none.
import { ServiceError } from '../../core/errors.ts';
import { mayUseModel, refuseModel } from '../../core/model-lists.ts';

interface Serving {
  models(): readonly { id: string; ready: boolean; capabilities: readonly string[] }[];
}

export interface ChosenModel<Engine> {
  engine: Engine;
  model: string;
  capabilities: readonly string[];
}

export function chooseModel<Engine extends Serving>(
  engines: readonly Engine[],
  wanted: string | undefined,
  what: string,
): ChosenModel<Engine> {
  const all = engines.flatMap((engine) => engine.models().map((model) => ({ engine, ...model })));
  const allowed = all.filter(({ id }) => mayUseModel(id));
  const first = allowed.find(({ ready }) => ready) ?? allowed[0] ?? all[0];
  const found = wanted === undefined ? first : all.find(({ id }) => id === wanted);
  if (found) refuseModel(found.id);
  if (found) return { engine: found.engine, model: found.id, capabilities: found.capabilities };
  const known = all.map(({ id }) => id).join(', ');
  throw new ServiceError('unknown_model', `There is no ${what} model "${wanted}". Use one of: ${known}.`, {
    param: 'model',
  });
}
