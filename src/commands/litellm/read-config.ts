// Reads LiteLLM's config.yaml: the upstreams, names and policies that it becomes here, the keys that stood in it, and what has no counterpart.
import { parse } from 'yaml';
import { ConfigError } from '../../config/values.ts';
import { asRecord, asRecords } from '../../core/unknown-json.ts';
import { plainText } from './plain-text.ts';
import { type Place, placeOf, splitModel } from './providers.ts';

type Row = Record<string, unknown>;
type List = 'upstreams' | 'image_upstreams' | 'speech_upstreams' | 'transcription_upstreams';

export interface ReadConfig {
  /** The CONFIG file of this service. */
  lists: Partial<Record<List, Row[]>>;
  /** Variables that the service needs; those with a secret have the secret. */
  environment: Map<string, string>;
  /** Variables that the file named, and that must be set as before. */
  expected: Set<string>;
  models: number;
  left: string[];
}

export interface Surroundings {
  creditsPerDollar: number;
  /** A variable that the file names. */
  variable(name: string): string | undefined;
}

const LIST_OF_MODE: Readonly<Record<string, List>> = {
  chat: 'upstreams',
  completion: 'upstreams',
  responses: 'upstreams',
  embedding: 'upstreams',
  rerank: 'upstreams',
  image_generation: 'image_upstreams',
  audio_speech: 'speech_upstreams',
  audio_transcription: 'transcription_upstreams',
};
const POLICIES: Readonly<Record<string, string>> = {
  'simple-shuffle': 'weight',
  'latency-based-routing': 'fastest',
  'cost-based-routing': 'cheapest',
};
const TOKENS = 1_000_000;
const MAX_RETRIES = 5;
const MAX_COST = 1_000_000_000;
const NAME = /^[^=,\s]{1,200}$/;

export function readLiteLlmConfig(text: string, around: Surroundings): ReadConfig {
  const file = asRecord(parseYaml(text));
  if (!file || !Array.isArray(file.model_list))
    throw new ConfigError('This is no configuration of LiteLLM: it has no "model_list".');
  return new ConfigReader(file, around).read();
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new ConfigError(`The file is no YAML: ${error instanceof Error ? error.message : error}`);
  }
}

class ConfigReader {
  readonly #file: Row;
  readonly #around: Surroundings;
  readonly #read: ReadConfig = { lists: {}, environment: new Map(), expected: new Set(), models: 0, left: [] };
  /** By list, kind, address and key: the deployments of one become one upstream. */
  readonly #upstreams = new Map<string, Row & { models: Row[] }>();
  readonly #secrets = new Map<string, string>();
  readonly #fallbacks: ReadonlyMap<string, string[]>;
  readonly #retries: number | undefined;

  constructor(file: Row, around: Surroundings) {
    this.#file = file;
    this.#around = around;
    const [router, settings] = [this.#section('router_settings'), this.#section('litellm_settings')];
    this.#fallbacks = fallbacksOf([...asRecords(router.fallbacks), ...asRecords(settings.fallbacks)]);
    const retries = Number(router.num_retries ?? settings.num_retries ?? Number.NaN);
    this.#retries = Number.isInteger(retries) ? Math.min(MAX_RETRIES, Math.max(0, retries)) : undefined;
  }

  read(): ReadConfig {
    for (const entry of asRecords(this.#file.model_list)) this.#readModel(entry);
    this.#readRouter();
    this.#leaveRest();
    return this.#read;
  }

  #section(name: string): Row {
    return asRecord(this.#file[name]) ?? {};
  }

  #readModel(entry: Row): void {
    const id = plainText(entry.model_name);
    const params = asRecord(entry.litellm_params) ?? {};
    const info = asRecord(entry.model_info) ?? {};
    const { provider, model } = splitModel(String(params.model ?? ''));
    const list = LIST_OF_MODE[String(info.mode ?? 'chat')];
    const place = placeOf(provider, textOf(this.#valueOf(params.api_base ?? params.base_url)));
    if (!id || !model || !list || !place || (list !== 'upstreams' && place.kind !== 'openai')) {
      this.#read.left.push(
        `the model ${id || '(without a name)'}: ${reasonFor(provider, list ? place : undefined, info.mode)}`,
      );
      return;
    }
    const upstream = this.#upstreamFor(list, { ...place, provider }, params);
    if (model.includes('*') || id.includes('*')) {
      if (list === 'upstreams') upstream.list_models = true;
      this.#read.left.push(
        `the pattern ${id}: the models of ${upstream.name} are offered under their own names${id === model || id === '*' ? '' : `, without "${id.replace(/\*.*/, '')}"`}`,
      );
      return;
    }
    upstream.models.push(this.#modelOf({ id, model, list, params, info }));
    this.#read.models += 1;
    const unused = ['rpm', 'tpm', 'timeout', 'stream_timeout', 'max_budget', 'tags'].filter(
      (name) => params[name] !== undefined || entry[name] !== undefined,
    );
    if (unused.length > 0) this.#read.left.push(`${unused.join(', ')} of the model ${id}`);
  }

  #modelOf({ id, model, list, params, info }: { id: string; model: string; list: List; params: Row; info: Row }): Row {
    const fallbacks = this.#fallbacks.get(id) ?? this.#fallbacks.get('*');
    const weight = Number(params.weight ?? Number.NaN);
    const cost = this.#costOf(list, { ...info, ...params });
    const context = list === 'upstreams' ? Number(info.max_input_tokens ?? Number.NaN) : Number.NaN;
    return {
      id,
      ...(model === id ? {} : { upstream_id: model }),
      ...(Number.isFinite(weight) && weight >= 0 ? { weight } : {}),
      ...(fallbacks && fallbacks.length > 0 ? { fallbacks } : {}),
      ...(Number.isInteger(context) && context > 0 ? { context_window: context } : {}),
      ...(cost ? { cost } : {}),
    };
  }

  /** In credits; LiteLLM has dollars a token. */
  #costOf(list: List, from: Row): Row | undefined {
    const credits = (name: string, units: number) => {
      const dollars = from[name];
      if (dollars === undefined || dollars === null) return undefined;
      const amount = typeof dollars === 'number' ? roundCredits(dollars * units * this.#around.creditsPerDollar) : -1;
      if (amount >= 0 && amount <= MAX_COST) return amount;
      throw new ConfigError(`${name} of a model is no cost that can be booked: ${plainText(String(dollars))}.`);
    };
    if (list === 'upstreams') {
      const [input, output] = [credits('input_cost_per_token', TOKENS), credits('output_cost_per_token', TOKENS)];
      if (input === undefined && output === undefined) return undefined;
      const cached = credits('cache_read_input_token_cost', TOKENS);
      return { input: input ?? 0, output: output ?? 0, ...(cached === undefined ? {} : { cached_input: cached }) };
    }
    const [name, unit, units] = {
      image_upstreams: ['output_cost_per_image', 'per_image', 1],
      speech_upstreams: ['input_cost_per_character', 'per_million_characters', TOKENS],
      transcription_upstreams: ['input_cost_per_second', 'per_second', 1],
    }[list] as [string, string, number];
    const cost = credits(name, units);
    return cost === undefined ? undefined : { [unit]: cost };
  }

  #upstreamFor(list: List, { provider, ...place }: Place & { provider: string }, params: Row) {
    const keyName = this.#keyName(provider, params.api_key);
    const region = textOf(this.#valueOf(params.aws_region_name));
    const identity = JSON.stringify([list, place, keyName, region]);
    const known = this.#upstreams.get(identity);
    if (known) return known;
    const rows = this.#read.lists[list] ?? [];
    this.#read.lists[list] = rows;
    const taken = rows.filter(({ name }) => String(name).replace(/-\d+$/, '') === provider).length;
    const upstream = {
      name: taken === 0 ? provider : `${provider}-${taken + 1}`,
      kind: place.kind,
      ...(place.baseUrl ? { base_url: place.baseUrl } : {}),
      ...(keyName ? { api_key_env: keyName } : {}),
      ...(region && place.kind === 'bedrock' ? { region } : {}),
      ...(this.#retries === undefined ? {} : { retries: this.#retries }),
      ...(list === 'upstreams' && place.kind === 'openai' ? { list_models: false } : {}),
      models: [],
    };
    rows.push(upstream);
    this.#upstreams.set(identity, upstream);
    return upstream as Row & { models: Row[] };
  }

  /** The variable that holds the key. A key that stands in the file gets one. */
  #keyName(provider: string, key: unknown): string | undefined {
    if (typeof key !== 'string' || key === '' || key === 'none') return undefined;
    const named = /^os\.environ\/(\w+)$/.exec(key)?.[1];
    if (named) {
      this.#read.expected.add(named);
      return named;
    }
    const known = this.#secrets.get(key);
    if (known) return known;
    const start = `${provider.toUpperCase().replace(/\W/g, '_')}_KEY`;
    let name = start;
    for (let index = 2; this.#read.environment.has(name); index += 1) name = `${start}_${index}`;
    this.#read.environment.set(name, key);
    this.#secrets.set(key, name);
    return name;
  }

  #valueOf(value: unknown): unknown {
    const named = typeof value === 'string' ? /^os\.environ\/(\w+)$/.exec(value)?.[1] : undefined;
    return named ? this.#around.variable(named) : value;
  }

  #readRouter(): void {
    const router = this.#section('router_settings');
    const aliases = asRecord(router.model_group_alias) ?? {};
    const pairs = Object.entries(aliases).flatMap(([name, model]) => {
      const target = textOf(model) ?? textOf(asRecord(model)?.model) ?? '';
      if (NAME.test(name) && NAME.test(target)) return [`${name}=${target}`];
      this.#read.left.push(`the alias ${plainText(name)}: a name here has no space, comma or "="`);
      return [];
    });
    if (pairs.length > 0) this.#read.environment.set('MODEL_NAMES', pairs.join(',')).set('MODEL_ALIASES', 'on');
    const strategy = textOf(router.routing_strategy);
    const policy = strategy === undefined ? undefined : POLICIES[strategy];
    if (policy && policy !== 'weight') this.#read.environment.set('MODEL_ROUTING', `*=${policy}`);
    if (strategy !== undefined && !policy)
      this.#read.left.push(
        `router_settings.routing_strategy ${plainText(strategy)}: upstreams share the calls of a model by weight`,
      );
  }

  /** Every other setting is named, so that nothing is lost unseen. */
  #leaveRest(): void {
    const read: Readonly<Record<string, readonly string[]>> = {
      router_settings: ['fallbacks', 'num_retries', 'model_group_alias', 'routing_strategy'],
      litellm_settings: ['fallbacks', 'num_retries'],
      general_settings: [],
      environment_variables: [],
    };
    for (const [name, value] of Object.entries(this.#file)) {
      if (name === 'model_list') continue;
      const names = Object.keys(asRecord(value) ?? {}).filter((one) => !(read[name] ?? []).includes(one));
      if (names.length > 0)
        this.#read.left.push(...names.map((one) => `${plainText(name)}.${plainText(one)}${hintFor(one)}`));
      else if (!Object.hasOwn(read, name)) this.#read.left.push(plainText(name));
    }
  }
}

function fallbacksOf(rows: readonly Row[]): Map<string, string[]> {
  return new Map(
    rows.flatMap((row) =>
      Object.entries(row).map(([model, names]): [string, string[]] => [
        model,
        (Array.isArray(names) ? names : []).filter((name) => typeof name === 'string'),
      ]),
    ),
  );
}

function reasonFor(provider: string, place: unknown, mode: unknown): string {
  if (mode !== undefined && !Object.hasOwn(LIST_OF_MODE, String(mode)))
    return `nothing here does the work "${plainText(String(mode))}"`;
  return place
    ? `${provider} is connected for text only`
    : `the provider ${plainText(provider) || '(none)'} is not supported, or needs an api_base`;
}

const HINTS: Readonly<Record<string, string>> = {
  master_key: ': the first start prints a key of the operator',
  database_url: ': DATABASE_URL is a database of its own here',
  success_callback: ': metrics, traces and the request log are in docs/guides/telemetry.md',
  failure_callback: ': see docs/guides/telemetry.md',
  callbacks: ': see docs/guides/telemetry.md',
  redis_host: ': REDIS_URL',
  max_budget: ': caps belong to keys, plans, members and customers here',
  request_timeout: ': first_token_ms and idle_ms of an upstream',
  timeout: ': first_token_ms and idle_ms of an upstream',
  store_model_in_db: ': upstreams can be added while the service runs',
};

function hintFor(name: string): string {
  return HINTS[name] ?? '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function roundCredits(credits: number): number {
  return Math.round(credits * 1e6) / 1e6;
}
