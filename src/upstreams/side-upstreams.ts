// Wires an upstream's rerank and moderation.
import type { Config } from '../config/settings.ts';
import type { Log } from '../core/log.ts';
import type { ModerationEngine } from '../engines/moderation/port.ts';
import { UpstreamModerationEngine } from '../engines/moderation/upstream-engine.ts';
import type { RerankEngine } from '../engines/rerank/port.ts';
import { UpstreamRerankEngine } from '../engines/rerank/upstream-engine.ts';
import { bearer } from '../net/provider-call.ts';
import { UpstreamIds } from '../net/upstream-ids.ts';

export interface SideUpstreams {
  rerank: readonly RerankEngine[];
  moderation: readonly ModerationEngine[];
  start(): Promise<void>;
  close(): Promise<void>;
}

export function connectSideUpstreams(openAi: Config['openAi'], log: Log): SideUpstreams {
  if (!openAi) return { rerank: [], moderation: [], start: async () => undefined, close: async () => undefined };
  const provider = { name: 'openai', baseUrl: openAi.baseUrl, headers: bearer(openAi.apiKey ?? undefined) };
  const ids = new UpstreamIds(provider, log);
  return {
    rerank: [new UpstreamRerankEngine(provider, ids)],
    moderation: [new UpstreamModerationEngine(provider, ids)],
    start: () => ids.start(),
    close: () => ids.close(),
  };
}
