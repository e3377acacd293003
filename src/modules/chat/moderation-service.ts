// Moderation: relayed to an upstream that offers it. Without one it is refused, because a guess would be worse than no
// answer.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { mayUseModel, refuseModel } from '../../core/model-lists.ts';
import type { ModerationEngine } from '../../engines/moderation/port.ts';
import type { ContentPart } from '../../engines/text/port.ts';
import { inlineParts, type ReadPicture } from './picture-parts.ts';
import type { ModerationBody, ModerationPart } from './rerank-schema.ts';

export class ModerationService {
  readonly #engines: readonly ModerationEngine[];
  readonly #pictures: ReadPicture;

  constructor(engines: readonly ModerationEngine[], pictures: ReadPicture) {
    this.#engines = engines;
    this.#pictures = pictures;
  }

  /** Free, because the upstreams that offer it do not charge for it either. */
  async moderate({ model, input }: ModerationBody, call: { caller: Caller; signal: AbortSignal }): Promise<object> {
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
    return chosen.engine.moderate({ model: chosen.id, input: await this.#inlined(input, call) }, call.signal);
  }

  /** No upstream receives a URL from a client. */
  async #inlined(input: ModerationBody['input'], call: { caller: Caller; signal: AbortSignal }): Promise<unknown> {
    if (typeof input === 'string' || input.every((one) => typeof one === 'string')) return input;
    const parts = input.map((part, at) => partOf(part, `input[${at}]`));
    return inlineParts(parts, 'input', { source: this.#pictures, ...call });
  }
}

/** Only validated members: an upstream may accept others that name files. */
function partOf(part: string | ModerationPart, at: string): ContentPart {
  if (typeof part === 'string' || part.type === 'text')
    return { type: 'text', text: typeof part === 'string' ? part : (part.text ?? '') };
  if (part.image_url) return { type: 'image_url', image_url: { url: part.image_url.url } };
  throw new ServiceError('missing_parameter', `The field "${at}.image_url" is required.`, { param: `${at}.image_url` });
}
