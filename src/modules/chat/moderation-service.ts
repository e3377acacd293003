// Moderation: relayed to an upstream that offers it. Without one it is refused, because a guess would be worse than no answer.
import { ServiceError } from '../../core/errors.ts';
import { mayUseModel, refuseModel } from '../../core/model-lists.ts';
import type { ModerationEngine } from '../../engines/moderation/port.ts';
import type { ModerationBody } from './rerank-schema.ts';

export class ModerationService {
  readonly #engines: readonly ModerationEngine[];

  constructor(engines: readonly ModerationEngine[]) {
    this.#engines = engines;
  }

  /** Free, because the upstreams that offer it do not charge for it either. */
  async moderate({ model, input }: ModerationBody, signal: AbortSignal): Promise<object> {
    const offers = this.#engines.flatMap((engine) => engine.models().map((id) => ({ engine, id })));
    const [first] = offers;
    if (!first)
      throw new ServiceError(
        'not_implemented',
        'No model for moderation is connected to this service. Its operator can connect an upstream that offers one.',
      );
    const chosen =
      model === undefined ? (offers.find(({ id }) => mayUseModel(id)) ?? first) : offers.find(({ id }) => id === model);
    if (!chosen)
      throw new ServiceError(
        'unknown_model',
        `There is no model "${model}" for moderation. Use ${offers
          .map(({ id }) => `"${id}"`)
          .slice(0, 5)
          .join(', ')}.`,
        { param: 'model' },
      );
    refuseModel(chosen.id);
    return chosen.engine.moderate({ model: chosen.id, input }, signal);
  }
}
