// Connects the upstreams that the configuration names: one engine each, with the router's rules.
import { hideSecret, type Log } from '../../core/log.ts';
import { AiSdkEngine } from './ai-sdk/ai-sdk-engine.ts';
import type { TextEngine } from './port.ts';
import { RelayEngine } from './relay/relay-engine.ts';
import type { ModelRule } from './router-candidates.ts';
import {
  parseUpstreams,
  readUpstreamKey,
  type UpstreamModelSettings,
  type UpstreamSettings,
} from './upstream-settings.ts';

export interface UpstreamSources {
  /** The single upstream that environment variables configure. */
  openAi: { baseUrl: string; apiKey: string | null } | null;
  /** `upstreams` of the configuration file. */
  entries: readonly unknown[];
  secretByName(name: string): string | undefined;
  log: Log;
}

export interface ConnectedUpstreams {
  engines: readonly TextEngine[];
  rules: readonly ModelRule[];
  /** Prices beside a model in the configuration, in credits per million tokens. */
  prices: ReadonlyMap<string, { input_per_million_tokens: number; output_per_million_tokens: number }>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export function connectUpstreams(sources: UpstreamSources): ConnectedUpstreams {
  const settings = parseUpstreams(sources.entries);
  const connected = settings.map((one) => connect(one, readUpstreamKey(one, sources.secretByName), sources.log));
  if (sources.openAi) {
    const { baseUrl, apiKey } = sources.openAi;
    connected.push(new RelayEngine({ name: 'openai', base_url: baseUrl }, apiKey ?? undefined, sources.log));
  }
  const declared = settings.flatMap((one) => (one.models ?? []).map((model) => ({ one, model })));
  return {
    engines: connected,
    rules: declared.map(({ one, model }) => ruleOf(one, model)),
    prices: new Map(declared.flatMap(({ model }) => priceOf(model))),
    start: async () => {
      await Promise.all(connected.map((engine) => engine.start()));
    },
    close: async () => {
      await Promise.all(connected.map((engine) => engine.close()));
    },
  };
}

/** One entry, opened while the service runs; it has the router's default rules. */
export function openUpstream(
  entry: unknown,
  { secretByName, log }: Pick<UpstreamSources, 'secretByName' | 'log'>,
): RelayEngine | AiSdkEngine {
  const [settings] = parseUpstreams([entry]);
  if (!settings) throw new Error('an upstream needs an entry');
  return connect(settings, readUpstreamKey(settings, secretByName), log);
}

function connect(settings: UpstreamSettings, apiKey: string | undefined, log: Log): RelayEngine | AiSdkEngine {
  hideSecret(apiKey);
  const kind = settings.kind ?? 'openai';
  return kind === 'openai' ? new RelayEngine(settings, apiKey, log) : new AiSdkEngine({ ...settings, kind }, apiKey);
}

function ruleOf(settings: UpstreamSettings, model: UpstreamModelSettings): ModelRule {
  return {
    engine: settings.name,
    model: model.id,
    aliases: model.aliases ?? [],
    weight: model.weight ?? 1,
    fallbacks: model.fallbacks ?? [],
    retries: settings.retries ?? 1,
  };
}

function priceOf(
  model: UpstreamModelSettings,
): [string, { input_per_million_tokens: number; output_per_million_tokens: number }][] {
  if (!model.price) return [];
  return [[model.id, { input_per_million_tokens: model.price.input, output_per_million_tokens: model.price.output }]];
}
