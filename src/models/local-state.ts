// What the operator decided about models on this machine: accepted licences, models in use, models added by name. One file beside the weights.
import { readFileSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CatalogueEntry, checkEntry, MODEL_USES, type ModelUse } from './catalogue.ts';
import { waitForLock } from './lock.ts';

export interface ModelState {
  /** Ids of models whose licence was accepted. */
  accepted: readonly string[];
  chosen: Readonly<Partial<Record<ModelUse, string>>>;
  added: readonly CatalogueEntry[];
}

const NOTHING: ModelState = { accepted: [], chosen: {}, added: [] };
const LOCK_WAIT_MS = 5_000;
const RECHECK_MS = 1_000;

export class LocalState {
  readonly #folder: string;
  readonly #path: string;
  #known: { checkedAtMs: number; mtimeMs: number; state: ModelState } | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, '.atelier.json');
  }

  /** Another process may have changed it, so the file's time is checked, at most once a second. */
  read(): ModelState {
    const now = Date.now();
    if (this.#known && now - this.#known.checkedAtMs < RECHECK_MS) return this.#known.state;
    const mtimeMs = statSync(this.#path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const state = this.#known?.mtimeMs === mtimeMs ? this.#known.state : readState(this.#path);
    this.#known = { checkedAtMs: now, mtimeMs, state };
    return state;
  }

  async change(edit: (state: ModelState) => ModelState): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const lock = await waitForLock(join(this.#folder, '.locks', '.atelier'), LOCK_WAIT_MS);
    if (!lock) throw new Error(`${this.#path} is being changed by another process; try again`);
    try {
      const draft = `${this.#path}.${process.pid}`;
      await writeFile(draft, JSON.stringify(edit(readState(this.#path)), null, 2));
      await rename(draft, this.#path);
      this.#known = undefined;
    } finally {
      await lock.release();
    }
  }
}

/** A damaged file is treated as missing: it contains choices, not weights. */
function readState(path: string): ModelState {
  let given: Partial<Record<keyof ModelState, unknown>>;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return NOTHING;
  }
  const chosen = (given.chosen ?? {}) as Record<string, unknown>;
  return {
    accepted: listOf(given.accepted).filter((id): id is string => typeof id === 'string'),
    chosen: Object.fromEntries(
      MODEL_USES.flatMap((use) => (typeof chosen[use] === 'string' ? [[use, chosen[use]]] : [])),
    ),
    added: listOf(given.added).filter(isEntry),
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isEntry(value: unknown): value is CatalogueEntry {
  try {
    checkEntry(value as CatalogueEntry);
    return true;
  } catch {
    return false;
  }
}
