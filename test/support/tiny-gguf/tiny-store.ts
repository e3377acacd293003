// A model store whose text models are tiny GGUF files of random weights, one for each family.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogueEntry } from '../../../src/models/catalogue.ts';
import { createModelStore, type ModelStore } from '../../../src/models/store.ts';
import { FAMILIES } from './families.ts';
import { type TinyFile, writeGguf } from './write-gguf.ts';

export interface TinyStore {
  store: ModelStore;
  folder: string;
  /** Ids of the models: `tiny-llama`, … */
  ids: readonly string[];
}

export async function openTinyStore(files: Readonly<Record<string, () => TinyFile>> = FAMILIES): Promise<TinyStore> {
  const folder = mkdtempSync(join(tmpdir(), 'tiny-models-'));
  const entries = Object.entries(files).map(([family, build]) => makeEntry(folder, family, build()));
  mkdirSync(join(folder, 'models'));
  const store = createModelStore({ modelsDir: join(folder, 'models'), extraModels: entries });
  for (const { id } of entries) await store.ensure(id);
  return { store, folder, ids: entries.map(({ id }) => id) };
}

function makeEntry(folder: string, family: string, file: TinyFile): CatalogueEntry {
  const path = join(folder, `${family}.gguf`);
  const written = writeGguf(path, file);
  return {
    id: `tiny-${family}`,
    kind: 'text',
    title: family,
    ownedBy: 'test',
    licence: 'Apache-2.0',
    contextWindow: 2048,
    files: { 'model.gguf': { ...written, sources: [`file://${path}`] } },
  };
}
