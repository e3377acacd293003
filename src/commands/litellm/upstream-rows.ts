// The upstreams that the deployments of LiteLLM become: those of one address and key are one, and each has a name and a variable of its own.
import type { List } from './costs.ts';
import type { Place } from './providers.ts';

export type Row = Record<string, unknown>;
export type UpstreamRow = Row & { name: string; models: Row[] };

export interface Spot extends Place {
  list: List;
  provider: string;
  keyName: string | undefined;
  region: string | undefined;
}

export class UpstreamRows {
  readonly lists: Partial<Record<List, UpstreamRow[]>> = {};
  readonly #retries: number | undefined;
  readonly #names = new Set<string>();
  readonly #rows = new Map<string, UpstreamRow[]>();

  constructor(retries: number | undefined) {
    this.#retries = retries;
  }

  /** Where a model goes. Two deployments of one name are never one entry: the second would replace the first. */
  rowFor(spot: Spot, id: string): UpstreamRow {
    const identity = identityOf(spot);
    const known = this.#rows.get(identity) ?? [];
    this.#rows.set(identity, known);
    const free = known.find(({ models }) => !models.some((model) => model.id === id));
    if (free) return free;
    const row = this.#open(spot);
    known.push(row);
    const list = this.lists[spot.list] ?? [];
    this.lists[spot.list] = list;
    list.push(row);
    return row;
  }

  #open({ list, provider, kind, baseUrl, keyName, region }: Spot): UpstreamRow {
    return {
      name: this.#nameFor(list, provider),
      kind,
      ...(baseUrl ? { base_url: baseUrl } : {}),
      ...(keyName ? { api_key_env: keyName } : {}),
      ...(region ? { region } : {}),
      ...(this.#retries === undefined ? {} : { retries: this.#retries }),
      ...(list === 'upstreams' && kind === 'openai' ? { list_models: false } : {}),
      models: [],
    };
  }

  #nameFor(list: List, provider: string): string {
    let name = provider;
    for (let index = 2; this.#names.has(`${list} ${name}`); index += 1) name = `${provider}-${index}`;
    this.#names.add(`${list} ${name}`);
    return name;
  }
}

export function identityOf({ list, kind, baseUrl, keyName, region }: Spot): string {
  return JSON.stringify([list, kind, baseUrl, keyName, region]);
}
