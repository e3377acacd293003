// Lists the models of an environment that the caller may use: whether each is ready, and its price for this account.

import type { Caller } from '../../core/caller.ts';
import { shownEngine } from '../../core/connected-models.ts';
import { ServiceError } from '../../core/errors.ts';
import { mayUseModel } from '../../core/model-lists.ts';
import { warningsOf } from '../../core/weak-models.ts';
import { kindOf } from '../../money/offers.ts';
import type { Prices } from '../../money/prices.ts';
import type { ModelNames } from './model-names.ts';
import type { ListedModel, ModelSource } from './sources.ts';

interface ModelParts {
  sources: readonly ModelSource[];
  prices: Prices;
  names: ModelNames;
}

export class ModelService {
  readonly #sources: readonly ModelSource[];
  readonly #prices: Prices;
  readonly #names: ModelNames;
  readonly #created = Math.floor(Date.now() / 1000);

  constructor({ sources, prices, names }: ModelParts) {
    this.#sources = sources;
    this.#prices = prices;
    this.#names = names;
  }

  list(caller: Caller, module?: string): object {
    const models = this.#visible(caller).filter((model) => module === undefined || model.module === module);
    return { object: 'list', data: models.map((model) => this.#body(caller, model)) };
  }

  /** For another service's name, shows the model that replaces it. */
  read(caller: Caller, name: string): object {
    const id = this.#names.meantBy(name) ?? name;
    const model = this.#visible(caller).find((candidate) => candidate.id === id);
    if (model) return this.#body(caller, model);
    const advice = this.#names.advise(name, caller) ?? 'GET /models lists the available models.';
    throw new ServiceError('not_found', `There is no model "${name}". ${advice}`);
  }

  #visible(caller: Caller): ListedModel[] {
    const all = onePerId(this.#sources.flatMap((source) => source()));
    return all.filter(
      ({ id, module, engine }) =>
        mayUseModel(id) &&
        this.#prices.offers.isOffered(kindOf(module), engine, id) &&
        (caller.environment === 'test' || !id.startsWith('sandbox-')),
    );
  }

  #body(caller: Caller, model: ListedModel): object {
    const aliases = this.#names.namesOf(model.id);
    return {
      id: model.id,
      object: 'model',
      created: this.#created,
      owned_by: model.ownedBy,
      module: model.module,
      engine: shownEngine(model),
      context_window: model.contextWindow,
      max_output_tokens: model.maxOutputTokens,
      capabilities: model.capabilities,
      pricing: this.#pricing(caller, model),
      ready: model.ready,
      ...(model.progress === undefined ? {} : { progress: model.progress }),
      ...(aliases.length > 0 ? { aliases } : {}),
      ...(model.note === undefined ? {} : { note: model.note }),
      ...(model.weakAt === undefined ? {} : { warnings: warningsOf(model, caller) }),
    };
  }

  /** The price as charged, with the account's price factor; without attribution everything costs twice as much. */
  #pricing(caller: Caller, model: ListedModel): Record<string, unknown> {
    const prices = this.#prices.now();
    const what = { module: model.module, model: model.id };
    const price = prices.of(what.module, what.model);
    return { unit: 'credits', ...prices.shown(caller, price, prices.floorFor(caller, what)) };
  }
}

/** Several engines may serve a model: it is listed once, as ready if one of them is. */
function onePerId(models: readonly ListedModel[]): ListedModel[] {
  const byId = new Map<string, ListedModel>();
  for (const model of models) {
    const key = `${model.module}\n${model.id}`;
    const known = byId.get(key);
    if (!known || (model.ready && !known.ready)) byId.set(key, model);
  }
  return [...byId.values()];
}
