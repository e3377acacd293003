// The weights that tests need: pulled once, shared by all runs on this machine, and said aloud when it happens.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { totalBytes } from '../../src/models/catalogue.ts';
import { createModelStore, type ModelFiles } from '../../src/models/store.ts';

export const TEST_MODELS_DIR = process.env.MODELS_DIR ?? join(homedir(), '.cache', 'atelier-models');
export const testModels = createModelStore({ modelsDir: TEST_MODELS_DIR });

export const TEXT_WEIGHTS = 'tinyllama-1.1b-chat-1';
export const EMBEDDING_WEIGHTS = 'all-minilm-l6-v2';
/** Without it a song is refused before it becomes a job. */
export const SOUND_BANK = 'musescore-general-lite-1';

export async function bringWeights(id: string): Promise<ModelFiles> {
  const megabytes = Math.round(totalBytes(testModels.entry(id)) / 1e6);
  if (!testModels.pathIfReady(id)) console.log(`pulling ${id}, ${megabytes} MB`);
  return testModels.ensure(id);
}
