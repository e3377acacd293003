// Reads the whole model_list: models with a name first, then patterns, which come only if they offer nothing that has limits or a place of its own.
import { asRecord } from '../../core/unknown-json.ts';
import type { List } from './costs.ts';
import { plainText } from './plain-text.ts';
import { type ReadModel, readModel, type Surroundings } from './read-model.ts';
import { StaysBehind } from './stays-behind.ts';
import { identityOf, UpstreamRows } from './upstream-rows.ts';

const MAX_NAMED = 10;

export function readModels(entries: readonly unknown[], around: Surroundings & { retries: number | undefined }) {
  const reader = new ModelsReader(around);
  for (const [index, entry] of entries.entries()) reader.read(entry, index);
  reader.addPatterns();
  const { lists } = reader.rows;
  return { lists, models: reader.count, left: reader.left, listOf: (id: string) => reader.kinds.get(id) };
}

class ModelsReader {
  readonly rows: UpstreamRows;
  readonly kinds = new Map<string, List>();
  count = 0;
  readonly #around: Surroundings;
  readonly #behind: string[] = [];
  readonly #patterns: ReadModel[] = [];
  /** Where models with a name are; null: they stay behind. */
  readonly #places = new Map<string | null, string>();
  /** Which models have a field that is left out, by the field and the reason. */
  readonly #fields = new Map<string, { field: string; why: string; ids: Set<string> }>();

  constructor({ retries, ...around }: Surroundings & { retries: number | undefined }) {
    this.#around = around;
    this.rows = new UpstreamRows(retries);
  }

  get left(): string[] {
    const fields = [...this.#fields.values()].map(
      ({ field, why, ids }) => `${plainText(field)} of ${namesOf([...ids])}: ${why}`,
    );
    return [...this.#behind, ...fields];
  }

  read(given: unknown, index: number): void {
    const entry = asRecord(given);
    const id = plainText(entry?.model_name) || `(entry ${index + 1}, without a name)`;
    try {
      if (!entry) throw new StaysBehind('it cannot be read');
      const model = readModel(entry, this.#around);
      if (model.isPattern) this.#patterns.push(model);
      else this.#add(model);
    } catch (error) {
      if (!(error instanceof StaysBehind)) throw error;
      this.#behind.push(`the model ${id} stays behind: ${error.message}`);
      this.#places.set(null, id);
    }
  }

  #add(model: ReadModel): void {
    const { id, spot, entry } = model;
    const kind = this.kinds.get(id);
    if (kind !== undefined && kind !== spot.list) throw new StaysBehind('an earlier model of its name does other work');
    this.kinds.set(id, spot.list);
    this.rows.rowFor(spot, id).models.push(entry);
    this.count += 1;
    if (spot.list === 'upstreams') this.#places.set(identityOf(spot), id);
    this.#note(model);
  }

  addPatterns(): void {
    for (const { id, spot } of this.#patterns) this.#places.set(identityOf(spot), id);
    for (const pattern of this.#patterns) {
      const problem = this.#problemOf(pattern);
      if (problem) this.#behind.push(`the pattern ${plainText(pattern.id)} stays behind: ${problem}`);
      else this.#addPattern(pattern);
    }
  }

  /** LiteLLM asks a pattern last, and for its own names; here its models are equal to all others of the same name. */
  #problemOf({ id, spot, entry }: ReadModel): string | undefined {
    const model = String(entry.upstream_id ?? id);
    if (spot.list !== 'upstreams' || spot.kind !== 'openai')
      return 'only servers with a list of their models (kind openai) can offer all of them';
    if (model !== '*') return 'an upstream offers all of its models, or those that are named';
    if (entry.weight !== undefined || entry.context_window !== undefined || entry.max_output_tokens !== undefined)
      return 'weights and sizes of a pattern have no counterpart';
    const own = identityOf(spot);
    const other = [...this.#places].find(([place]) => place !== own)?.[1];
    return (
      other &&
      `it could offer ${other}, too, which stays behind or is elsewhere; set list_models of the upstream yourself`
    );
  }

  #addPattern(pattern: ReadModel): void {
    const { id, spot } = pattern;
    const row = this.rows.rowFor(spot, id);
    row.list_models = true;
    this.#note(pattern);
    const start = id.replace(/\*.*/, '');
    this.#behind.push(
      `the pattern ${id}: the models of ${row.name} are offered under their own names${start === '' ? '' : `, without "${start}"`}`,
    );
  }

  #note({ id, left }: ReadModel): void {
    for (const [field, why] of left) {
      const known = this.#fields.get(`${field}\n${why}`) ?? { field, why, ids: new Set() };
      known.ids.add(id);
      this.#fields.set(`${field}\n${why}`, known);
    }
  }
}

function namesOf(ids: readonly string[]): string {
  const named = ids.slice(0, MAX_NAMED).map(plainText).join(', ');
  const more = ids.length - MAX_NAMED;
  return `the model${ids.length === 1 ? '' : 's'} ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
