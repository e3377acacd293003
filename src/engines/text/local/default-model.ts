// Decides which model the public alias names. A better one replaces it only once loaded, so that no request waits or
// fails because of the change.
import type { ModelStore } from '../../../models/store.ts';

export interface DefaultModelParts {
  store: Pick<ModelStore, 'pathIfReady' | 'status'>;
  /** Catalogue ids, best first. */
  candidates: () => readonly string[];
  /** Resolves once the model is in memory, beside the one that answers until then. */
  load: (id: string) => Promise<unknown>;
  log?: { info(fields: object, message: string): void; warn(fields: object, message: string): void } | undefined;
}

const RETRY_LOAD_MS = 60_000;

export class DefaultModel {
  readonly #parts: DefaultModelParts;
  #serving: string | undefined;
  #coming: string | undefined;
  readonly #failedAtMs = new Map<string, number>();

  constructor(parts: DefaultModelParts) {
    this.#parts = parts;
  }

  /** The one that answers now; if none is present, the one being pulled; otherwise the last, which needs the least. */
  current(): string {
    const { store, candidates } = this.#parts;
    const ids = candidates();
    const best = ids.find((id) => store.pathIfReady(id));
    if (!best) return this.#awaited(ids);
    if (!this.#serving || !ids.includes(this.#serving) || !store.pathIfReady(this.#serving)) this.#serving = best;
    if (best !== this.#serving) this.#bring(best);
    return this.#serving;
  }

  #awaited(ids: readonly string[]): string {
    this.#serving = undefined;
    const found = ids.find((id) => this.#parts.store.status(id).pulling) ?? ids.at(-1);
    if (!found) throw new Error('the local text engine needs at least one default model');
    return found;
  }

  #bring(id: string): void {
    const { load, log } = this.#parts;
    if (this.#coming || Date.now() - (this.#failedAtMs.get(id) ?? 0) < RETRY_LOAD_MS) return;
    this.#coming = id;
    load(id)
      .then(() => {
        log?.info({ model: id, before: this.#serving }, 'default text model changed');
        this.#serving = id;
      })
      .catch((error: unknown) => {
        this.#failedAtMs.set(id, Date.now());
        log?.warn({ model: id, why: String(error) }, 'the better text model could not be loaded');
      })
      .finally(() => {
        this.#coming = undefined;
      });
  }
}
