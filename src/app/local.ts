// The engines on this machine and their weights.
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import { createLocalEmbeddingEngine } from '../engines/embedding/minilm/engine.ts';
import type { EmbeddingEngine } from '../engines/embedding/port.ts';
import { createLocalTextEngine } from '../engines/text/local/engine.ts';
import type { TextEngine } from '../engines/text/port.ts';
import { createSandboxTextEngine } from '../engines/text/sandbox/engine.ts';
import { readModelEntries } from '../models/catalogue.ts';
import type { DefaultPull } from '../models/pull-defaults.ts';
import { createModelStore, type ModelStore } from '../models/store.ts';

type StoreSettings = Pick<Config, 'modelsDir' | 'hubUrl' | 'file' | 'secretByName'>;

/** The cache of weights, with the models that the operator's configuration adds. */
export function openModelStore(config: StoreSettings, log: Log): ModelStore {
  const hubToken = config.secretByName('HF_TOKEN');
  return createModelStore({
    modelsDir: config.modelsDir,
    hubUrl: config.hubUrl,
    ...(hubToken ? { hubToken } : {}),
    extraModels: readModelEntries(config.file.models ?? {}),
    log,
  });
}

export interface LocalEngines {
  store: ModelStore;
  /** In order of preference. */
  text: readonly TextEngine[];
  embedding: readonly EmbeddingEngine[];
  /** Each pulls one of the default weights. */
  defaults: readonly DefaultPull[];
  close(): Promise<void>;
}

export function buildLocalEngines(config: StoreSettings, log: Log): LocalEngines {
  const store = openModelStore(config, log);
  const text = createLocalTextEngine({ store, log });
  const embedding = createLocalEmbeddingEngine({ store });
  return {
    store,
    text: [text, createSandboxTextEngine()],
    embedding: [embedding],
    defaults: [(signal) => text.pullDefault(signal), (signal) => embedding.pullDefault(signal)],
    async close() {
      await Promise.all([text.close(), embedding.close()]);
    },
  };
}
