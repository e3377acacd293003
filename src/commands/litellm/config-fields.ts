// What becomes of each field of a model in LiteLLM's configuration (read from LiteLLM 1.109.1): it is taken over, or left out because it changes no
// call, with the reason. Any other field that has a value keeps the model behind, so that a field of a newer version cannot lose a limit or a price.
import { plainText } from './plain-text.ts';
import { isSet, StaysBehind } from './stays-behind.ts';

type Row = Record<string, unknown>;
export type Place = 'entry' | 'litellm_params' | 'model_info';

const RATE = 'nothing here limits or weighs the calls of one model at an upstream by it';
const TIME = 'first_token_ms and idle_ms of an upstream';
const RETRIES = 'retries of an upstream';
const ABILITY = 'it describes the model and changes no call';
const RECORD = 'it is about where LiteLLM stores the model';
const HEALTH = 'a breaker pauses what fails; no calls are made to find out';

const TAKEN: Readonly<Record<Place, ReadonlySet<string>>> = {
  entry: new Set(['model_name', 'litellm_params', 'model_info']),
  litellm_params: new Set([
    ...['model', 'custom_llm_provider', 'api_base', 'base_url', 'api_key', 'aws_region_name', 'weight'],
  ]),
  model_info: new Set(['mode', 'max_input_tokens', 'max_output_tokens']),
};

const LEFT: Readonly<Record<Place, Readonly<Record<string, string>>>> = {
  entry: { rpm: RATE, tpm: RATE, timeout: TIME, stream_timeout: TIME },
  litellm_params: {
    ...{ rpm: RATE, tpm: RATE, timeout: TIME, stream_timeout: TIME, max_retries: RETRIES, num_retries: RETRIES },
    ...{ timeout_by_service_tier: TIME, stream_timeout_by_service_tier: TIME },
    cooldown_time: HEALTH,
    drop_params: 'what an upstream does not take is refused by name or has no effect (docs/fields.md)',
    api_version: 'Azure is asked without a version of the API, and nobody else has one',
    litellm_trace_id: RECORD,
    use_in_pass_through: 'there are no routes that pass through',
  },
  model_info: {
    ...{ id: RECORD, key: RECORD, db_model: RECORD, litellm_provider: RECORD, rpm: RATE, tpm: RATE },
    ...{ created_at: RECORD, created_by: RECORD, updated_at: RECORD, updated_by: RECORD },
    base_model: 'costs that the file does not name are those of the upstream (docs/guides/prices.md)',
    max_tokens: 'max_input_tokens and max_output_tokens say it',
    access_groups: 'keys list models, so a key that lists such a group alone may use none',
    discoverable: 'keys list the models that they may use',
    ...{ supported_openai_params: ABILITY, supported_endpoints: ABILITY, output_vector_size: ABILITY },
    ...{ prompt_cache_min_tokens: ABILITY, reasoning_effort_levels: ABILITY },
    ...{ supported_modalities: ABILITY, supported_output_modalities: ABILITY, source: ABILITY },
    ...{ disable_background_health_check: HEALTH, health_check_model: HEALTH, health_check_timeout: HEALTH },
    ...{ health_check_max_tokens: HEALTH, health_check_voice: HEALTH },
  },
};
/** LiteLLM's own default, or nothing that limits. */
const ONLY_FALSE = new Set([
  ...['merge_reasoning_content_in_choices', 'use_litellm_proxy', 'use_xai_oauth', 'allow_client_keepalive_override'],
  ...['blocked', 'member_auto_router', 'enable_tag_filtering', 'enforce_supported_endpoints'],
]);
const INSTEAD: Readonly<Record<string, string>> = {
  headers: 'write it as headers of the upstream',
  extra_headers: 'write it as headers of the upstream',
  organization: 'write it as a header OpenAI-Organization of the upstream',
  litellm_credential_name: 'write its api_key and api_base at the model',
  max_budget: 'caps belong to keys, plans, members and customers here',
  fallbacks: 'fallbacks of router_settings are taken over',
};

/** Costs are judged together, in costs.ts. */
export function isCost(name: string): boolean {
  return /(?:^|_)(?:cost|costs|pricing)(?:_|$)|uplift_multiplier/.test(name);
}

/** The fields that are left out, with the reason of each. */
export function leftFields(place: Place, row: Row, vouched: ReadonlySet<string>): [field: string, why: string][] {
  const set = Object.keys(row).filter((name) => isSet(row[name]) && !TAKEN[place].has(name));
  const left: [string, string][] = [];
  const unknown: string[] = [];
  for (const name of set) {
    const why = reasonFor(place, name, vouched);
    if (why !== undefined) left.push([name, why]);
    else if (!(place !== 'entry' && isCost(name)) && !(ONLY_FALSE.has(name) && row[name] === false)) unknown.push(name);
  }
  if (unknown.length > 0)
    throw new StaysBehind(
      `${unknown.map((name) => `${plainText(name)}${wordsFor(name)}`).join(', ')} ${unknown.length === 1 ? 'has' : 'have'} no counterpart here`,
    );
  return left;
}

function reasonFor(place: Place, name: string, vouched: ReadonlySet<string>): string | undefined {
  if (Object.hasOwn(LEFT[place], name)) return LEFT[place][name];
  if (place !== 'model_info') return undefined;
  if (/^supports_\w+$/.test(name)) return ABILITY;
  return vouched.has(name) ? 'you named it with --metadata' : undefined;
}

function wordsFor(name: string): string {
  return Object.hasOwn(INSTEAD, name) ? ` (${INSTEAD[name]})` : '';
}
