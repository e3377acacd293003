// Finds items that a Responses request refers to without sending them: those of earlier responses, and item references.
import type { Caller } from '../../../../core/caller.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Database } from '../../../../store/database.ts';
import { findOutputs, readChain } from '../../../../store/responses.ts';
import { refuse } from '../refuse.ts';
import { placeOfItem } from './item-ids.ts';
import type { InputItem, ResponsesBody } from './schema.ts';

const MAX_CHAINED = 500;
/** Bounds memory, because all of them are held at once. */
const MAX_REFERRED = 100;

export class StoredItems {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The input and output of the earlier responses. */
  async earlier(caller: Caller, { previous_response_id: id }: ResponsesBody): Promise<InputItem[]> {
    if (!id) return [];
    const chain = await readChain(this.#database.queries, caller, { id, most: MAX_CHAINED });
    const [oldest] = chain;
    if (!oldest) throw notThere(id, 'previous_response_id');
    if (chain.length === MAX_CHAINED)
      refuse(
        'previous_response_id',
        `A chain may have at most ${MAX_CHAINED} responses. Send the items that matter as input.`,
      );
    if (oldest.previousId !== null)
      throw notThere(
        oldest.previousId,
        'previous_response_id',
        `It comes before "${id}", which cannot be continued without it.`,
      );
    return chain.flatMap(({ input, response }) => [...input, ...response.output]);
  }

  /** Replaces references with the stored items that they name. */
  async resolve(caller: Caller, items: readonly InputItem[]): Promise<InputItem[]> {
    const places = items.map((item) => (item.type === 'item_reference' ? placeOfItem(item.id ?? '') : undefined));
    const ids = [...new Set(places.flatMap((place) => (place ? [place.responseId] : [])))];
    if (ids.length > MAX_REFERRED)
      refuse(
        'input',
        `References may name items of at most ${MAX_REFERRED} responses. Send the other items themselves.`,
      );
    const found = ids.length > 0 ? await findOutputs(this.#database.queries, caller, ids) : [];
    const byId = new Map(found.map((one) => [one.id, one]));
    return items.map((item, index) => {
      if (item.type !== 'item_reference') return item;
      const place = places[index];
      const named = place && byId.get(place.responseId)?.response.output[place.index];
      if (named) return named;
      throw new ServiceError('not_found', `There is no stored item "${item.id}".`, { param: `input[${index}].id` });
    });
  }
}

export function notThere(id: string, param?: string, more = ''): ServiceError {
  const message = `There is no stored response "${id}". ${more}`.trim();
  return new ServiceError('not_found', message, param ? { param } : {});
}
