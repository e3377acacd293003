// Reads LiteLLM's config.yaml: the upstreams, names and policies that it becomes here, the keys that stood in it, and what has no counterpart.
import { ConfigError } from '../../config/values.ts';
import { asRecord } from '../../core/unknown-json.ts';
import type { List } from './costs.ts';
import { fallbacksFor, type Known, leftFallbacks, readAliases, readFallbacks } from './fallbacks.ts';
import { leftSettings } from './left-settings.ts';
import { plainText } from './plain-text.ts';
import { readModels } from './read-models.ts';
import { readYaml } from './read-yaml.ts';
import { isSet } from './stays-behind.ts';
import type { Row, UpstreamRow } from './upstream-rows.ts';
import { Variables } from './variables.ts';

export interface ReadConfig {
  /** The CONFIG file of this service. */
  lists: Partial<Record<List, UpstreamRow[]>>;
  /** Variables that the service needs; those with a secret have the secret. */
  environment: Map<string, string>;
  /** Variables that the file named, and that must be set as before. */
  expected: Set<string>;
  /** Our name → the variable that the file named, which is a setting here. */
  renamed: Map<string, string>;
  models: number;
  left: string[];
  /** Settings of the whole proxy that may limit or change calls. */
  limiting: string[];
}

export interface ConfigOptions {
  creditsPerDollar: number;
  /** Fields of model_info that the operator says limit nothing. */
  metadata?: readonly string[];
  /** A variable that the file names. */
  variable(name: string): string | undefined;
}

const POLICIES: Readonly<Record<string, string>> = {
  'simple-shuffle': 'weight',
  'latency-based-routing': 'fastest',
  'cost-based-routing': 'cheapest',
};
const MAX_RETRIES = 5;

export function readLiteLlmConfig(text: string, options: ConfigOptions): ReadConfig {
  const file = asRecord(readYaml(text));
  if (file && isSet(file.include))
    throw new ConfigError(
      'The file includes others, whose settings hold for its models too. Put all of them into one file.',
    );
  if (!file || !Array.isArray(file.model_list))
    throw new ConfigError('This is no configuration of LiteLLM: it has no "model_list".');
  const [router, settings] = [asRecord(file.router_settings) ?? {}, asRecord(file.litellm_settings) ?? {}];
  const left: string[] = [];
  if (isSet(router.default_litellm_params) && !asRecord(router.default_litellm_params))
    left.push('router_settings.default_litellm_params: it cannot be read');
  const variables = new Variables(text, asRecord(file.environment_variables) ?? {}, options.variable);
  const read = readModels(file.model_list, {
    creditsPerDollar: options.creditsPerDollar,
    vouched: new Set(options.metadata),
    variables,
    defaults: asRecord(router.default_litellm_params) ?? {},
    enforcesRates: enforcesRates(router),
    retries: retriesOf(router.num_retries ?? settings.num_retries, left),
  });
  const known = { listOf: read.listOf, aliases: readAliases(router.model_group_alias, read.listOf, left), left };
  addFallbacks(Object.values(read.lists).flat(), { router, settings }, known);
  const { limiting, others } = leftSettings(file, variables.used);
  left.push(...writePolicies(router, known.aliases, variables.environment), ...others);
  const { environment, expected, renamed } = variables;
  return {
    lists: read.lists,
    models: read.models,
    environment,
    expected,
    renamed,
    left: [...read.left, ...new Set(left)],
    limiting,
  };
}

/** Without any of these, LiteLLM shares calls by rpm and tpm and refuses none. */
function enforcesRates(router: Row): boolean {
  const strategy = router.routing_strategy;
  const isKnown = !isSet(strategy) || (typeof strategy === 'string' && Object.hasOwn(POLICIES, strategy));
  const isChecked = isSet(router.enable_pre_call_checks) && router.enable_pre_call_checks !== false;
  return !isKnown || isChecked || isSet(router.optional_pre_call_checks) || isSet(router.routing_groups);
}

function retriesOf(value: unknown, left: string[]): number | undefined {
  if (!isSet(value)) return undefined;
  const retries = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof retries !== 'number' || !Number.isInteger(retries) || retries < 0) {
    left.push('num_retries: it is no whole number');
    return undefined;
  }
  if (retries > MAX_RETRIES)
    left.push(`num_retries above ${MAX_RETRIES}: an upstream is asked ${MAX_RETRIES} times more at most`);
  return Math.min(MAX_RETRIES, retries);
}

function addFallbacks(
  rows: readonly UpstreamRow[],
  { router, settings }: { router: Row; settings: Row },
  known: Known,
): void {
  const places = (name: string): [string, unknown][] => [
    [`router_settings.${name}`, router[name]],
    [`litellm_settings.${name}`, settings[name]],
  ];
  const defaults = places('default_fallbacks').map(([name, value]): [string, unknown] => [
    name,
    isSet(value) ? [{ '*': value }] : value,
  ]);
  const all = readFallbacks([...places('fallbacks'), ...defaults], known.left);
  for (const model of rows.flatMap(({ models }) => models)) {
    const fallbacks = fallbacksFor(String(model.id), all, known);
    if (fallbacks.length > 0) model.fallbacks = fallbacks;
  }
  known.left.push(...leftFallbacks(all, known));
}

function writePolicies(router: Row, aliases: ReadonlyMap<string, string>, environment: Map<string, string>): string[] {
  const left: string[] = [];
  if (aliases.size > 0) {
    environment.set('MODEL_NAMES', [...aliases].map((pair) => pair.join('=')).join(',')).set('MODEL_ALIASES', 'on');
    left.push(
      'names that no model and no alias has: with MODEL_ALIASES=on a model of the same kind answers to well-known ones, and says so',
    );
  }
  const strategy = router.routing_strategy;
  if (!isSet(strategy)) return left;
  const policy = typeof strategy === 'string' && Object.hasOwn(POLICIES, strategy) ? POLICIES[strategy] : undefined;
  if (policy === undefined)
    left.push(
      `router_settings.routing_strategy ${plainText(strategy)}: upstreams share the calls of a model by weight`,
    );
  else if (policy !== 'weight') environment.set('MODEL_ROUTING', `*=${policy}`);
  return left;
}
