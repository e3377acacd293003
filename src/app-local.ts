// The engines on this machine and the weights they load.
import type { Config } from './config.ts';
import type { Log } from './core/log.ts';
import { createLocalEmbeddingEngine } from './engines/embedding/minilm/engine.ts';
import type { EmbeddingEngine } from './engines/embedding/port.ts';
import { createLocalTextEngine } from './engines/text/local/engine.ts';
import type { TextEngine } from './engines/text/port.ts';
import { createSandboxTextEngine } from './engines/text/sandbox/engine.ts';
import { createModelStore, type ModelStore } from './models/store.ts';

export interface LocalEngines {
  store: ModelStore;
  /** In order of preference. */
  text: readonly TextEngine[];
  embedding: readonly EmbeddingEngine[];
  /** Brings the default weights, one after the other; what cannot be had is logged and shown by GET /models. */
  pullDefaults(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export function buildLocalEngines(config: Pick<Config, 'modelsDir' | 'hubUrl'>, log: Log): LocalEngines {
  const store = createModelStore({ modelsDir: config.modelsDir, hubUrl: config.hubUrl, log });
  const text = createLocalTextEngine({ store, log });
  const embedding = createLocalEmbeddingEngine({ store });
  return {
    store,
    text: [text, createSandboxTextEngine()],
    embedding: [embedding],
    async pullDefaults(signal) {
      for (const engine of [text, embedding]) {
        await engine.pullDefault(signal).catch((error) => {
          if (!signal.aborted) log.warn({ err: error }, 'a default model could not be brought; GET /models says which');
        });
      }
    },
    async close() {
      await Promise.all([text.close(), embedding.close()]);
    },
  };
}
