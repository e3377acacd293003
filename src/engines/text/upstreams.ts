// Connects the upstreams that the configuration names: one engine each, with the router's rules.
import { hideSecret, type Log } from '../../core/log.ts';
import { AiSdkEngine } from './ai-sdk/ai-sdk-engine.ts';
import { NativeEngine } from './native/native-engine.ts';
import type { TextEngine } from './port.ts';
import { RelayEngine } from './relay/relay-engine.ts';
import type { ModelRule } from './router-candidates.ts';
import {
  readUpstream,
  readUpstreamKey,
  type UpstreamModelSettings,
  type UpstreamSettings,
} from './upstream-settings.ts';

type ConnectedEngine = RelayEngine | AiSdkEngine | NativeEngine;

export interface UpstreamSources {
  /** The single upstream that environment variables configure. */
  openAi: { baseUrl: string; apiKey: string | null } | null;
  /** `upstreams` of the configuration file. */
  entries: readonly unknown[];
  secretByName(name: string): string | undefined;
  log: Log;
}

/** Credits per million tokens, as in the price list. */
export interface TokenPrice {
  input_per_million_tokens: number;
  output_per_million_tokens: number;
  cached_input_per_million_tokens?: number;
  cache_write_per_million_tokens?: number;
  allow_loss?: boolean;
}

export interface ConnectedUpstreams {
  engines: readonly TextEngine[];
  rules: readonly ModelRule[];
  /** Prices beside a model in the configuration, by model. */
  prices: ReadonlyMap<string, TokenPrice>;
  /** What the upstreams charge, by engine and model. */
  costs: ReadonlyMap<string, TokenPrice>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export function connectUpstreams(sources: UpstreamSources): ConnectedUpstreams {
  const settings = sources.entries.map(readUpstream);
  const connected = settings.map((one) => connect(one, readUpstreamKey(one, sources.secretByName), sources.log));
  if (sources.openAi) {
    const { baseUrl, apiKey } = sources.openAi;
    connected.push(new RelayEngine({ name: 'openai', base_url: baseUrl }, apiKey ?? undefined, sources.log));
  }
  return {
    engines: connected,
    ...termsOf(settings),
    start: async () => {
      await Promise.all(connected.map((engine) => engine.start()));
    },
    close: async () => {
      await Promise.all(connected.map((engine) => engine.close()));
    },
  };
}

/** The rules, prices and costs beside the models of upstreams. */
export function readTerms(entries: readonly unknown[]): Pick<ConnectedUpstreams, 'rules' | 'prices' | 'costs'> {
  return termsOf(entries.map(readUpstream));
}

function termsOf(settings: readonly UpstreamSettings[]): Pick<ConnectedUpstreams, 'rules' | 'prices' | 'costs'> {
  const declared = settings.flatMap((one) => (one.models ?? []).map((model) => ({ one, model })));
  return {
    rules: declared.map(({ one, model }) => ruleOf(one, model)),
    prices: new Map(
      declared.flatMap(({ model: { id, price, allow_loss: allowed } }): [string, TokenPrice][] =>
        price ? [[id, { ...listed(price), ...(allowed ? { allow_loss: true } : {}) }]] : [],
      ),
    ),
    costs: new Map(
      declared.flatMap(({ one, model }) => (model.cost ? costsOf(one.name, model.id, listed(model.cost)) : [])),
    ),
  };
}

/** By engine and model, and by the model alone for work whose engine is not known. */
function costsOf(engine: string, model: string, cost: TokenPrice): [string, TokenPrice][] {
  return [
    [`${engine}\n${model}`, cost],
    [`\n${model}`, cost],
  ];
}

/** One entry, opened while the service runs. */
export function openUpstream(
  entry: unknown,
  { secretByName, log }: Pick<UpstreamSources, 'secretByName' | 'log'>,
): ConnectedEngine {
  const settings = readUpstream(entry);
  return connect(settings, readUpstreamKey(settings, secretByName), log);
}

function connect(settings: UpstreamSettings, apiKey: string | undefined, log: Log): ConnectedEngine {
  hideSecret(apiKey);
  const kind = settings.kind ?? 'openai';
  if (kind === 'openai' || kind === 'azure') return new RelayEngine({ ...settings, kind }, apiKey, log);
  if (kind === 'anthropic' || kind === 'google') return new NativeEngine({ ...settings, kind }, apiKey);
  return new AiSdkEngine({ ...settings, kind }, apiKey);
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

function listed(price: NonNullable<UpstreamModelSettings['price']>): TokenPrice {
  return {
    input_per_million_tokens: price.input,
    output_per_million_tokens: price.output,
    ...(price.cached_input === undefined ? {} : { cached_input_per_million_tokens: price.cached_input }),
    ...(price.cache_write === undefined ? {} : { cache_write_per_million_tokens: price.cache_write }),
  };
}
