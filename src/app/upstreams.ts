// Connects to the text, embedding, rerank and moderation servers that the configuration names.
import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import { UpstreamEmbeddingEngine } from '../engines/embedding/upstream-engine.ts';
import type { TextEngine } from '../engines/text/port.ts';
import { type ConnectedUpstreams, connectUpstreams, openUpstream } from '../engines/text/upstreams.ts';
import { type ConnectedSettings, LiveEngines } from './connected.ts';
import { connectSideUpstreams, type SideUpstreams } from './side-upstreams.ts';

/** Connected before the areas are built: their prices belong to the price list. */
export interface Upstreams {
  text: ConnectedUpstreams;
  embeddings: readonly UpstreamEmbeddingEngine[];
  side: SideUpstreams;
  /** Those that were connected while the service ran, beside those of the settings. */
  connected: ConnectedText;
}

export interface ConnectedText {
  list(): readonly TextEngine[];
  start(): Promise<void>;
  close(): Promise<void>;
}

export function connectToUpstreams(
  config: Pick<Config, 'openAi' | 'file' | 'secretByName'>,
  connected: ConnectedSettings,
  log: Log,
): Upstreams {
  const { openAi, file, secretByName } = config;
  return {
    text: connectUpstreams({ openAi, entries: file.upstreams ?? [], secretByName, log }),
    embeddings: openAi
      ? [new UpstreamEmbeddingEngine({ name: 'openai', ...openAi, apiKey: openAi.apiKey ?? undefined, log })]
      : [],
    side: connectSideUpstreams(openAi, log),
    connected: connectLive(connected, { secretByName, log }),
  };
}

function connectLive(
  connected: ConnectedSettings,
  sources: Pick<Config, 'secretByName'> & { log: Log },
): ConnectedText {
  const starting: Promise<void>[] = [];
  const engines = new LiveEngines({
    read: () => connected.lists.upstreams,
    open(entry) {
      const engine = openUpstream(entry, sources);
      starting.push(engine.start());
      return engine;
    },
    retire: (engine) => void engine.retire(),
  });
  return {
    list: () => engines.list(),
    async start() {
      engines.list();
      await Promise.all(starting.splice(0));
    },
    async close() {
      await Promise.all(engines.list().map((engine) => engine.close()));
    },
  };
}
