// Connects to the text, embedding, rerank and moderation servers that the configuration names.
import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import { UpstreamEmbeddingEngine } from '../engines/embedding/upstream-engine.ts';
import { type ConnectedUpstreams, connectUpstreams } from '../engines/text/upstreams.ts';
import { connectSideUpstreams, type SideUpstreams } from './side-upstreams.ts';

/** Connected before the areas are built: their prices belong to the price list. */
export interface Upstreams {
  text: ConnectedUpstreams;
  embeddings: readonly UpstreamEmbeddingEngine[];
  side: SideUpstreams;
}

export function connectToUpstreams(config: Pick<Config, 'openAi' | 'file' | 'secretByName'>, log: Log): Upstreams {
  const { openAi, file, secretByName } = config;
  return {
    text: connectUpstreams({ openAi, entries: file.upstreams ?? [], secretByName, log }),
    embeddings: openAi
      ? [new UpstreamEmbeddingEngine({ name: 'openai', ...openAi, apiKey: openAi.apiKey ?? undefined, log })]
      : [],
    side: connectSideUpstreams(openAi, log),
  };
}
